/** Why the rulebook spoke of time and the shoot-out, and what it leaves to the referee, in the other languages; keys and rows as in terms.ts. */
import type { Rows } from './terms.ts'

export const TIME: Rows = {
  // time and shoot-out
  'the ball went out beside the goal': [
    'la palla è uscita a lato della porta',
    'a bola saiu ao lado do gol',
    'der Ball ging neben dem Tor ins Aus',
    'la balle est sortie à côté du but',
  ],
  '{{0}} minutes are played': ['{{0}} minuti sono giocati', '{{0}} minutos foram jogados', '{{0}} Minuten sind gespielt', '{{0}} minutes sont jouées'],
  'a goal in extra time ends the match': [
    'un gol ai supplementari chiude la partita',
    'um gol na prorrogação encerra a partida',
    'ein Tor in der Verlängerung beendet das Spiel',
    'un but en prolongation termine le match',
  ],
  '{{0}} was moved after "ready"': [
    '{{0}} è stata spostata dopo il "pronto"',
    '{{0}} foi movido depois do "pronto"',
    '{{0}} wurde nach „bereit“ bewegt',
    '{{0}} a été déplacée après « prêt »',
  ],
  '{{0}} was flicked a second time': [
    '{{0}} è stata colpita una seconda volta',
    '{{0}} foi acionado uma segunda vez',
    '{{0}} wurde ein zweites Mal geflickt',
    '{{0}} a été jouée une deuxième fois',
  ],
  'the ball was not clearly touched': [
    'la palla non è stata toccata chiaramente',
    'a bola não foi tocada claramente',
    'der Ball wurde nicht deutlich berührt',
    "le ballon n'a pas été nettement touché",
  ],
  'the ball was missed a second time': [
    'la palla è stata mancata una seconda volta',
    'a bola foi errada uma segunda vez',
    'der Ball wurde ein zweites Mal verfehlt',
    'le ballon a été manqué une deuxième fois',
  ],
  'not ready within ten seconds': [
    'non pronto entro dieci secondi',
    'não pronto em dez segundos',
    'nicht binnen zehn Sekunden bereit',
    'pas prêt dans les dix secondes',
  ],
  'the goalkeeper was not ready within ten seconds': [
    'il portiere non era pronto entro dieci secondi',
    'o goleiro não estava pronto em dez segundos',
    'der Keeper war nicht binnen zehn Sekunden bereit',
    "le gardien n'était pas prêt dans les dix secondes",
  ],
  'no shot within ten seconds': [
    'nessun tiro entro dieci secondi',
    'nenhum chute em dez segundos',
    'kein Schuss binnen zehn Sekunden',
    'pas de tir dans les dix secondes',
  ],
  'over the goal line before the ball stopped': [
    'oltre la linea di porta prima che la palla si fermasse',
    'além da linha do gol antes de a bola parar',
    'über der Torlinie, bevor der Ball lag',
    "au-delà de la ligne de but avant l'arrêt du ballon",
  ],

  // what only the referee can say
  'Did the block-flick influence play near the ball?': [
    'Il marcamento difensivo ha influito sul gioco vicino alla palla?',
    'O toque defensivo influiu no jogo perto da bola?',
    'Hat der Blockflick das Spiel in Ballnähe beeinflusst?',
    'Le coup défensif a-t-il influencé le jeu près du ballon ?',
  ],
  'Was it on purpose?': ['Era volontario?', 'Foi de propósito?', 'War es Absicht?', 'Était-ce volontaire ?'],
  'referee: added time': ['arbitro: recupero', 'árbitro: acréscimo', 'Schiedsrichter: Nachspielzeit', 'arbitre : temps additionnel'],
  'referee: certain the ball was going in': [
    'arbitro: certo che la palla sarebbe entrata?',
    'árbitro: certeza de que a bola entraria?',
    'Schiedsrichter: wäre der Ball sicher hineingegangen?',
    'arbitre : certain que le ballon allait entrer ?',
  ],
  'referee: did it influence play near the ball?': [
    'arbitro: ha influito sul gioco vicino alla palla?',
    'árbitro: influiu no jogo perto da bola?',
    'Schiedsrichter: beeinflusste es das Spiel in Ballnähe?',
    'arbitre : cela a-t-il influencé le jeu près du ballon ?',
  ],
  'referee: does the figure hinder the next flick?': [
    'arbitro: la miniatura ostacola il colpo successivo?',
    'árbitro: o jogador atrapalha o próximo toque?',
    'Schiedsrichter: behindert die Figur den nächsten Flick?',
    'arbitre : la figurine gêne-t-elle le coup suivant ?',
  ],
  'referee: on purpose, or was the ball going in?': [
    'arbitro: volontario, o la palla stava entrando?',
    'árbitro: de propósito, ou a bola ia entrar?',
    'Schiedsrichter: absichtlich, oder wäre der Ball hineingegangen?',
    'arbitre : volontaire, ou le ballon allait-il entrer ?',
  ],
  'referee: start of the count': [
    'arbitro: inizio del conteggio',
    'árbitro: início da contagem',
    'Schiedsrichter: Beginn der Zählung',
    'arbitre : début du décompte',
  ],
  'recognising that the figure lies': [
    'riconoscere che la miniatura è coricata',
    'reconhecer que o jogador está deitado',
    'erkennen, dass die Figur liegt',
    'reconnaître que la figurine est couchée',
  ],
}
