"""The message that shows a game, and every way it is posted, changed and moved.

The whole message stays within a phone's or a laptop's screen: up to five rows of buttons, four with icons
to a row. Moves that don't fit are chosen in a grid of spaces, by kind, or by direction, and the text below
the picture leaves out news and reasons first. The icons are emojis of the application. Until Discord has
them, the buttons show symbols.
"""
