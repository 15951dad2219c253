"""What a person sees: the vocabulary of scenes, the words of each language, and the declaration of a game."""
