"""Checkers of certificates: each is one file for itself, which imports nothing of ours."""
