"""The full-screen table: a Textual application that draws scenes and knows no game."""
