"""What a person sees: the vocabulary of the table, the words in each language, and the declaration of a game."""
