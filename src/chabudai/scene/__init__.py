"""What a person sees: the vocabulary of the table, and the words in each language."""
