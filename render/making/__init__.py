"""What shows and checks the pictures: the contact sheet and its examples. The bot runs none of this."""
