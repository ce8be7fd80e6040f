#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens every page of the documentation site in headless Chromium, from disk, and checks it.

    tests/docs/test_site.py [build/docs/html] [--screenshots FOLDER] [--seconds 1]

Checked for each page: every link and image leads to a file of the site, and every fragment to an element of it (addresses elsewhere are
only checked for their form); the browser logs no error; no formula is left as source, and each is typeset without an error; the page is
dark if the browser prefers that; at widths of 390 pixels, that of a phone, and of 1280 nothing reaches beyond the right edge; the page is loaded in time. No two pages
have the same title, all are reached from the first, none is larger than 400 KB, and the search finds words with the sentences around them. Exit code 77 (skipped) if the
site has not been built or there is no Chromium. Needs Python's standard library only: it speaks the DevTools protocol through a pipe.
"""
import argparse
import base64
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
DESK = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
MOST_BYTES = 400_000  # of a page, without its scripts and pictures
GUARD = 60  # seconds for one answer of the browser

TYPESET = """new Promise(done => window.MathJax && MathJax.Hub ? MathJax.Hub.Queue(() => done(true)) : done(false))"""
LOOK = r"""(() => {
  const article = document.querySelector("article") || document.body;
  const copy = article.cloneNode(true);
  copy.querySelectorAll("script, style, pre, code, .MathJax, .MathJax_Display, .MathJax_Preview, .MathJax_SVG").forEach(node => node.remove());
  const raw = copy.textContent.match(/\$[^$\s][^$\n]*\$|\\\([^\n]*?\\\)|\\\[[^\n]*?\\\]|\\(frac|langle|mid|sum|times|otimes|begin)\b/g) || [];
  const scripts = article.querySelectorAll("script[type^='math/tex']").length;
  const formulas = article.querySelectorAll(".math").length;
  const failed = [...article.querySelectorAll(".MathJax_Error, .merror, .MJXc-error, .noError")].map(node => node.textContent);
  const links = [...document.querySelectorAll("a[href]")].map(node => node.getAttribute("href"));
  const images = [...document.images].map(node => ({address: node.getAttribute("src"), loaded: node.complete && node.naturalWidth > 0}));
  return {title: document.title, raw, scripts, formulas, failed, links, images, ids: [...document.querySelectorAll("[id]")].map(node => node.id),
          inner: [...article.querySelectorAll("p em, li em, td em")].filter(node =>
            /\w$/.test(node.previousSibling && node.previousSibling.nodeType === 3 ? node.previousSibling.data : "") ||
            /^\w/.test(node.nextSibling && node.nextSibling.nodeType === 3 ? node.nextSibling.data : "")).map(node => node.textContent),
          stars: [...copy.querySelectorAll("dl.py")].forEach(node => node.remove()) || copy.textContent.match(/\w\\\*\w|\*\*\w+/g) || []};
})()"""
DARK = r"""(() => {
  const light = colour => { const [r, g, b] = colour.match(/[\d.]+/g).map(Number); return 0.3 * r + 0.6 * g + 0.1 * b; };
  const page = light(getComputedStyle(document.body).backgroundColor), text = light(getComputedStyle(document.querySelector("article") || document.body).color);
  return {page, text};
})()"""
WIDTH = r"""(() => {
  const room = document.documentElement.clientWidth;
  const beyond = document.documentElement.scrollWidth;
  if (beyond <= room) return {room, beyond, culprits: []};
  const hidden = node => { for (let at = node.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible" && at !== document.body && at !== document.documentElement) return true; return false; };
  const culprits = [...document.querySelectorAll("article *")].filter(node => node.getBoundingClientRect().right > room + 1 && !hidden(node))
      .map(node => node.tagName.toLowerCase() + "." + node.className + ": " + node.textContent.trim().slice(0, 60));
  return {room, beyond, culprits: culprits.slice(0, 5)};
})()"""


class Browser:
    """Chromium, spoken to through file descriptors 3 (commands) and 4 (answers and events), each message ended by a zero byte."""

    def __init__(self, program, folder):
        commands, self.out = os.pipe()
        self.answers, answers = os.pipe()
        keep = [fd for fd in (commands, answers)]

        def connect():  # in the child: the pipe's ends become 3 and 4, wherever they were
            high = [os.dup2(fd, 60 + number) for number, fd in enumerate(keep)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in keep:
            os.close(fd)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.buffer:
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise RuntimeError("Chromium has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        os.write(self.out, json.dumps(request).encode() + b"\0")
        limit = time.monotonic() + GUARD
        while time.monotonic() < limit:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)
        raise RuntimeError(f"{method}: no answer in {GUARD} seconds")

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("text", "exception"))
        return result["result"].get("value")

    def open(self, address, screen):
        """Loads a page; returns the seconds from the request to the load event."""
        self.call("Emulation.setDeviceMetricsOverride", **screen)
        self.events = []
        start = time.monotonic()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())
        return time.monotonic() - start

    def errors(self):
        found = []
        for event in self.events:
            method, data = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = data["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif method == "Log.entryAdded" and data["entry"]["level"] == "error":
                found.append(f"{data['entry']['text']} {data['entry'].get('url', '')}")
            elif method == "Runtime.consoleAPICalled" and data["type"] in ("error", "assert"):
                found.append(" ".join(str(value.get("value", "")) for value in data["args"]))
        return found

    def screenshot(self, path, height=1400):
        clip = {"x": 0, "y": 0, "width": self.evaluate("innerWidth"), "height": height, "scale": 1}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            self.process.terminate()
        self.process.wait(GUARD)


def check_page(browser, page, site, seconds, screenshots):
    """(what was found on the page, complaints, time to load)"""
    address = page.as_uri()
    loaded = browser.open(address, DESK)
    for _ in range(2):  # a busy machine may delay one load; a heavy page is slow each time
        loaded = min(loaded, browser.open(address, DESK)) if loaded > seconds else loaded
    has_mathjax = browser.evaluate(TYPESET)
    found = browser.evaluate(LOOK)
    complaints = [f"the browser logs: {error}" for error in browser.errors()]
    complaints += [f"formula left as source: {text}" for text in found["raw"]] + [f"formula with an error: {text}" for text in found["failed"]]
    complaints += [f"emphasis within a word, perhaps lost asterisks: {text}" for text in found["inner"]]
    complaints += [f"asterisks left in the text: {text}" for text in found["stars"]]
    if found["formulas"] and not has_mathjax:
        complaints.append(f"{found['formulas']} formulas, but MathJax is not loaded")
    if has_mathjax and found["scripts"] < found["formulas"]:
        complaints.append(f"{found['formulas'] - found['scripts']} of {found['formulas']} formulas are not typeset")
    complaints += [f"image not loaded: {image['address']}" for image in found["images"] if not image["loaded"]]
    if loaded > seconds:
        complaints.append(f"loaded in {loaded:.2f} s, more than {seconds:g} s")
    if page.stat().st_size > MOST_BYTES:
        complaints.append(f"{page.stat().st_size} bytes, more than {MOST_BYTES}")
    width = browser.evaluate(WIDTH)
    if width["beyond"] > width["room"]:
        complaints.append(f"{width['beyond']} pixels wide on a screen of {width['room']}: " + "; ".join(width["culprits"]))
    name = str(page.relative_to(site)).replace("/", "-").removesuffix(".html")
    if screenshots:
        browser.screenshot(screenshots / f"{name}.png")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = browser.evaluate(DARK)
    if dark["page"] > 80 or dark["text"] < 150:
        complaints.append(f"not dark where the browser prefers it: brightness {dark['page']:.0f} of the page and {dark['text']:.0f} of its text, of 255")
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.open(address, PHONE)
    browser.evaluate(TYPESET)
    width = browser.evaluate(WIDTH)
    if width["beyond"] > width["room"]:
        complaints.append(f"{width['beyond']} pixels wide on a screen of {width['room']}: " + "; ".join(width["culprits"]))
    if screenshots:
        browser.screenshot(screenshots / f"{name}-phone.png")
    return found, complaints, loaded


SEARCHES = {"thin triangles": "thin", "egg boxes": "egg", "Slurm": "Slurm", "Todd Coxeter": "Coxeter"}  # what is looked for, and a word of an excerpt


def check_search(browser, site, screenshots):
    """The search shows sentences of the pages that it finds."""
    complaints = []
    for query, word in SEARCHES.items():
        browser.open((site / "search.html").as_uri() + "?q=" + urllib.parse.quote(query), DESK)
        limit = time.monotonic() + GUARD
        state = None
        while time.monotonic() < limit and (state is None or not state["done"]):
            time.sleep(0.05)
            state = browser.evaluate("""({done: !/Searching/.test((document.querySelector("#search-results h2") || {textContent: "Searching"}).textContent),
                found: document.querySelectorAll("ul.search li").length, texts: [...document.querySelectorAll("ul.search li p.context")].map(node => node.textContent)})""")
        if word.lower() not in " ".join(state["texts"]).lower():
            complaints.append(f"'{query}' is found {state['found']} times, but no excerpt has '{word}'")
        complaints += [f"the browser logs: {error}" for error in browser.errors()]
        if screenshots:
            browser.screenshot(screenshots / f"search-{word}.png")
    return complaints


def check_links(page, links, site, ids):
    """Complaints about the links of a page; `ids` has the fragments of each page."""
    complaints = []
    for link in dict.fromkeys(links):
        parts = urllib.parse.urlsplit(link)
        if parts.scheme in ("http", "https"):
            if "." not in parts.netloc or " " in link:
                complaints.append(f"this is not an address: {link}")
            continue
        if parts.scheme in ("mailto", "javascript"):
            continue
        target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
        if parts.scheme or not target.is_file() or not target.is_relative_to(site):
            complaints.append(f"broken link: {link}")
        elif parts.fragment and target in ids and urllib.parse.unquote(parts.fragment) not in ids[target]:
            complaints.append(f"there is no such place on the page: {link}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=pathlib.Path, default=ROOT / "build/docs/html")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="FOLDER", help="write pictures of all pages there, on a desk and on a phone")
    parser.add_argument("--seconds", type=float, default=1, help="how long a page may take to load (default: 1)")
    arguments = parser.parse_args()
    site = arguments.site.resolve()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not (site / "index.html").is_file() or not chromium:
        print(f"skipped: {'there is no Chromium' if not chromium else f'{site} has not been built (make docs)'}")
        return SKIPPED
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    pages = sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)
    wrong, found = {}, {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(chromium, folder)
        try:
            browser.open((site / "index.html").as_uri(), DESK)  # the first page also starts the browser's own processes
            for page in pages:
                found[page], wrong[page], loaded = check_page(browser, page, site, arguments.seconds, arguments.screenshots)
                print(f"{page.relative_to(site)}: loaded in {loaded:.2f} s, {len(found[page]['links'])} links, {found[page]['formulas']} formulas", flush=True)
            wrong[site / "search.html"] += check_search(browser, site, arguments.screenshots)
        finally:
            browser.close()
    ids = {page: set(found[page]["ids"]) for page in pages}
    titles = collections.Counter(found[page]["title"] for page in pages)
    linked = {(page.parent / urllib.parse.urlsplit(link).path).resolve() for page in pages for link in found[page]["links"] if "://" not in link}
    for page in pages:
        if titles[found[page]["title"]] > 1:
            wrong[page].append(f"another page has this title, too: {found[page]['title']}")
        if page not in linked and page.name != "search.html":
            wrong[page].append("no page leads here")
    for page in pages:
        wrong[page] += check_links(page, found[page]["links"], site, ids)
        for complaint in dict.fromkeys(wrong[page]):
            print(f"{page.relative_to(site)}: {complaint}")
    count = sum(map(len, wrong.values()))
    print(f"site: {len(pages)} pages, {count} complaints")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
