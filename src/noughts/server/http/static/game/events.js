/**
 * What happens in a game, as events of the document: `noughts:began`, `noughts:played` and
 * `noughts:ended`. Sounds, statistics and celebrations listen; the game needs none of them.
 */

/**
 * Tell what happened between two states of a game.
 * @param {object | null} before a GameView, or null before the first move
 * @param {object} after a GameView
 * @param {number | null} [pending] the square whose mark has been shown, and told, already
 */
export function tellChange(before, after, pending = null) {
  const isNew = before === null || before.id !== after.id || before.round !== after.round;
  if (isNew || (isWaiting(before) && !isWaiting(after))) tell("began", { game: after });
  const known = isNew ? [] : before.moves;
  after.moves.forEach((name, ply) => {
    const square = after.board.names.indexOf(name);
    if (name !== known[ply] && square !== pending) tellMove(after, square, sideAt(after, ply));
  });
  if (!isNew && !before.ending && after.ending) tell("ended", { game: after });
}

/**
 * Tell that a mark has appeared.
 * @param {object} game
 * @param {number} square
 * @param {string} side `x` or `o`
 */
export const tellMove = (game, square, side) => tell("played", { game, square, side });

function tell(what, detail) {
  document.dispatchEvent(new CustomEvent(`noughts:${what}`, { detail }));
}

const isWaiting = (game) => Object.values(game.seats).some((seat) => seat.is_free);

const sideAt = (game, ply) => (ply % 2 === 0 ? game.first : { x: "o", o: "x" }[game.first]);
