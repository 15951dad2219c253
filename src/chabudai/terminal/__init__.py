"""The game in a terminal: draws scenes as text, and plays line by line or full screen (`app`)."""
