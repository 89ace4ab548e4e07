/** The page about what to buy, in the other languages; keys and rows as in terms.ts. */
import type { Rows } from './terms.ts'

export const BUYING: Rows = {
  'What to buy': ['Cosa comprare', 'O que comprar', 'Was kaufen', 'Que faut-il acheter'],
  'Pitch length, mm': ['Lunghezza del campo, mm', 'Comprimento do campo, mm', 'Länge des Spielfelds, mm', 'Longueur du terrain, mm'],
  'Pitch width, mm': ['Larghezza del campo, mm', 'Largura do campo, mm', 'Breite des Spielfelds, mm', 'Largeur du terrain, mm'],
  'Most height above the cloth, mm': [
    'Altezza massima sopra il panno, mm',
    'Altura máxima acima do pano, mm',
    'Größte Höhe über dem Tuch, mm',
    'Hauteur maximale au-dessus du tapis, mm',
  ],
  Camera: ['Telecamera', 'Câmera', 'Kamera', 'Caméra'],
  'USB, with its own picture controls (UVC): focus, exposure, gain and white balance can be set by hand and held. Without that no certificate is given.': [
    'USB, con i propri controlli d’immagine (UVC): fuoco, esposizione, guadagno e bilanciamento del bianco si possono fissare a mano. Senza questo non si rilascia il certificato.',
    'USB, com controles de imagem próprios (UVC): foco, exposição, ganho e balanço de branco podem ser fixados à mão. Sem isso não há certificado.',
    'USB, mit eigenen Bildeinstellungen (UVC): Schärfe, Belichtung, Verstärkung und Weißabgleich lassen sich von Hand setzen und festhalten. Ohne das gibt es keinen Prüfschein.',
    'USB, avec ses propres réglages d’image (UVC) : mise au point, exposition, gain et balance des blancs se fixent à la main. Sans cela, pas de certificat.',
  ],
  'Fixed focus or a lens that can be locked with a screw. A zoom or an autofocus that hunts moves the scale.': [
    'Fuoco fisso o un obiettivo che si blocca con una vite. Uno zoom o un autofocus che cerca sposta la scala.',
    'Foco fixo ou uma lente que se trava com um parafuso. Um zoom ou um autofoco que procura muda a escala.',
    'Fester Fokus oder ein Objektiv, das eine Schraube feststellt. Ein Zoom oder ein suchender Autofokus verschiebt den Maßstab.',
    'Mise au point fixe, ou un objectif qui se bloque par une vis. Un zoom ou un autofocus qui cherche déplace l’échelle.',
  ],
  '30 pictures a second at least, 60 are better: flicks, and who touched first, are seen to half the time.': [
    'Almeno 30 immagini al secondo, meglio 60: i colpi, e chi ha toccato per primo, si vedono nella metà del tempo.',
    'Pelo menos 30 imagens por segundo, 60 é melhor: os toques, e quem tocou primeiro, são vistos em metade do tempo.',
    'Mindestens 30 Bilder in der Sekunde, besser 60: Schnipser, und wer zuerst berührte, sind auf die halbe Zeit genau zu sehen.',
    'Au moins 30 images par seconde, 60 c’est mieux : les pichenettes, et qui a touché le premier, se voient à la moitié du temps.',
  ],
  "MJPEG at full size is enough. A global shutter is better: a rolling one takes its rows one after the other, and a ball at 1 m/s is then seen up to 10 mm from where it is at the picture's time (it says which line it crossed all the same, not when to a millisecond).":
    [
      'MJPEG a piena risoluzione basta. Un otturatore globale è meglio: uno a scorrimento legge le righe una dopo l’altra, e una palla a 1 m/s si vede fino a 10 mm da dov’è all’istante dell’immagine (quale linea ha passato si sa comunque, non quando al millisecondo).',
      'MJPEG em tamanho pleno basta. Um obturador global é melhor: um progressivo lê as linhas uma após a outra, e uma bola a 1 m/s é vista a até 10 mm de onde está no instante da imagem (qual linha cruzou se sabe assim mesmo, não quando ao milissegundo).',
      'MJPEG in voller Größe genügt. Ein Global Shutter ist besser: Ein rollender liest Zeile um Zeile, und ein Ball mit 1 m/s wird dann bis zu 10 mm neben dem Ort gesehen, an dem er zur Zeit des Bildes ist (welche Linie er überquert hat, ist trotzdem klar, nicht aber auf die Millisekunde wann).',
      'Le MJPEG en pleine taille suffit. Un obturateur global est mieux : un obturateur déroulant lit les lignes l’une après l’autre, et une balle à 1 m/s se voit jusqu’à 10 mm de sa place à l’instant de l’image (quelle ligne elle a passée se sait quand même, pas quand à la milliseconde).',
    ],
  picture: ['immagine', 'imagem', 'Bild', 'image'],
  'mm a pixel': ['mm per pixel', 'mm por pixel', 'mm je Pixel', 'mm par pixel'],
  'ball at rest, expected': ['palla ferma, attesa', 'bola parada, esperado', 'ruhender Ball, zu erwarten', 'balle arrêtée, attendu'],
  'too coarse for tenths': ['troppo grossolana per i decimi', 'grosseira demais para décimos', 'zu grob für Zehntel', 'trop grossier pour des dixièmes'],
  'about {{0}} mm': ['circa {{0}} mm', 'cerca de {{0}} mm', 'etwa {{0}} mm', 'environ {{0}} mm'],
  'Lens and height': ['Obiettivo e altezza', 'Lente e altura', 'Objektiv und Höhe', 'Objectif et hauteur'],
  'view across': ['campo visivo', 'campo de visão', 'Bildwinkel quer', 'champ horizontal'],
  'height above the cloth': ['altezza sopra il panno', 'altura acima do pano', 'Höhe über dem Tuch', 'hauteur au-dessus du tapis'],
  'higher than you have': ['più alto di quanto hai', 'mais alto do que há', 'höher als vorhanden', 'plus haut que disponible'],
  'low: hands and heads come between': [
    'basso: mani e teste si mettono in mezzo',
    'baixo: mãos e cabeças ficam no meio',
    'niedrig: Hände und Köpfe kommen dazwischen',
    'bas : mains et têtes s’interposent',
  ],
  fits: ['va bene', 'serve', 'passt', 'convient'],
  "Higher with a narrower view is better than lower with a wide one: figures hide less, and the ball's height matters less.": [
    'Più in alto con un campo stretto è meglio che in basso con uno largo: le miniature nascondono meno e l’altezza della palla conta meno.',
    'Mais alto com campo estreito é melhor que baixo com campo largo: as figuras escondem menos e a altura da bola importa menos.',
    'Höher mit engerem Winkel ist besser als niedriger mit weitem: Figuren verdecken weniger, und die Höhe des Balls zählt weniger.',
    'Plus haut avec un champ étroit vaut mieux que plus bas avec un champ large : les figurines cachent moins et la hauteur de la balle compte moins.',
  ],
  'Straight down to 10 degrees off is good. An arm that does not swing: a push of the stand of 1.5 mm is noticed, but it costs calls.': [
    'A piombo, fino a 10 gradi, va bene. Un braccio che non oscilla: una spinta di 1,5 mm al supporto si nota, ma costa chiamate.',
    'A prumo, até 10 graus, está bem. Um braço que não balança: um empurrão de 1,5 mm no suporte é notado, mas custa chamadas.',
    'Senkrecht bis 10 Grad daneben ist gut. Ein Arm, der nicht schwingt: Ein Stoß von 1,5 mm am Stativ wird bemerkt, kostet aber Entscheidungen.',
    'À la verticale, jusqu’à 10 degrés, c’est bien. Un bras qui ne balance pas : une poussée de 1,5 mm du support se remarque, mais coûte des décisions.',
  ],
  Light: ['Luce', 'Luz', 'Licht', 'Lumière'],
  'How far a ball smears while the shutter is open, mm. Six milliseconds or less where the light allows; a multiple of 10 ms (50 Hz) or 8.3 ms (60 Hz) where the lamps flicker.':
    [
      'Quanto si allunga la palla mentre l’otturatore è aperto, mm. Sei millisecondi o meno dove la luce lo permette; un multiplo di 10 ms (50 Hz) o 8,3 ms (60 Hz) dove le lampade sfarfallano.',
      'Quanto a bola borra com o obturador aberto, mm. Seis milissegundos ou menos onde a luz permite; um múltiplo de 10 ms (50 Hz) ou 8,3 ms (60 Hz) onde as lâmpadas piscam.',
      'Wie weit ein Ball bei offenem Verschluss verwischt, mm. Sechs Millisekunden oder weniger, wo das Licht es erlaubt; ein Vielfaches von 10 ms (50 Hz) oder 8,3 ms (60 Hz), wo die Lampen flackern.',
      'De combien une balle s’étale pendant que l’obturateur est ouvert, mm. Six millisecondes ou moins si la lumière le permet ; un multiple de 10 ms (50 Hz) ou 8,3 ms (60 Hz) si les lampes scintillent.',
    ],
  exposure: ['esposizione', 'exposição', 'Belichtung', 'exposition'],
  'ball at {{0}} m/s': ['palla a {{0}} m/s', 'bola a {{0}} m/s', 'Ball mit {{0}} m/s', 'balle à {{0}} m/s'],
  'Two lamps at the long sides, high and large, give soft shadows and little glare; one bare lamp beside the camera mirrors itself in every base.': [
    'Due lampade ai lati lunghi, alte e grandi, danno ombre morbide e pochi riflessi; una lampada nuda accanto alla telecamera si specchia in ogni base.',
    'Duas lâmpadas nos lados longos, altas e grandes, dão sombras suaves e pouco brilho; uma lâmpada nua ao lado da câmera se espelha em cada base.',
    'Zwei Lampen an den Längsseiten, hoch und groß, geben weiche Schatten und wenig Glanz; eine nackte Lampe neben der Kamera spiegelt sich in jeder Basis.',
    'Deux lampes sur les grands côtés, hautes et larges, donnent des ombres douces et peu de reflets ; une lampe nue près de la caméra se mire dans chaque base.',
  ],
  'No sun on the cloth: it moves, and it is ten times brighter than the room.': [
    'Niente sole sul panno: si sposta, ed è dieci volte più luminoso della stanza.',
    'Nada de sol no pano: ele anda, e é dez vezes mais claro que a sala.',
    'Keine Sonne auf dem Tuch: Sie wandert und ist zehnmal heller als der Raum.',
    'Pas de soleil sur le tapis : il se déplace, et il est dix fois plus clair que la pièce.',
  ],
}
