/** Why the rulebook spoke of restarts, placing and positions, in the other languages; keys and rows as in terms.ts. */
import type { Rows } from './terms.ts'

export const RESTARTS: Rows = {
  // restarts and placing
  'given by the referee': ["assegnato dall'arbitro", 'dado pelo árbitro', 'vom Schiedsrichter gegeben', "donné par l'arbitre"],
  'after an offence with "play on" the ball that went out is for the offended side': [
    'dopo un fallo con "play on" la palla uscita è di chi l’ha subito',
    'após falta com "play on", a bola que saiu é de quem a sofreu',
    'nach einem Vergehen mit „play on“ gehört der ausgegangene Ball der geschädigten Seite',
    'après une faute avec « play on », le ballon sorti revient au camp lésé',
  ],
  'into the goal of the offender after "play on"': [
    'nella porta di chi ha commesso il fallo, dopo "play on"',
    'no gol de quem cometeu a falta, após "play on"',
    'nach „play on“ ins Tor dessen, der das Vergehen beging',
    'dans le but du fautif, après « play on »',
  ],
  '{{0}} is {{1}} mm outside the line; up to {{2}} mm can be forced': [
    '{{0}} è {{1}} mm fuori dalla linea; fino a {{2}} mm si può forzare',
    '{{0}} está {{1}} mm fora da linha; até {{2}} mm pode-se forçar',
    '{{0}} ist {{1}} mm außerhalb der Linie; bis {{2}} mm kann forciert werden',
    "{{0}} est à {{1}} mm hors de la ligne ; jusqu'à {{2}} mm on peut forcer",
  ],
  '{{0}} is not outside the lines; up to {{1}} mm outside can be forced': [
    '{{0}} non è fuori dalle linee; fino a {{1}} mm fuori si può forzare',
    '{{0}} não está fora das linhas; até {{1}} mm fora pode-se forçar',
    '{{0}} ist nicht außerhalb der Linien; bis {{1}} mm außerhalb kann forciert werden',
    "{{0}} n'est pas hors des lignes ; jusqu'à {{1}} mm dehors on peut forcer",
  ],
  'from {{0}} to the ball, of {{1}} mm': [
    'da {{0}} alla palla, su {{1}} mm',
    'de {{0}} até a bola, de {{1}} mm',
    'von {{0}} zum Ball, von {{1}} mm',
    'de {{0}} au ballon, sur {{1}} mm',
  ],
  '{{0}} outside the line, of {{1}} mm': [
    '{{0}} fuori dalla linea, su {{1}} mm',
    '{{0}} fora da linha, de {{1}} mm',
    '{{0}} außerhalb der Linie, von {{1}} mm',
    '{{0}} hors de la ligne, sur {{1}} mm',
  ],
  '{{0}} is {{1}} mm from the ball, {{2}} mm are asked': [
    '{{0}} è a {{1}} mm dalla palla, ne servono {{2}}',
    '{{0}} está a {{1}} mm da bola, são exigidos {{2}} mm',
    '{{0}} ist {{1}} mm vom Ball, verlangt sind {{2}} mm',
    '{{0}} est à {{1}} mm du ballon, il en faut {{2}}',
  ],
  'taker or ball is not where a flick-in is taken': [
    'chi batte o la palla non è dove si batte la rimessa laterale',
    'cobrador ou bola não está onde se cobra o lateral',
    'Ausführender oder Ball ist nicht dort, wo der Einschub ausgeführt wird',
    "le tireur ou le ballon n'est pas où se joue la touche",
  ],
  '{{0}} was moved after the defender had begun to place': [
    '{{0}} è stata spostata dopo che il difensore aveva iniziato a posizionare',
    '{{0}} foi movido depois que o defensor começou a posicionar',
    '{{0}} wurde bewegt, nachdem der Verteidiger zu stellen begonnen hatte',
    '{{0}} a été déplacée après que le défenseur a commencé à placer',
  ],
  '{{0}} stands where the ball is placed': [
    '{{0}} sta dove va messa la palla',
    '{{0}} está onde a bola é colocada',
    '{{0}} steht dort, wo der Ball hinkommt',
    '{{0}} se trouve où le ballon est placé',
  ],
  'not lined up within ten seconds after the goal': [
    'non schierati entro dieci secondi dal gol',
    'não alinhado em dez segundos após o gol',
    'nicht binnen zehn Sekunden nach dem Tor aufgestellt',
    'pas aligné dans les dix secondes après le but',
  ],
  'the attacker has not placed his figures within ten seconds': [
    "l'attaccante non ha posizionato le miniature entro dieci secondi",
    'o atacante não posicionou seus jogadores em dez segundos',
    'der Angreifer hat seine Figuren nicht binnen zehn Sekunden gestellt',
    "l'attaquant n'a pas placé ses figurines en dix secondes",
  ],
  'the restart was not taken as the rule asks': [
    'la ripresa non è stata battuta come chiede la regola',
    'o reinício não foi cobrado como pede a regra',
    'die Spielfortsetzung wurde nicht regelgerecht ausgeführt',
    "la remise en jeu n'a pas été faite comme le veut la règle",
  ],
  'not taken correctly a second time': [
    'non battuta correttamente per la seconda volta',
    'cobrado incorretamente pela segunda vez',
    'zum zweiten Mal nicht richtig ausgeführt',
    'mal exécuté une deuxième fois',
  ],
  'the ball still lies on {{0}}': [
    'la palla poggia ancora su {{0}}',
    'a bola ainda está sobre {{0}}',
    'der Ball liegt noch an {{0}}',
    'le ballon repose encore sur {{0}}',
  ],
  '{{0}} lies and is raised about its contact point': [
    '{{0}} è coricata e va rialzata sul suo punto di contatto',
    '{{0}} está deitado e é erguido em torno do ponto de contato',
    '{{0}} liegt und wird um ihren Berührpunkt aufgestellt',
    '{{0}} est couchée et se relève autour de son point de contact',
  ],
  '{{0}} is hooked to {{1}}: they are set 1 mm apart': [
    '{{0}} è agganciata a {{1}}: si separano di 1 mm',
    '{{0}} está enganchado em {{1}}: separam-se 1 mm',
    '{{0}} hängt an {{1}}: sie werden 1 mm auseinandergestellt',
    '{{0}} est accrochée à {{1}} : on les écarte de 1 mm',
  ],
  '{{0}} rebounded off the fence': [
    '{{0}} è rimbalzata dalla sponda',
    '{{0}} voltou da barreira',
    '{{0}} kam von der Bande zurück',
    '{{0}} a rebondi sur la barrière',
  ],
  '{{0}} touches the table beyond the surface': [
    '{{0}} tocca il tavolo oltre la superficie di gioco',
    '{{0}} toca a mesa além da superfície de jogo',
    '{{0}} berührt den Tisch jenseits der Spielfläche',
    '{{0}} touche la table hors de la surface de jeu',
  ],
  '{{0}} left the table': ['{{0}} è uscita dal tavolo', '{{0}} saiu da mesa', '{{0}} ist vom Tisch gefallen', '{{0}} a quitté la table'],
  '{{0}} is in the goal area': ["{{0}} è nell'area di porta", '{{0}} está na pequena área', '{{0}} ist im Torraum', '{{0}} est dans la surface de but'],
  '{{0}} is in the penalty area or arc': [
    "{{0}} è nell'area di rigore o nella lunetta",
    '{{0}} está na grande área ou na meia-lua',
    '{{0}} ist im Strafraum oder Teilkreis',
    "{{0}} est dans la surface de réparation ou l'arc",
  ],

  // positions
  'everything stands where it may': ['tutto è al suo posto', 'tudo está onde pode estar', 'alles steht, wo es darf', 'tout est à sa place'],
  'there are no more than ten figures a side; nothing else is asked of positions now': [
    'non ci sono più di dieci miniature per parte; ora alle posizioni non si chiede altro',
    'não há mais de dez figuras por lado; nada mais se pede das posições agora',
    'je Seite stehen höchstens zehn Figuren; mehr wird von der Aufstellung jetzt nicht verlangt',
    "il n'y a pas plus de dix figurines par camp ; rien d'autre n'est demandé aux positions maintenant",
  ],
  '{{0}} figures of one side are in the field': [
    '{{0}} miniature di una squadra sono in campo',
    '{{0}} jogadores de um lado estão em campo',
    '{{0}} Figuren einer Seite sind im Feld',
    "{{0}} figurines d'un camp sont sur le terrain",
  ],
  'not completely in the own half, or in the centre circle': [
    'non tutta nella propria metà campo, o nel cerchio di centrocampo',
    'não inteiramente no próprio campo, ou no círculo central',
    'nicht ganz in der eigenen Hälfte oder im Mittelkreis',
    'pas entièrement dans son camp, ou dans le cercle central',
  ],
  "in or touching the attacker's penalty area": [
    "dentro o a contatto con l'area di rigore dell'attaccante",
    'dentro ou tocando a grande área do atacante',
    'im Strafraum des Angreifers oder ihn berührend',
    "dans la surface de réparation de l'attaquant ou la touchant",
  ],
  'opposing figures nearer than 20 mm': [
    'miniature avversarie a meno di 20 mm',
    'jogadores adversários a menos de 20 mm',
    'gegnerische Figuren näher als 20 mm',
    'figurines adverses à moins de 20 mm',
  ],
  'more than half of the ball is outside the goal area': [
    "più di metà della palla è fuori dall'area di porta",
    'mais da metade da bola está fora da pequena área',
    'mehr als der halbe Ball ist außerhalb des Torraums',
    'plus de la moitié du ballon est hors de la surface de but',
  ],
  'more than half of the ball is outside the quarter circle': [
    'più di metà della palla è fuori dal quarto di cerchio',
    'mais da metade da bola está fora do quarto de círculo',
    'mehr als der halbe Ball ist außerhalb des Viertelkreises',
    'plus de la moitié du ballon est hors du quart de cercle',
  ],
}
