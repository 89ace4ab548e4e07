/** Why the rulebook spoke of hands and goalkeepers, in the other languages; keys and rows as in terms.ts. */
import type { Rows } from './terms.ts'

export const HANDS: Rows = {
  // hands
  'the ball in play was touched with the hand': [
    'la palla in gioco è stata toccata con la mano',
    'a bola em jogo foi tocada com a mão',
    'der Ball im Spiel wurde mit der Hand berührt',
    'le ballon en jeu a été touché de la main',
  ],
  '{{0}} was touched with the hand': [
    '{{0}} è stata toccata con la mano',
    '{{0}} foi tocado com a mão',
    '{{0}} wurde mit der Hand berührt',
    '{{0}} a été touchée de la main',
  ],
  "{{0}} touched the attacker's hand": [
    "{{0}} ha toccato la mano dell'attaccante",
    '{{0}} tocou a mão do atacante',
    '{{0}} hat die Hand des Angreifers berührt',
    "{{0}} a touché la main de l'attaquant",
  ],
  "the defender's hand was in the way of {{0}}": [
    'la mano del difensore era sulla via di {{0}}',
    'a mão do defensor estava no caminho de {{0}}',
    'die Hand des Verteidigers war {{0}} im Weg',
    'la main du défenseur était sur le chemin de {{0}}',
  ],

  // goalkeepers
  'the fourth touch in a row by the goalkeeper': [
    'il quarto tocco consecutivo del portiere',
    'o quarto toque seguido do goleiro',
    'die vierte Berührung des Keepers in Folge',
    'la quatrième touche de suite du gardien',
  ],
  'stopped by the goalkeeper while the reserve keeper is on the pitch': [
    'fermata dal portiere mentre il portiere di riserva è in campo',
    'parada pelo goleiro enquanto o goleiro reserva está em campo',
    'vom Keeper gehalten, während der Ersatzkeeper auf dem Feld ist',
    'arrêté par le gardien alors que le gardien de réserve est sur le terrain',
  ],
  'the goalkeeper was over the goal-area line': [
    "il portiere era oltre la linea dell'area di porta",
    'o goleiro estava além da linha da pequena área',
    'der Keeper war über der Torraumlinie',
    'le gardien dépassait la ligne de la surface de but',
  ],
  'the goalkeeper is over the goal-area line': [
    "il portiere è oltre la linea dell'area di porta",
    'o goleiro está além da linha da pequena área',
    'der Keeper ist über der Torraumlinie',
    'le gardien dépasse la ligne de la surface de but',
  ],
  'the ball touched the goalkeeper of {{0}}': [
    'la palla ha toccato il portiere di {{0}}',
    'a bola tocou o goleiro de {{0}}',
    'der Ball hat den Keeper von {{0}} berührt',
    'le ballon a touché le gardien de {{0}}',
  ],
  'the goalkeeper moved before the penalty-flick was struck': [
    'il portiere si è mosso prima del rigore',
    'o goleiro se moveu antes do pênalti',
    'der Keeper bewegte sich vor dem Strafstoß',
    'le gardien a bougé avant le penalty',
  ],
  'the goalkeeper is still in the goal': [
    'il portiere è ancora in porta',
    'o goleiro ainda está no gol',
    'der Keeper ist noch im Tor',
    'le gardien est encore dans le but',
  ],
  'no other figure has played the ball since the reserve keeper was taken off': [
    "nessun'altra miniatura ha giocato la palla da quando il portiere di riserva è uscito",
    'nenhum outro jogador jogou a bola desde que o goleiro reserva saiu',
    'seit der Ersatzkeeper herausgenommen wurde, hat keine andere Figur den Ball gespielt',
    "aucune autre figurine n'a joué depuis la sortie du gardien de réserve",
  ],
  'not completely inside the goal area or its extension': [
    "non tutta dentro l'area di porta o il suo prolungamento",
    'não inteiramente na pequena área ou em seu prolongamento',
    'nicht ganz im Torraum oder seiner Verlängerung',
    'pas entièrement dans la surface de but ou son prolongement',
  ],
  'the goalkeeper may come back: {{0}}': [
    'il portiere può tornare: {{0}}',
    'o goleiro pode voltar: {{0}}',
    'der Keeper darf zurück: {{0}}',
    'le gardien peut revenir : {{0}}',
  ],
  'the ball is won back': ['la palla è riconquistata', 'a bola foi recuperada', 'der Ball ist zurückgewonnen', 'le ballon est reconquis'],
  'the ball went out': ['la palla è uscita', 'a bola saiu', 'der Ball ging aus', 'le ballon est sorti'],
  'a free-flick or penalty-flick is awarded': [
    'è assegnato un calcio di punizione o di rigore',
    'é marcado um tiro livre ou pênalti',
    'ein Frei- oder Strafstoß wird gegeben',
    'un coup franc ou un penalty est accordé',
  ],
  'a penalty-flick is awarded against it': [
    'è assegnato un rigore contro',
    'é marcado um pênalti contra',
    'ein Strafstoß wird gegen ihn gegeben',
    'un penalty est accordé contre lui',
  ],
  'the attacker has played five times': [
    "l'attaccante ha giocato cinque volte",
    'o atacante jogou cinco vezes',
    'der Angreifer hat fünfmal gespielt',
    "l'attaquant a joué cinq fois",
  ],
}
