/** What is wrong with camera, light and table, in the other languages; keys and rows as in terms.ts. */
import type { Rows } from './terms.ts'

export const TROUBLES: Rows = {
  '{{0}}; but {{1}}': ['{{0}}; ma {{1}}', '{{0}}; mas {{1}}', '{{0}}; aber {{1}}', '{{0}} ; mais {{1}}'],
  '{{0}}; what stood before is kept': [
    '{{0}}; resta valido ciò che c’era',
    '{{0}}; fica valendo o que havia',
    '{{0}}; was vorher galt, bleibt',
    '{{0}} ; ce qui valait avant est gardé',
  ],
  '{{0}}; calls are held': [
    '{{0}}; le chiamate sono sospese',
    '{{0}}; as chamadas estão suspensas',
    '{{0}}; Entscheidungen sind angehalten',
    '{{0}} ; les décisions sont suspendues',
  ],
  '{{0}}; calls are held until it stands still': [
    '{{0}}; le chiamate sono sospese finché non sta ferma',
    '{{0}}; as chamadas estão suspensas até ficar parada',
    '{{0}}; Entscheidungen sind angehalten, bis alles stillsteht',
    "{{0}} ; les décisions sont suspendues jusqu'à l'immobilité",
  ],
  'the camera or the table has moved by {{0}} mm': [
    'la telecamera o il tavolo si è spostato di {{0}} mm',
    'a câmera ou a mesa se moveu {{0}} mm',
    'Kamera oder Tisch hat sich um {{0}} mm bewegt',
    'la caméra ou la table a bougé de {{0}} mm',
  ],
  'the scale has changed by {{0}} % (focus or height), {{1}} mm at the corners': [
    'la scala è cambiata del {{0}} % (fuoco o altezza), {{1}} mm agli angoli',
    'a escala mudou {{0}} % (foco ou altura), {{1}} mm nos cantos',
    'der Maßstab hat sich um {{0}} % geändert (Fokus oder Höhe), {{1}} mm an den Ecken',
    "l'échelle a changé de {{0}} % (mise au point ou hauteur), {{1}} mm aux coins",
  ],
  'the lines of the pitch are not seen: lens covered, light off, or the camera looks elsewhere; calls are held': [
    'le linee del campo non si vedono: obiettivo coperto, luce spenta o telecamera girata; le chiamate sono sospese',
    'as linhas do campo não são vistas: lente coberta, luz apagada ou câmera virada; as chamadas estão suspensas',
    'die Linien sind nicht zu sehen: Objektiv verdeckt, Licht aus oder Kamera verdreht; Entscheidungen sind angehalten',
    'les lignes ne se voient pas : objectif couvert, lumière éteinte ou caméra tournée ; les décisions sont suspendues',
  ],
  'the picture stands still: the camera sends the same one again and again; calls are held': [
    "l'immagine è ferma: la telecamera manda sempre la stessa; le chiamate sono sospese",
    'a imagem está parada: a câmera envia sempre a mesma; as chamadas estão suspensas',
    'das Bild steht: die Kamera schickt immer dasselbe; Entscheidungen sind angehalten',
    "l'image est figée : la caméra envoie toujours la même ; les décisions sont suspendues",
  ],
  'the picture moves again': ["l'immagine si muove di nuovo", 'a imagem voltou a se mover', 'das Bild bewegt sich wieder', "l'image bouge de nouveau"],
  'the lines are where they were': [
    "le linee sono dov'erano",
    'as linhas estão onde estavam',
    'die Linien sind, wo sie waren',
    'les lignes sont où elles étaient',
  ],
  'the lines were lost': ['le linee sono andate perse', 'as linhas foram perdidas', 'die Linien gingen verloren', 'les lignes ont été perdues'],
  'lines fit to {{0}} mm': [
    'le linee combaciano entro {{0}} mm',
    'as linhas ajustam-se a {{0}} mm',
    'die Linien passen auf {{0}} mm',
    'les lignes concordent à {{0}} mm',
  ],
  'from the match before; lines fit to {{0}} mm': [
    'dalla partita precedente; le linee combaciano entro {{0}} mm',
    'da partida anterior; as linhas ajustam-se a {{0}} mm',
    'aus dem Spiel davor; die Linien passen auf {{0}} mm',
    'du match précédent ; les lignes concordent à {{0}} mm',
  ],
  'by {{0}} mm': ['di {{0}} mm', 'de {{0}} mm', 'um {{0}} mm', 'de {{0}} mm'],
  'after a move of {{0}} mm': [
    'dopo uno spostamento di {{0}} mm',
    'após um deslocamento de {{0}} mm',
    'nach einer Bewegung um {{0}} mm',
    'après un déplacement de {{0}} mm',
  ],
  '{{0}} % of the lines, before {{1}} %': [
    '{{0}} % delle linee, prima {{1}} %',
    '{{0}} % das linhas, antes {{1}} %',
    '{{0}} % der Linien, vorher {{1}} %',
    '{{0}} % des lignes, avant {{1}} %',
  ],
  'the calibration was made on pictures of {{0}}x{{1}}, these are {{2}}x{{3}}: calibrate again at this size': [
    'la calibrazione è stata fatta su immagini {{0}}x{{1}}, queste sono {{2}}x{{3}}: ricalibrare a questa dimensione',
    'a calibração foi feita com imagens de {{0}}x{{1}}, estas são de {{2}}x{{3}}: calibre de novo neste tamanho',
    'die Kalibrierung stammt von Bildern mit {{0}}x{{1}}, diese haben {{2}}x{{3}}: in dieser Größe neu kalibrieren',
    'le calibrage a été fait sur des images de {{0}}x{{1}}, celles-ci font {{2}}x{{3}} : recalibrer à cette taille',
  ],
  'the calibration is of another view: {{0}} % of the lines are where it has them; calibrate again, or check that the pitch file is the same': [
    'la calibrazione è di un’altra inquadratura: il {{0}} % delle linee è dove le prevede; ricalibrare, o verificare che il file del campo sia lo stesso',
    'a calibração é de outra vista: {{0}} % das linhas estão onde ela as tem; calibre de novo, ou confira se o arquivo do campo é o mesmo',
    'die Kalibrierung gehört zu einem anderen Bildausschnitt: {{0}} % der Linien sind dort, wo sie sie hat; neu kalibrieren oder prüfen, ob die Spielfelddatei dieselbe ist',
    'le calibrage est celui d’une autre vue : {{0}} % des lignes sont là où il les place ; recalibrer, ou vérifier que le fichier du terrain est le même',
  ],
  'the camera or the table has moved by {{0}} mm since the calibration: calibrate again': [
    'la telecamera o il tavolo si è spostato di {{0}} mm dalla calibrazione: ricalibrare',
    'a câmera ou a mesa se moveu {{0}} mm desde a calibração: calibre de novo',
    'Kamera oder Tisch hat sich seit der Kalibrierung um {{0}} mm bewegt: neu kalibrieren',
    'la caméra ou la table a bougé de {{0}} mm depuis le calibrage : recalibrer',
  ],
  'the lines form the pitch, but not under a camera at {{0}} mm: measure its height above the cloth again, in millimetres': [
    'le linee formano il campo, ma non sotto una telecamera a {{0}} mm: misurarne di nuovo l’altezza sopra il panno, in millimetri',
    'as linhas formam o campo, mas não sob uma câmera a {{0}} mm: meça de novo a altura dela acima do pano, em milímetros',
    'die Linien bilden das Spielfeld, aber nicht unter einer Kamera in {{0}} mm: ihre Höhe über dem Tuch noch einmal messen, in Millimetern',
    'les lignes forment le terrain, mais pas sous une caméra à {{0}} mm : mesurer de nouveau sa hauteur au-dessus du tapis, en millimètres',
  ],
  'a dimension in the pitch file is wrong: {{0}}': [
    'una misura nel file del campo è sbagliata: {{0}}',
    'uma medida no arquivo do campo está errada: {{0}}',
    'ein Maß in der Spielfelddatei ist falsch: {{0}}',
    'une dimension du fichier du terrain est fausse : {{0}}',
  ],
  'from nothing': ['da zero', 'do zero', 'von Grund auf', 'à partir de rien'],
  'the lamps flicker: bands of {{0}} % run over the picture; set the exposure to a multiple of 10 ms (50 Hz mains) or 8.3 ms (60 Hz), or use lamps that do not flicker':
    [
      "le lampade sfarfallano: bande del {{0}} % corrono sull'immagine; esposizione multipla di 10 ms (rete a 50 Hz) o 8,3 ms (60 Hz), o lampade che non sfarfallano",
      'as lâmpadas cintilam: faixas de {{0}} % percorrem a imagem; use exposição múltipla de 10 ms (rede de 50 Hz) ou 8,3 ms (60 Hz), ou lâmpadas que não cintilem',
      'die Lampen flimmern: Bänder von {{0}} % laufen durchs Bild; Belichtung auf ein Vielfaches von 10 ms (50 Hz) oder 8,3 ms (60 Hz) stellen oder flimmerfreie Lampen nehmen',
      "les lampes scintillent : des bandes de {{0}} % parcourent l'image ; réglez l'exposition sur un multiple de 10 ms (secteur 50 Hz) ou 8,3 ms (60 Hz), ou prenez des lampes sans scintillement",
    ],
  'the network is being started again; this stretch is blind': [
    'la rete neurale viene riavviata; questo tratto è cieco',
    'a rede neural está sendo reiniciada; este trecho é cego',
    'das Netz wird neu gestartet; dieser Abschnitt ist blind',
    'le réseau redémarre ; ce passage est aveugle',
  ],
  'the bases of both sides look alike: one side should change its figures (FISTF 4.1.2)': [
    'le basi delle due squadre si somigliano: una dovrebbe cambiare le miniature (FISTF 4.1.2)',
    'as bases dos dois lados são parecidas: um lado deveria trocar os jogadores (FISTF 4.1.2)',
    'die Basen beider Seiten sehen gleich aus: eine Seite sollte ihre Figuren wechseln (FISTF 4.1.2)',
    'les socles des deux camps se ressemblent : un camp devrait changer de figurines (FISTF 4.1.2)',
  ],
  'the dimensions of the table are not entered: those of a common cloth (1200 x 800 mm) are taken; enter them on the set-up page': [
    'le dimensioni del tavolo non sono inserite: si usano quelle di un panno comune (1200 x 800 mm); inseriscile nella pagina di preparazione',
    'as dimensões da mesa não foram informadas: usam-se as de um pano comum (1200 x 800 mm); informe-as na página de preparação',
    'die Maße des Tisches sind nicht eingegeben: die eines üblichen Tuchs (1200 x 800 mm) werden genommen; auf der Einrichtungsseite eingeben',
    "les dimensions de la table ne sont pas saisies : celles d'un tapis courant (1200 x 800 mm) sont prises ; saisissez-les sur la page d'installation",
  ],

  // calibration
  'no pitch lines found in the picture: expected white lines on a cloth, saw {{0}} pieces of line; check camera, light and that the cloth is in view': [
    'nessuna linea del campo trovata: attese linee bianche su un panno, visti {{0}} pezzi di linea; controlla telecamera, luce e che il panno sia inquadrato',
    'nenhuma linha do campo encontrada: esperadas linhas brancas sobre um pano, vistos {{0}} pedaços de linha; verifique câmera, luz e se o pano está visível',
    'keine Spielfeldlinien gefunden: erwartet weiße Linien auf einem Tuch, gesehen {{0}} Linienstücke; Kamera, Licht und Bildausschnitt prüfen',
    'aucune ligne de terrain trouvée : lignes blanches attendues sur un tapis, {{0}} morceaux de ligne vus ; vérifiez caméra, lumière et cadrage',
  ],
  "the lines in the picture do not form the pitch of the pitch file (best reading explains {{0}} % of its lines); check the pitch file's dimensions and that most of the pitch is in view":
    [
      "le linee dell'immagine non formano il campo descritto (la lettura migliore spiega il {{0}} % delle linee); controlla le dimensioni e che si veda gran parte del campo",
      'as linhas da imagem não formam o campo descrito (a melhor leitura explica {{0}} % das linhas); verifique as dimensões e se a maior parte do campo está visível',
      'die Linien im Bild bilden nicht das beschriebene Feld (beste Deutung erklärt {{0}} % der Linien); Maße prüfen und dass das meiste Feld im Bild ist',
      "les lignes de l'image ne forment pas le terrain décrit (la meilleure lecture explique {{0}} % des lignes) ; vérifiez les dimensions et que l'essentiel du terrain est visible",
    ],
  'the lines fit the pitch file in two places about equally well; bring more of the pitch into view': [
    'le linee combaciano col campo in due posizioni quasi ugualmente bene; inquadra più campo',
    'as linhas ajustam-se ao campo em dois lugares quase igualmente; mostre mais do campo',
    'die Linien passen an zwei Stellen etwa gleich gut; mehr vom Feld ins Bild bringen',
    'les lignes concordent à deux endroits à peu près aussi bien ; montrez davantage du terrain',
  ],
  'the pitch was recognised but its lines are too weak to measure; more light or a sharper picture is needed': [
    "il campo è riconosciuto ma le linee sono troppo deboli per misurare; serve più luce o un'immagine più nitida",
    'o campo foi reconhecido, mas as linhas são fracas demais para medir; é preciso mais luz ou imagem mais nítida',
    'das Feld ist erkannt, aber die Linien sind zu schwach zum Messen; mehr Licht oder ein schärferes Bild ist nötig',
    'le terrain est reconnu mais ses lignes sont trop faibles pour mesurer ; il faut plus de lumière ou une image plus nette',
  ],
  "only {{0}} % of the pitch's lines were found; not found: {{1}}": [
    'trovato solo il {{0}} % delle linee del campo; mancano: {{1}}',
    'só {{0}} % das linhas do campo foram encontradas; faltam: {{1}}',
    'nur {{0}} % der Linien wurden gefunden; nicht gefunden: {{1}}',
    'seulement {{0}} % des lignes trouvées ; manquent : {{1}}',
  ],
  '{{0}} of {{1}} lines are not where the pitch file has them ({{2}} ...): the pitch file is of another table, or a dimension in it is wrong': [
    '{{0}} linee su {{1}} non sono dove le indica il file del campo ({{2}} ...): è di un altro tavolo, o una misura è sbagliata',
    '{{0}} de {{1}} linhas não estão onde o arquivo do campo as tem ({{2}} ...): é de outra mesa, ou uma medida está errada',
    '{{0}} von {{1}} Linien liegen nicht, wo die Felddatei sie hat ({{2}} ...): sie gehört zu einem anderen Tisch, oder ein Maß ist falsch',
    "{{0}} lignes sur {{1}} ne sont pas où le fichier les place ({{2}} ...) : il est d'une autre table, ou une dimension est fausse",
  ],
  'lines fit only to {{0}} mm, expected below 2.5 mm; the pitch file may be of another table': [
    'le linee combaciano solo entro {{0}} mm, atteso meno di 2,5 mm; il file può essere di un altro tavolo',
    'as linhas ajustam-se só a {{0}} mm, esperado menos de 2,5 mm; o arquivo pode ser de outra mesa',
    'die Linien passen nur auf {{0}} mm, erwartet unter 2,5 mm; die Felddatei gehört vielleicht zu einem anderen Tisch',
    "les lignes ne concordent qu'à {{0}} mm, attendu moins de 2,5 mm ; le fichier est peut-être d'une autre table",
  ],
  'the camera looks {{0}} degrees off straight down; mount it above the table, within 15 degrees': [
    'la telecamera è inclinata di {{0}} gradi; montala sopra il tavolo, entro 15 gradi',
    'a câmera está inclinada {{0}} graus; monte-a sobre a mesa, dentro de 15 graus',
    'die Kamera schaut {{0}} Grad schräg; über dem Tisch anbringen, höchstens 15 Grad',
    'la caméra est inclinée de {{0}} degrés ; montez-la au-dessus de la table, à 15 degrés au plus',
  ],
  'pitch file: widthMm {{0}} must be less than lengthMm {{1}}; length is the longer side, swap the two': [
    'campo: la larghezza {{0}} deve essere minore della lunghezza {{1}}; la lunghezza è il lato maggiore, scambiale',
    'campo: a largura {{0}} deve ser menor que o comprimento {{1}}; o comprimento é o lado maior, troque os dois',
    'Feld: Breite {{0}} muss kleiner sein als Länge {{1}}; die Länge ist die längere Seite, beide tauschen',
    'terrain : la largeur {{0}} doit être inférieure à la longueur {{1}} ; la longueur est le grand côté, échangez-les',
  ],
  'pitch file: {{0}} is {{1}}, expected less than {{2}} ({{3}}); measure again': [
    'campo: {{0}} è {{1}}, atteso meno di {{2}} ({{3}}); misura di nuovo',
    'campo: {{0}} é {{1}}, esperado menos de {{2}} ({{3}}); meça de novo',
    'Feld: {{0}} ist {{1}}, erwartet weniger als {{2}} ({{3}}); neu messen',
    'terrain : {{0}} vaut {{1}}, attendu moins que {{2}} ({{3}}) ; mesurez de nouveau',
  ],
  'no disc of about {{0}} mm is seen there: a rim was found in {{1}} of {{2}} directions; tap the middle of a disc that is brighter than the cloth': [
    'lì non si vede un disco di circa {{0}} mm: bordo trovato in {{1}} direzioni su {{2}}; tocca il centro di un disco più chiaro del panno',
    'ali não se vê um disco de cerca de {{0}} mm: borda achada em {{1}} de {{2}} direções; toque o meio de um disco mais claro que o pano',
    'dort ist keine Scheibe von etwa {{0}} mm zu sehen: Rand in {{1}} von {{2}} Richtungen gefunden; die Mitte einer Scheibe antippen, die heller ist als das Tuch',
    "aucun disque d'environ {{0}} mm ne se voit là : bord trouvé dans {{1}} directions sur {{2}} ; touchez le milieu d'un disque plus clair que le tapis",
  ],
  'what is seen there is not round to better than {{0}} mm; use a flat disc that stands out from the cloth': [
    'ciò che si vede non è rotondo entro {{0}} mm; usa un disco piatto che risalti sul panno',
    'o que se vê não é redondo dentro de {{0}} mm; use um disco plano que se destaque do pano',
    'was dort zu sehen ist, ist nicht auf {{0}} mm rund; eine flache Scheibe nehmen, die sich vom Tuch abhebt',
    "ce qui se voit n'est pas rond à {{0}} mm près ; prenez un disque plat qui tranche sur le tapis",
  ],

  // camera
  "the camera's controls are not read yet": [
    'i comandi della telecamera non sono ancora letti',
    'os controles da câmera ainda não foram lidos',
    'die Regler der Kamera sind noch nicht gelesen',
    'les réglages de la caméra ne sont pas encore lus',
  ],
  'the camera still changes {{0}} by itself; switch it off, or use another camera': [
    "la telecamera cambia ancora da sola {{0}}; disattivalo, o usa un'altra telecamera",
    'a câmera ainda muda {{0}} sozinha; desligue isso, ou use outra câmera',
    'die Kamera ändert {{0}} noch selbst; abschalten oder eine andere Kamera nehmen',
    "la caméra change encore {{0}} d'elle-même ; désactivez-le, ou prenez une autre caméra",
  ],
  '{{0}}: asked for {{1}}, the camera holds {{2}}': [
    '{{0}}: chiesto {{1}}, la telecamera tiene {{2}}',
    '{{0}}: pedido {{1}}, a câmera mantém {{2}}',
    '{{0}}: verlangt {{1}}, die Kamera hält {{2}}',
    '{{0}} : demandé {{1}}, la caméra garde {{2}}',
  ],
  'the camera does not say how long it exposes': [
    "la telecamera non dice quanto dura l'esposizione",
    'a câmera não diz quanto tempo expõe',
    'die Kamera sagt nicht, wie lange sie belichtet',
    "la caméra ne dit pas son temps d'exposition",
  ],
  'exposure is {{0}} ms: a ball at 1 m/s is smeared over {{1}} mm; more light, then {{2}} ms or less': [
    "l'esposizione è {{0}} ms: una palla a 1 m/s si sbava su {{1}} mm; più luce, poi {{2}} ms o meno",
    'a exposição é {{0}} ms: uma bola a 1 m/s borra {{1}} mm; mais luz, depois {{2}} ms ou menos',
    'Belichtung {{0}} ms: ein Ball mit 1 m/s verwischt über {{1}} mm; mehr Licht, dann höchstens {{2}} ms',
    "l'exposition est de {{0}} ms : un ballon à 1 m/s s'étale sur {{1}} mm ; plus de lumière, puis {{2}} ms au plus",
  ],
  "exposure is {{0}} ms, no multiple of the lamps' {{1}} ms: the picture will pulse": [
    "l'esposizione è {{0}} ms, non multipla dei {{1}} ms delle lampade: l'immagine pulserà",
    'a exposição é {{0}} ms, não múltipla dos {{1}} ms das lâmpadas: a imagem vai pulsar',
    'Belichtung {{0}} ms, kein Vielfaches der {{1}} ms der Lampen: das Bild wird pulsieren',
    "l'exposition est de {{0}} ms, pas un multiple des {{1}} ms des lampes : l'image va pulser",
  ],

  // refusals
  'only a paired referee decides; enter the PIN shown on the device': [
    'solo un arbitro abbinato decide; inserisci il PIN mostrato sul dispositivo',
    'só um árbitro pareado decide; digite o PIN mostrado no aparelho',
    'nur ein angemeldeter Schiedsrichter entscheidet; die PIN vom Gerät eingeben',
    "seul un arbitre appairé décide ; saisissez le PIN affiché sur l'appareil",
  ],
  'that is not the PIN shown on the device': [
    'non è il PIN mostrato sul dispositivo',
    'não é o PIN mostrado no aparelho',
    'das ist nicht die PIN vom Gerät',
    "ce n'est pas le PIN affiché sur l'appareil",
  ],
  'too many wrong PINs; wait a minute': [
    'troppi PIN sbagliati; aspetta un minuto',
    'PINs errados demais; espere um minuto',
    'zu viele falsche PINs; eine Minute warten',
    'trop de PIN erronés ; attendez une minute',
  ],
  'this server has no table': ['questo server non ha un tavolo', 'este servidor não tem mesa', 'dieser Server hat keinen Tisch', "ce serveur n'a pas de table"],
  'there is nothing to bring back': ['non c’è nulla da ripristinare', 'não há nada a refazer', 'es gibt nichts wiederherzustellen', "il n'y a rien à rétablir"],
  'there is nothing to undo': ['non c’è nulla da annullare', 'não há nada a desfazer', 'es gibt nichts zurückzunehmen', "il n'y a rien à annuler"],
  'the next match has already begun': [
    'la prossima partita è già iniziata',
    'a próxima partida já começou',
    'das nächste Spiel hat schon begonnen',
    'le match suivant a déjà commencé',
  ],
  'the clock is running: stop it, then begin the next match': [
    'il cronometro è in corsa: fermalo, poi inizia la prossima partita',
    'o relógio está correndo: pare-o e comece a próxima partida',
    'die Uhr läuft: anhalten, dann das nächste Spiel beginnen',
    "l'horloge tourne : arrêtez-la, puis commencez le match suivant",
  ],
  'this message is not understood; reload the page': [
    'messaggio non compreso; ricarica la pagina',
    'mensagem não entendida; recarregue a página',
    'diese Nachricht wird nicht verstanden; Seite neu laden',
    'message incompris ; rechargez la page',
  ],
  'what this call was made of was seen before the last start and cannot be judged again: dismiss the call and give the restart by hand': [
    'ciò su cui si basa è di prima dell’ultimo avvio e non si può rigiudicare: respingi la segnalazione e dai la ripresa a mano',
    'aquilo em que se baseia é de antes da última partida do sistema e não pode ser julgado de novo: rejeite e dê o reinício à mão',
    'worauf das beruht, ist von vor dem letzten Start und kann nicht neu beurteilt werden: verwerfen und die Fortsetzung von Hand geben',
    "ce qui fonde cette décision date d'avant le dernier démarrage et ne peut être rejugé : rejetez-la et donnez la remise en jeu à la main",
  ],
  'not connected: nothing was sent': [
    'non connesso: nulla è stato inviato',
    'não conectado: nada foi enviado',
    'nicht verbunden: nichts wurde gesendet',
    "non connecté : rien n'a été envoyé",
  ],
  'This page and the device do not understand each other: start the device again.': [
    'Questa pagina e il dispositivo non si capiscono: riavvia il dispositivo.',
    'Esta página e o aparelho não se entendem: reinicie o aparelho.',
    'Seite und Gerät verstehen sich nicht: Gerät neu starten.',
    "Cette page et l'appareil ne se comprennent pas : redémarrez l'appareil.",
  ],
}
