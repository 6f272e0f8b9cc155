/** Boards after moves of which the server sends only what they change. */

/**
 * @param {any} board a BoardView
 * @param {{square: number, side: string, labels: Record<number, string>}} move
 */
export function boardAfter(board, { square, side, labels }) {
  const turn = side === "x" ? "o" : "x";
  return {
    ...board,
    position: positionAfter(board, square, side, turn),
    marks: board.marks.map((mark, at) => (at === square ? side : mark)),
    labels: board.labels.map((label, at) => labels[at] ?? label),
    turn,
    last_move: square,
  };
}

/**
 * A game between two people after a move that changes nothing but what follows from it.
 * @param {any} game a GameView
 * @param {{version: number, event: {square: number}, clock?: object}} message
 * @param {any} words MoveWords
 */
export function gameAfterMove(game, { version, event: { square }, clock = null }, words) {
  const { names, turn: side, last_move: last } = game.board;
  const own = game.seats[side].is_you;
  const { announcement, ...said } = words[side];
  const labels = { [square]: named(words.label, names[square]).replace("{mark}", side.toUpperCase()) };
  if (last !== null) labels[last] = `${names[last]}, ${game.board.marks[last].toUpperCase()}`;
  const board = boardAfter(game.board, { square, side, labels });
  return {
    ...game,
    ...said,
    version,
    board,
    clock,
    moves: [...game.moves, names[square]],
    is_your_turn: game.seats[board.turn].is_you,
    can_undo: own || game.can_undo,
    announcement: named(announcement, names[square]),
  };
}

/**
 * A game after what a message changes in it.
 * @param {any} game a GameView
 * @param {{game: any}} message
 */
export function gameAfter(game, { game: { board: move, ...changed } }) {
  if (!move) return { ...game, ...changed };
  const { turn, winning, lines } = move;
  const board = { ...boardAfter(game.board, move), turn, winning, lines };
  return { ...game, ...changed, board, moves: [...game.moves, board.names[move.square]] };
}

const named = (sentence, square) => sentence.replace("{square}", square);

/** The text of a position after a move; each row ends with a separator, and the side to move follows. */
function positionAfter({ position, width }, square, side, turn) {
  const at = square + Math.floor(square / width);
  const rest = position.slice(at + 1).replace(/_[xo]_(\d+)$/, (_, k) => `_${turn}_${k}`);
  return `${position.slice(0, at)}${side}${rest}`;
}
