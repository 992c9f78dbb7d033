declared()
