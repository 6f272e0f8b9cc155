/** The page of a game as a plain value: what it shows, and what each event makes of it. */

/** @import { Advice, GameView, MoveWorth } from "api" */

/**
 * @typedef {object} State
 * @property {GameView | null} game as last received; null before the first move of a new one
 * @property {boolean} isBusy whether a command is under way
 * @property {number | null} pending the square that was taken and is not confirmed yet
 * @property {boolean} isLost whether the server is out of reach
 * @property {boolean} isSlow whether the computer has thought for so long that the page says so
 * @property {number[]} ahead the squares pressed meanwhile: people can be quicker than their connection
 * @property {boolean} isValued whether to show what moves are worth after each move
 * @property {Advice | null} hint the square that the coach proposes, and why
 * @property {MoveWorth[]} worths what the moves are worth
 * @property {string} advice what the coach says
 */

/** The other side. @type {Record<Side, Side>} */
export const OTHER = { x: "o", o: "x" };

const LONG = 1; // seconds of a thought that one may want to end

const UNADVISED = { hint: null, worths: [], advice: "" };

/** @type {State} */
export const FIRST = {
  game: null,
  isBusy: false,
  pending: null,
  isLost: false,
  isSlow: false,
  ahead: [],
  isValued: false,
  ...UNADVISED,
};

/**
 * After a game came; a late answer changes nothing, and advice is about one version.
 * @param {State} state
 * @param {GameView} next
 * @returns {State}
 */
export function received(state, next) {
  if (isOf(state, next) && next.version < state.game.version) return state;
  const isAdvised = isOf(state, next) && next.version === state.game.version;
  return { ...state, ...(isAdvised ? {} : UNADVISED), game: next };
}

/**
 * Before another game: nothing of the one on the page is left, but whether values are wanted.
 * @param {State} state
 * @returns {State}
 */
export const left = (state) => ({ ...state, ...UNADVISED, game: null, ahead: [] });

/**
 * After a command was refused: the move that was shown is taken back, with those pressed ahead.
 * @param {State} state
 * @returns {State}
 */
export const refused = (state) => ({ ...state, pending: null, ahead: [] });

/**
 * After a square was pressed during a command; it waits, but not for the computer, whose reply may
 * change the player's mind: unless by a key: people who play by keys may know the game by heart.
 * @param {State} state
 * @param {number} square
 * @param {boolean} isAgainstComputer
 * @param {boolean} isByKey
 * @returns {State}
 */
export function pressed(state, square, isAgainstComputer, isByKey) {
  const isIgnored = isAgainstComputer && (!isByKey || isThinkingLong(state));
  return isIgnored ? state : { ...state, ahead: [...state.ahead, square] };
}

/**
 * True if the game on the page is this one, of whatever version.
 * @param {State} state
 * @param {GameView} game
 * @returns {state is State & { game: GameView }}
 */
export const isOf = (state, game) => state.game?.id === game.id;

/** True if the game on the page is still as it was. @param {State} state @param {GameView} game */
export const isStill = (state, game) => isOf(state, game) && state.game.version === game.version;

/** True if the player may take a square. @param {GameView | null} game @param {number} square */
export const canTake = (game, square) => Boolean(game?.is_your_turn && !game.board.marks[square]);

/** True if the computer plays one side. @param {GameView} game */
export const hasComputer = ({ seats }) => Object.values(seats).some((seat) => seat.is_computer);

/** True if the computer is to answer a move, be it one that is not confirmed yet. @param {State} state */
export function isAwaited({ game, pending }) {
  if (game === null || game.ending !== null) return false;
  return hasComputer(game) && (pending !== null || game.is_thinking);
}

/** Return the seconds for which the computer may think about a move. @param {GameView} game */
export const thoughtOf = ({ seats }) => Math.max(...Object.values(seats).map(({ seconds }) => seconds ?? 0));

/** True if the computer may think for so long that one can have its move at once. @param {State} state */
export const isThinkingLong = (state) => isAwaited(state) && thoughtOf(/** @type {GameView} */ (state.game)) >= LONG;

/** Tell who begins the next game, which is the other player: at one screen X is "own". @param {GameView} game */
export function beginsNext({ first, seats }) {
  const isOwn = seats.x.is_you && seats.o.is_you ? first === "o" : !seats[first].is_you;
  return isOwn ? "own" : "other";
}

/**
 * List the events between two states, in order: sounds, statistics and celebrations listen.
 * @param {State} before
 * @param {State} now
 */
export function happened(before, now) {
  const { game } = now;
  if (game === null) return [];
  const moves = game === before.game ? [] : newMoves(before, game);
  // A mark that was shown before there was a game is told with it.
  if (now.pending !== null && (now.pending !== before.pending || before.game === null))
    moves.push({ square: now.pending, side: game.board.turn });
  const isNew = before.game?.id !== game.id || before.game.round !== game.round;
  const hasBegun = isNew || (before.game !== null && isWaiting(before.game) && !isWaiting(game));
  const hasEnded = !isNew && !before.game?.ending && game.ending;
  return [
    ...(hasBegun ? [{ type: "noughts:began", detail: { game } }] : []),
    ...moves.map((move) => ({ type: "noughts:played", detail: { game, ...move } })),
    ...(hasEnded ? [{ type: "noughts:ended", detail: { game } }] : []),
  ];
}

/**
 * Return the moves that were not in the game before, but for the one that has been shown already.
 * @param {State} before
 * @param {GameView} game
 */
function newMoves(before, game) {
  const known = before.game?.id === game.id && before.game.round === game.round ? before.game.moves : [];
  const { first, board, moves } = game;
  /** @type {{square: number, side: Side | null}[]} */
  const all = moves.map((name, ply) => ({ square: board.names.indexOf(name), side: ply % 2 ? OTHER[first] : first }));
  return all.filter(({ square }, ply) => moves[ply] !== known[ply] && square !== before.pending);
}

/** True if a seat is free. @param {GameView} game */
export const isWaiting = ({ seats }) => Object.values(seats).some((seat) => seat.is_free);
