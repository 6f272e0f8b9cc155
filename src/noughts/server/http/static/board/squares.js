/** The contents of a square. Text and marks come from the server. */

/**
 * Put a mark into a square, or remove it; the same mark is left alone.
 * @param {HTMLElement} square
 * @param {string} mark `x`, `o` or nothing
 */
export function setMark(square, mark) {
  if ((square.dataset.mark ?? "") === mark) return;
  square.querySelector(".mark")?.remove();
  flag(square, "mark", mark);
  if (!mark) return;
  const drawn = document.getElementById(`mark-${mark}`).content.cloneNode(true);
  drawn.firstElementChild.classList.add("fresh");
  square.append(drawn);
}

/**
 * Write what a move is worth into its square, or remove that.
 * @param {HTMLElement} square
 * @param {{value: string, text: string, is_best: boolean} | undefined} worth
 */
export function setWorth(square, worth) {
  square.querySelector(".worth")?.remove();
  if (!worth) return;
  const label = document.createElement("span");
  label.className = "worth";
  label.textContent = worth.text;
  label.dataset.value = worth.value;
  flag(label, "best", worth.is_best);
  square.append(label);
}

/**
 * Set a data attribute where there is a value, and remove it where there is none.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | boolean} value
 */
export function flag(element, name, value) {
  if (value) element.dataset[name] = value === true ? "" : value;
  else delete element.dataset[name];
}

/**
 * The strokes through winning lines, from centre to centre.
 * @param {number[][]} lines
 * @param {number} width
 */
export function strokes(lines, width) {
  return lines.map((line) => {
    const [from, to] = [line[0], line.at(-1)].map((square) => centre(square, width));
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("pathLength", "1");
    path.setAttribute("d", `M${from}L${to}`);
    return path;
  });
}

function centre(square, width) {
  return [(square % width) + 0.5, Math.floor(square / width) + 0.5];
}
