"""The rules of k-in-a-row on any board: values and pure functions, standard library only."""
