"""What ratings do with a person who was erased: nothing, apart from texts about corrections."""
