"""The table in a terminal, full screen: a Textual application that draws scenes and nothing else."""
