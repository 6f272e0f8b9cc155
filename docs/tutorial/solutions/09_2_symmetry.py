"""Look at one of all positions that are the same turned or mirrored."""

from noughts import canonical


def minimax(position, table):
    """Return the value of a position for the side to move, using a table of all seen before."""
    position = canonical(position)
    if position in table:
        return table[position]
    if len(table) >= MOST:
        raise TooMany
    if position.is_over:
        value = Value.DRAW if position.outcome.winner is None else Value.LOSS  # the other has won
    else:
        value = Value.LOSS
        for move in position.moves:
            value = max(value, Value(-minimax(position.play(move), table)))
            if value == Value.WIN:
                break  # nothing is better
    table[position] = value
    return value
