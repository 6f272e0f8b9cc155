/** The levels as the form of a new game lists them, weakest first. */

/** @param {string} board */
export function levelsOf(board) {
  const boards = (choice) => choice.dataset.boards.split(" ");
  return choices().filter((choice) => boards(choice).includes(board)).map(valueOf);
}

/**
 * The name of a level in the language of the page.
 * @param {string} level
 */
export function levelName(level) {
  const choice = choices().find((each) => valueOf(each) === level);
  return (choice?.querySelector(".choice-name") ?? choice)?.textContent.trim() ?? level;
}

const choices = () => [...document.querySelectorAll("#new-game [data-boards]")];

const valueOf = (choice) => choice.control.value;
