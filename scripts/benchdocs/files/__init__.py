"""Write files so that nobody ever sees half of one.

Atomic writes, the swap of a whole folder, and the lock that lets one command at a time change a suite.
Every room may use it. It knows paths and bytes, and imports no other room.
"""
