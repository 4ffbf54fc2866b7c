#!/usr/bin/env python3
"""The page that steps through a search, in a headless browser. usage: page.py WINNOW. Last line: 'N passed, N failed'."""

import os
import re
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service

from checks import check, finish

winnow = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp()
page = os.path.join(folder, "search.html")
# Bratko's tree: figure 15.4 has five leaves visited, two branches cut, d = 4, e >= 5, c <= 2.
subprocess.run([winnow, "tree", "--quiet", "--html", page, "(((1 4) (5 6)) ((2 1) (1 1)))"], check=True, capture_output=True)
source = open(page, encoding="utf-8").read()
check("nothing is fetched", not re.search(r'(src|href)=|https?://(?!www\.w3\.org/2000/svg)', source))

options = webdriver.ChromeOptions()
for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile"):
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
try:
    browser.get("file://" + page)
    body = browser.find_element(By.TAG_NAME, "body")
    count = lambda: browser.find_element(By.ID, "count").text
    told = lambda: browser.find_element(By.ID, "text").text
    value = lambda node: browser.execute_script(f"return document.querySelector('g[data-n=\"{node}\"] text').textContent")
    faint = lambda: browser.execute_script("return document.querySelectorAll('g.faint').length")
    total = int(count().split()[-1])
    check("it begins before the search", count() == f"step 0 of {total}" and told() == "The tree before the search.", count())
    check("all is faint then", faint() == 13, faint())
    body.send_keys(Keys.ARROW_RIGHT)
    check("a step forward", count().startswith("step 1 of") and told() == "The maximizer moves at (); the window is -inf..inf.", told())
    check("one node is lit", faint() == 12, faint())
    body.send_keys(Keys.ARROW_LEFT)
    check("a step back", count().startswith("step 0 of"), count())
    texts = []
    for _ in range(total):
        body.send_keys(Keys.ARROW_RIGHT)
        texts.append(told())
    leaves = [t for t in texts if t.startswith("The leaf")]
    check("five leaves", leaves == ["The leaf (1 1 1) is worth 1.", "The leaf (1 1 2) is worth 4.", "The leaf (1 2 1) is worth 5.",
                                    "The leaf (2 1 1) is worth 2.", "The leaf (2 1 2) is worth 1."], leaves)
    cuts = [t for t in texts if t.startswith("Cutoff at")]
    check("two cuts, with their reasons", len(cuts) == 2 and "alpha 5 >= beta 4" in cuts[0] and "alpha 4 >= beta 2" in cuts[1], cuts)
    check("the values as figure 15.4 has them", [value(n) for n in (0, 1, 2)] == ["4", "4", "4"], [value(n) for n in (0, 1, 2)])
    body.send_keys(Keys.ARROW_RIGHT)
    check("there is nothing behind the end", count() == f"step {total} of {total}", count())
    check("all is lit at the end", faint() == 0, faint())
    body.send_keys(Keys.HOME)
    check("Home", count().startswith("step 0 of"), count())
    body.send_keys(Keys.END)
    check("End", count() == f"step {total} of {total}", count())
    browser.find_element(By.ID, "back").click()
    check("a button", count() == f"step {total - 1} of {total}", count())
    background = lambda: browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    colors = []
    for scheme in ("light", "dark"):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        colors.append(background())
    check("light and dark", colors == ["rgb(255, 255, 255)", "rgb(24, 24, 24)"], colors)
    log = browser.get_log("browser")
    check("no complaint in the console", not log, log)
    large = 10 ** 30
    subprocess.run([winnow, "tree", "--quiet", "--html", page, f"(({large} {large + 1}) ({large + 2} (1 ({large} (2 {-large})))))"], check=True, capture_output=True)
    browser.get("file://" + page)
    beyond = browser.execute_script("""const svg = document.querySelector("svg"), width = svg.viewBox.baseVal.width;
        return [...svg.querySelectorAll("text")].filter(t => { const b = t.getBBox(); return b.x < 0 || b.x + b.width > width; }).map(t => t.textContent);""")
    check("a picture is as wide as large numbers in it", beyond == [], beyond)
finally:
    browser.quit()

finish()
