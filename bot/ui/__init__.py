"""What people see and press: board messages, cards, panels, buttons, and the words on them."""
