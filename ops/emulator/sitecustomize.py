# Python loads this file into every process of the emulator. On AWS a Lambda's layers are under /opt, in the emulator in
# folders of their own; so programs under /opt are started from there. Their output goes to stderr, because the
# emulator's worker answers on stdout.
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
