"""What messages are made of: content, pictures, icons and the custom_ids of buttons and menus."""
