"""Pages of searches, and the browser in which tests view them. The program is the first argument of the test."""

import atexit
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from checks import check

winnow = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder, ignore_errors=True)
page = os.path.join(folder, "search.html")


# Trees: a number or (MAX, CHILDREN).
def random_tree(chance, plies, is_max=True, doubles=False):
    if plies == 0 or (plies < 3 and chance.random() < 0.25):
        return chance.randint(-4, 9)
    next_max = chance.random() < 0.5 if doubles and chance.random() < 0.4 else not is_max
    return (is_max, [random_tree(chance, plies - 1, next_max, doubles) for _ in range(chance.randint(1, 3))])


def uniform_tree(chance, widths, is_max=True, greatest=99):
    if not widths:
        return chance.randint(0, greatest)
    return (is_max, [uniform_tree(chance, widths[1:], not is_max, greatest) for _ in range(widths[0])])


def example():
    return (True, [(False, [3]), (False, [1, 4]), (False, [(True, [1, 5, 9]), 2])])


def as_list(tree):
    return str(tree) if isinstance(tree, int) else "(" + " ".join(map(as_list, tree[1])) + ")"


def as_position(tree):
    return str(tree) if isinstance(tree, int) else "(%s %s)" % (":max" if tree[0] else ":min", " ".join(map(as_position, tree[1])))


GAME = """(define-game doubles (:initial 0) (:moves (p) (loop for i from 1 below (length p) collect i)) (:play (p m) (nth m p))
  (:side (p) (if (consp p) (first p) :max)) (:over (p) (integerp p)) (:value (p) (if (integerp p) p 0)))
"""


def run(*arguments, text=None):
    done = subprocess.run([winnow, *arguments], input=text, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        check("Winnow writes a page", False, done.stderr[-400:])


def write_page(tree, doubles=False):
    """Write the page of TREE; return its data."""
    if doubles:
        run("-", text=GAME + f"(draw (record-search '{as_position(tree)} :game 'doubles) :format :html :file \"search.html\")")
    else:
        run("tree", "--quiet", "--html", page, "--player", "max" if tree[0] else "min", as_list(tree))
    return page_data()


def page_data():
    source = open(page, encoding="utf-8").read()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', source, re.S)[1])


options = webdriver.ChromeOptions()
for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile"):
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
atexit.register(browser.quit)


def open_page(width=1280, height=800, link=""):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    browser.get("about:blank")
    browser.get("file://" + page + link)


script = lambda text, *arguments: browser.execute_script(text, *arguments)


def press(*keys):
    """Press KEYS, each alone; a key after "shift " with Shift."""
    for key in keys:
        actions = webdriver.ActionChains(browser)
        if key.startswith("shift "):
            actions = actions.key_down(Keys.SHIFT).send_keys(key[6:]).key_up(Keys.SHIFT)
        else:
            actions = actions.send_keys(key)
        actions.perform()


at = lambda: script("return active.run.at")
says = lambda: script("return active.says.lastChild.textContent")
click = lambda css: browser.find_element(By.CSS_SELECTOR, css).click()
