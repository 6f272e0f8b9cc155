/** The celebration of a win: noughts and crosses that fly up from the line and fall. */

import { element, isMotionReduced } from "../shared/page.js";

const COUNT = 90;
const LIFE = 1_600; // milliseconds
const GRAVITY = 1_500; // pixels per second, every second

/** Celebrate, where motion is welcome. @param {Element[]} squares from which the pieces fly */
export function throwConfetti(squares) {
  if (isMotionReduced()) return;
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.ariaHidden = "true";
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const shapes = ["x", "o"].map(shapeOf);
  const pieces = Array.from({ length: COUNT }, (_, at) => {
    return newPiece(squares[at % squares.length], shapes[at % 2]);
  });
  const began = performance.now();
  requestAnimationFrame(function draw(now) {
    const age = now - began;
    if (age > LIFE) return canvas.remove();
    drawPieces(canvas, pieces, age);
    requestAnimationFrame(draw);
  });
}

/** Return the drawn mark of a side, in its colour. @param {string} side */
function shapeOf(side) {
  const mark = element(`mark-${side}`).content.firstElementChild;
  const path = new Path2D(Array.from(mark.children, (stroke) => stroke.getAttribute("d")).join(""));
  const colour = getComputedStyle(document.documentElement).getPropertyValue(`--${side}`);
  return { path, colour };
}

/** @param {Element} square @param {ReturnType<shapeOf>} shape */
function newPiece(square, shape) {
  const place = square.getBoundingClientRect();
  const [turn, force] = [(Math.random() - 0.5) * 1.9, 350 + 550 * Math.random()];
  return {
    ...shape,
    left: place.left + place.width * Math.random(),
    top: place.top + place.height * Math.random(),
    right: Math.sin(turn) * force,
    up: Math.cos(turn) * force,
    size: 0.9 + 1.6 * Math.random(),
    spin: (Math.random() - 0.5) * 12,
  };
}

/** @param {HTMLCanvasElement} canvas @param {ReturnType<newPiece>[]} pieces @param {number} age in milliseconds */
function drawPieces(canvas, pieces, age) {
  const [paint, seconds] = [canvas.getContext("2d"), age / 1_000];
  if (!paint) return;
  paint.clearRect(0, 0, canvas.width, canvas.height);
  paint.lineWidth = 1.8;
  paint.lineCap = "round";
  paint.globalAlpha = Math.min(1, (LIFE - age) / 500);
  for (const piece of pieces) {
    const left = piece.left + piece.right * seconds;
    const top = piece.top - piece.up * seconds + (GRAVITY * seconds * seconds) / 2;
    paint.setTransform(piece.size, 0, 0, piece.size, left, top);
    paint.rotate(piece.spin * seconds);
    paint.translate(-5, -5);
    paint.strokeStyle = piece.colour;
    paint.stroke(piece.path);
  }
  paint.resetTransform();
}
