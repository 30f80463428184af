# Loaded into every Python process of the emulator: a Lambda finds its layers under /opt, the emulator's in folders of
# their own; and what a program writes must not mix with the lines in which the emulator's worker answers.
import os
import subprocess
import sys

layers = [folder for folder in os.environ.get("_LAMBDA_LAYERS_DIRS", "").split(os.pathsep) if folder]


class Popen(subprocess.Popen):
    def __init__(self, args, *more, **named):
        program = args[0] if isinstance(args, list) and args else ""
        for layer in layers:
            found = os.path.join(layer, str(program).removeprefix("/opt/"))
            if str(program).startswith("/opt/") and os.path.exists(found):
                args = [sys.executable, found, *args[1:]]
                named.setdefault("stdout", 2)
        super().__init__(args, *more, **named)


subprocess.Popen = Popen
