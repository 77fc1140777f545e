"""Programs that attack their grader: hostile.py KIND TOKEN FILE. TOKEN is only there to be found in the list of processes."""

import os
import signal
import sys
import time

kind, token, path = sys.argv[1:4]
folder = os.path.dirname(path)


def answer():
    print("LULU", flush=True)


def daemon(work):
    """Runs work in a process of its own session, which nobody waits for."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in range(3):
                os.close(descriptor)
            work()
        os._exit(0)
    os.wait()


def sleep():
    time.sleep(600)


def take_memory():
    held = bytearray(400 << 20)
    time.sleep(600)
    del held


if kind == "joins-the-group":
    os.setpgid(0, os.getpgid(os.getppid()))
    sleep()
elif kind == "leaves-a-daemon":
    daemon(sleep)
    answer()
elif kind == "hides-memory":
    daemon(take_memory)
    time.sleep(20)
elif kind == "hides-its-name":
    import ctypes

    ctypes.CDLL(None).prctl(15, b") Z 1 1 1\n\xff", 0, 0, 0)
    daemon(take_memory)
    time.sleep(20)
elif kind == "hides-its-threads":
    import ctypes
    import threading

    def leave():
        threading.Thread(target=take_memory).start()
        # The system call exit, of this thread alone.
        ctypes.CDLL(None).syscall(60 if os.uname().machine == "x86_64" else 93, 0)

    daemon(leave)
    time.sleep(20)
elif kind == "hides-memory-in-a-file":
    file = os.memfd_create("memory")
    for _ in range(400):
        os.write(file, b"x" * (1 << 20))
    time.sleep(20)
elif kind == "prepares-boards":
    # The names of the files that the grader might write next.
    for number in range(6):
        for parent in (folder, os.path.dirname(folder)):
            for name in (f"board-{number}.txt", "board.txt"):
                try:
                    os.mkfifo(os.path.join(parent, name))
                except OSError:
                    pass
    answer()
elif kind == "links-its-solution":
    os.symlink("/etc/passwd", os.path.splitext(path)[0] + ".solution")
elif kind == "replaces-its-solution":
    os.mkfifo(os.path.splitext(path)[0] + ".solution")
elif kind == "crashes":
    os.kill(os.getpid(), signal.SIGSEGV)
elif kind == "starts-children":
    if os.fork() == 0:
        os.setsid()
        sleep()
    sleep()
elif kind == "writes-here":
    with open(f"{token}.txt", "w") as file:
        file.write("x")
    answer()
elif kind == "runs-from-process-to-process":
    answer()
    for _ in range(180):
        if os.fork():
            os._exit(0)
        os.setsid()
    sleep()
elif kind == "floods":
    sys.stdout.write("1\n" * (16 << 20))
elif kind == "ignores-signals":
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    sleep()
