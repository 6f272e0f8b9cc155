"""Sentences and pictures for people, made of values, in their language."""
