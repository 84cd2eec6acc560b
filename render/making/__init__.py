"""Tools that show and check the pictures: the contact sheet and its examples. The bot doesn't use them."""
