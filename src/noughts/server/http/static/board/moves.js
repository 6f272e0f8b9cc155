/** Boards and games after moves of which the server sends only what they change. */

/** @import { BoardView, EventMessage, GameChange, GameView, MoveWords } from "api" */

/**
 * @param {BoardView} board
 * @param {{square: number, side: Side, labels: Record<number, string>}} move
 * @returns {BoardView}
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
 * Return a game after an event; null where one to come, with the same command, has the game.
 * @param {GameView} game
 * @param {EventMessage} message
 * @param {MoveWords | null} words
 * @returns {GameView | null}
 */
export function gameAfter(game, message, words) {
  if (message.change) return changed(game, message.change);
  if (message.event.type !== "played" || !words) return null;
  return gameAfterMove(game, message, message.event.square, words);
}

/**
 * Return a game between two people after a move that changes nothing but what follows from it.
 * @param {GameView} game
 * @param {EventMessage} message
 * @param {number} square
 * @param {MoveWords} words
 * @returns {GameView}
 */
function gameAfterMove(game, { version, clock }, square, words) {
  const { names, marks, turn, last_move: last } = game.board;
  const side = turn ?? game.first; // a game that is over has no more moves
  const own = game.seats[side].is_you;
  const { announcement, ...texts } = words[side];
  /** @type {Record<number, string>} */
  const labels = { [square]: named(words.label, names[square]).replace("{mark}", side.toUpperCase()) };
  if (last !== null) labels[last] = `${names[last]}, ${marks[last].toUpperCase()}`;
  const board = boardAfter(game.board, { square, side, labels });
  return {
    ...game,
    ...texts,
    version,
    board,
    clock: clock ?? null,
    moves: [...game.moves, names[square]],
    is_your_turn: game.seats[board.turn ?? side].is_you,
    can_undo: own || game.can_undo,
    announcement: named(announcement, names[square]),
  };
}

/**
 * @param {GameView} game
 * @param {GameChange} change
 * @returns {GameView}
 */
function changed(game, { board: move, ...rest }) {
  if (!move) return { ...game, ...rest };
  const { turn, winning, lines } = move;
  const board = { ...boardAfter(game.board, move), turn, winning, lines };
  return { ...game, ...rest, board, moves: [...game.moves, board.names[move.square]] };
}

/** @param {string} sentence @param {string} square */
const named = (sentence, square) => sentence.replace("{square}", square);

/**
 * Return the text of a position after a move; each row ends with a separator, and the side to move follows.
 * @param {BoardView} board
 * @param {number} square
 * @param {Side} side
 * @param {Side} turn
 */
function positionAfter({ position, width }, square, side, turn) {
  const at = square + Math.floor(square / width);
  const rest = position.slice(at + 1).replace(/_[xo]_(\d+)$/, (_, k) => `_${turn}_${k}`);
  return `${position.slice(0, at)}${side}${rest}`;
}
