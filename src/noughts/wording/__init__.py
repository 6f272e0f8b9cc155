"""Sentences and pictures for people, made of values, in the language of whom they are for."""
