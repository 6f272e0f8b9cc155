"""Write down how O never loses, and check it without thinking; then check a proof of the library.

python docs/tutorial/12_proof.py
"""

import sys

try:
    from noughts import Position, Rules, Value, prove, values, verify
except ImportError:
    sys.exit("This step needs the library: python -m pip install .")

START = Rules.parse("3x3:3").start()


def find_answers(position, side, answers):
    """Ask the solver for an answer in every position that a side can come into."""
    if position.is_over or position.notation in answers:
        return
    moves = position.moves
    if str(position.turn) == side:
        worth = values(position)
        moves = [next(move for move in moves if worth[move].value >= Value.DRAW)]
        answers[position.notation] = moves[0]
    for move in moves:
        find_answers(position.play(move), side, answers)


def check(position, side, answers):
    """Play every game against the answers; returns how many there are, or complains.

    It doesn't ask how the answers were found: it only follows them.
    """
    if position.is_over:
        winner = position.outcome.winner
        if winner is not None and str(winner) != side:
            raise ValueError(f"{side} loses in {position.notation}")
        return 1
    moves = position.moves
    if str(position.turn) == side:
        if position.notation not in answers:
            raise ValueError(f"there is no answer to {position.notation}")
        moves = [answers[position.notation]]
    return sum(check(position.play(move), side, answers) for move in moves)


def main():
    """Prove, check, cheat, and check again."""
    answers = {}
    find_answers(START, "O", answers)
    games = check(START, "O", answers)
    print(f"{len(answers)} answers, and O loses none of {games} games.")

    threatened = Position.parse("xx./.o./... o 3")
    answers[threatened.notation] = threatened.square("a3")  # it doesn't block
    try:
        check(START, "O", answers)
    except ValueError as error:
        print(f"With one answer changed it is no proof: {error}.")

    checked = verify(prove("6x5:4").certificate)
    print(f"{checked.claim}: {checked.size:,} bytes prove it, by {checked.positions:,} positions.")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")
