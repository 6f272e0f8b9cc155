"""The grader: what is wrong with each function of a program for 3×3, by counterexamples."""
