/**
 * Words that the server's sentences are filled with, and what was measured, in the other languages. The key is the English as the server has
 * it (`why` in its sources), `{{0}}` and so on stand for its names and numbers. A row: Italian, Portuguese, German, French.
 */
export type Row = readonly [it: string, pt: string, de: string, fr: string]
export type Rows = Readonly<Record<string, Row>>

export const TERMS: Rows = {
  // values that are words
  'the attacker': ["l'attaccante", 'o atacante', 'der Angreifer', "l'attaquant"],
  'a figure': ['una miniatura', 'um jogador', 'eine Figur', 'une figurine'],
  'free-flick': ['calcio di punizione', 'tiro livre', 'Freistoß', 'coup franc'],
  'flick-in': ['rimessa laterale', 'lateral', 'Einschub', 'touche'],
  ball: ['palla', 'bola', 'Ball', 'ballon'],
  'touchline+y': ['linea laterale +y', 'linha lateral +y', 'Seitenlinie +y', 'ligne de touche +y'],
  'touchline-y': ['linea laterale -y', 'linha lateral -y', 'Seitenlinie -y', 'ligne de touche -y'],
  'goal-line+x': ['linea di fondo +x', 'linha de fundo +x', 'Torlinie +x', 'ligne de but +x'],
  'goal-line-x': ['linea di fondo -x', 'linha de fundo -x', 'Torlinie -x', 'ligne de but -x'],
  'shooting-line+x': ['linea di tiro +x', 'linha de chute +x', 'Schusslinie +x', 'ligne de tir +x'],
  'shooting-line-x': ['linea di tiro -x', 'linha de chute -x', 'Schusslinie -x', 'ligne de tir -x'],
  'halfway-line': ['linea mediana', 'linha do meio', 'Mittellinie', 'ligne médiane'],
  everything: ['tutto', 'tudo', 'alles', 'tout'],

  // what was measured
  'whole ball beyond {{0}}': ['tutta la palla oltre: {{0}}', 'bola inteira além de: {{0}}', 'ganzer Ball jenseits: {{0}}', 'ballon entier au-delà de : {{0}}'],
  'whole ball beyond the shooting line': [
    'tutta la palla oltre la linea di tiro',
    'bola inteira além da linha de chute',
    'ganzer Ball jenseits der Schusslinie',
    'ballon entier au-delà de la ligne de tir',
  ],
  'ball past the last base': ["palla oltre l'ultima base", 'bola além da última base', 'Ball hinter der letzten Base', 'ballon au-delà du dernier socle'],
  'base {{0}} in an offside position': [
    'base {{0}} in posizione di fuorigioco',
    'base {{0}} em posição de impedimento',
    'Base {{0}} in Abseitsstellung',
    'socle {{0}} en position de hors-jeu',
  ],
  'gap of {{0}}': ['distanza tra {{0}}', 'distância entre {{0}}', 'Abstand von {{0}}', 'écart entre {{0}}'],
  '{{0}} from where it may be': ['{{0}} da dove può stare', '{{0}} de onde pode estar', '{{0}} von dort, wo sie stehen darf', '{{0}} de là où il peut être'],
  'centre of the ball from where it may be': [
    'centro della palla da dove può stare',
    'centro da bola de onde pode estar',
    'Mitte des Balls von dort, wo er liegen darf',
    'centre de la balle de là où elle peut être',
  ],
  '{{0}}; it was not seen between {{1}} and {{2}} s': [
    '{{0}}; non si è visto tra {{1}} e {{2}} s',
    '{{0}}; não foi visto entre {{1}} e {{2}} s',
    '{{0}}; zwischen {{1}} und {{2}} s war es nicht zu sehen',
    "{{0}} ; cela n'a pas été vu entre {{1}} et {{2}} s",
  ],
}
