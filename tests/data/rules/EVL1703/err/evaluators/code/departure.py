"""A script that does what it may not."""
import os, re
from . import comparison
from .comparison import same
from urllib.request import urlopen
import json; import socket
if re: import sys


def evaluate(labels, output, narrative):
    "é"; exec("1"); compile("1", "", "eval")
    read = open
    globals()["x"] = 1
    ｅｖａｌ("1")
    __import__("os")
    getattr(re, "sys")
    with open("labels"): import subprocess
    return {}.__class__.__mro__, __builtins__
