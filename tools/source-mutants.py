#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one token of the rules at a time and looks who notices: cases, the contract suite, signatures.

A copy of the sources lies in build/source-mutants; each mutant is built there at -O1. The sample is drawn from the seed, book after book in
turn, so that a longer run tries the same mutants first and then more. Prints each survivor and the share noticed by book.
"""
import argparse, os, random, re, shutil, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "source-mutants")
TREE, BUILD = os.path.join(WORK, "tree"), os.path.join(WORK, "build")
OTHER = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
         " && ": " || ", " || ": " && ", " + ": " - ", " - ": " + "}
# Not rules: evaluation, and reading and showing positions.
PLAIN = re.compile(r"(evaluate|view|arrange|sheet|field)")
SKIP = re.compile(r"^\s*(//|#|static_assert|template|case \d)|kName|kPrompt|\bQUESTION\(|\bDIE\(")


def code_of(line):
    """The line without strings and comment, blanked so that columns stay."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda m: '"' + "_" * (len(m[0]) - 2) + '"', line)
    at = line.find("//")
    return line if at < 0 else line[:at]


def changes(line):
    code = code_of(line)
    if SKIP.search(line):
        return
    for was, now in OTHER.items():
        at = code.find(was)
        while at >= 0:
            yield line[:at] + now + line[at + len(was):]
            at = code.find(was, at + 1)
    for m in re.finditer(r"(?<![\w.\"'])(\d{1,3})(?![\w.\"'])", code):
        yield line[:m.start()] + str(int(m[1]) + 1) + line[m.end():]
    for was, now in (("return true;", "return false;"), ("return false;", "return true;")):
        if was in code:
            yield line.replace(was, now, 1)
    m = re.match(r"^(\s*(?:\} )?(?:else )?if \()(.*)(\) [^)]*)$", code)
    if m and ";" not in m[2] and " = " not in m[2]:
        yield line[:m.start(2)] + "!(" + line[m.start(2):m.end(2)] + ")" + line[m.end(2):]


def sites(book):
    folder = os.path.join(ROOT, "engine", "rules", book)
    out = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".cpp") or PLAIN.search(name):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for number, line in enumerate(f.read().split("\n")):
                out += [(f"engine/rules/{book}/{name}", number, new) for new in changes(line)]
    return out


def run(*words, timeout=120):
    try:
        done = subprocess.run(words, cwd=TREE, timeout=timeout, capture_output=True, text=True, env={**os.environ, "TAMBOUR_DATA": TREE + "/data"})
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return 1, ""


def build(jobs):
    return subprocess.run(["ninja", "-C", BUILD, f"-j{jobs}", "tambour"], capture_output=True).returncode == 0


def prepare(jobs):
    os.makedirs(TREE, exist_ok=True)
    for name in ("engine", "wire", "server", "cli", "tools", "data", "cases", "tests", "bench", "cmake", "packaging", "CMakeLists.txt", "LICENSE"):
        source, target = os.path.join(ROOT, name), os.path.join(TREE, name)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True, copy_function=copy_if_changed)
        else:
            copy_if_changed(source, target)
    subprocess.run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                    "-DCMAKE_CXX_FLAGS=-O1 -Wno-error"], check=True, capture_output=True)
    if not build(jobs):
        sys.exit("the sources do not build; see 'ninja -C build/source-mutants/build'")


def copy_if_changed(source, target):
    with open(source, "rb") as f:
        new = f.read()
    if os.path.exists(target):
        with open(target, "rb") as f:
            if f.read() == new:
                return
    with open(target, "wb") as f:
        f.write(new)


def signature(book):
    status, text = run(BUILD + "/tambour", "signature")
    return [l for l in text.split("\n") if f" {book} " in l] if status == 0 else None


def fate(book, signatures):
    """Who notices the mutant that has been built."""
    if run(BUILD + "/tambour", "case", "cases/" + book)[0]:
        return "cases"
    if run(BUILD + "/tambour", "contract", "--ruleset", book, "--games", "20", "--checks", "60", "--pairs", "5000", "--minds", "0")[0]:
        return "contract"
    return "signatures" if signature(book) != signatures else "nobody"


def try_one(book, site, signatures, jobs):
    path, number, new = site
    target = os.path.join(TREE, path)
    with open(target, encoding="utf-8") as f:
        text = f.read()
    lines = text.split("\n")
    was, lines[number] = lines[number], new
    try:
        with open(target, "w", encoding="utf-8") as f:
            f.write("\n".join(lines))
        noticed = fate(book, signatures) if build(jobs) else None
    finally:
        with open(target, "w", encoding="utf-8") as f:
            f.write(text)
    if noticed == "nobody":
        print(f"{path}:{number + 1}: nobody notices\n  - {was.strip()}\n  + {new.strip()}", flush=True)
    return noticed


def main():
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("--minutes", type=float, default=10)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=os.cpu_count())
    ask.add_argument("--book", action="append", help="only this book; may be given more than once")
    wanted = ask.parse_args()
    folders = sorted(os.listdir(os.path.join(ROOT, "engine", "rules")))
    books = wanted.book or [b for b in folders if os.path.exists(os.path.join(ROOT, "cases", b)) and b in folders]
    end = time.time() + 60 * wanted.minutes
    prepare(wanted.jobs)
    samples = {}
    for book in books:
        samples[book] = sites(book)
        random.Random(f"{wanted.seed} {book}").shuffle(samples[book])
    truth = {book: signature(book) for book in books}
    count = {book: dict.fromkeys(("cases", "contract", "signatures", "nobody"), 0) for book in books}
    while time.time() < end and any(samples.values()):
        for book in books:
            if samples[book] and time.time() < end:
                noticed = try_one(book, samples[book].pop(), truth[book], wanted.jobs)
                if noticed:
                    count[book][noticed] += 1
    for book, c in count.items():
        tried = sum(c.values())
        if tried:
            print(f"{book}: source mutants {tried}, noticed {100 * (tried - c['nobody']) / tried:.0f} % (cases {c['cases']}, "
                  f"contract {c['contract']}, signatures {c['signatures']}), unnoticed {c['nobody']}")


if __name__ == "__main__":
    main()
