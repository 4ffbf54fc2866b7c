"""Checks that are counted, and the last line that tests/run adds up."""

import sys

_passed = _failed = 0


def check(name, ok, got=""):
    global _passed, _failed
    if ok:
        _passed += 1
    else:
        _failed += 1
        print(f"FAILED {name}: {got!r}")


def finish():
    print(f"{_passed} passed, {_failed} failed")
    sys.exit(_failed != 0)
