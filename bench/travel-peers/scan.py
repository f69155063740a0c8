"""Answers the searches of bench/travel.ts with pandas.

Usage: scan.py FOLDER, which holds a CSV of every table and searches.json; writes answers.json.
Every search is a conjunction of conditions over one table, answered twice: over columns as read_csv gives them, and with
columns of text and dates turned into categories beforehand.
"""

import json
import sys
import time

import numpy
import pandas

folder = sys.argv[1]


def mask_of(frame, condition):
    kind, value = condition["kind"], condition["value"]
    if kind == "equal":
        return frame[condition["column"]] == value
    if kind == "in":
        return frame[condition["column"]].isin(value)
    if kind == "between":
        return frame[condition["column"]].between(value[0], value[1])
    if kind == "at-most":
        return frame[condition["column"]] <= value
    if kind == "at-least":
        return frame[condition["column"]] >= value
    if kind == "any-true":
        return frame[condition["columns"]].any(axis=1)
    if kind == "any-at-most":
        return (frame[condition["columns"]] <= value).any(axis=1)
    if kind == "window":
        start, end = condition["columns"]
        return (frame[start] <= value[0]) & (frame[end] >= value[1])
    raise ValueError(kind)


def answer(frame, conditions):
    mask = mask_of(frame, conditions[0])
    for condition in conditions[1:]:
        mask &= mask_of(frame, condition)
    return frame[mask]


def with_categories(frame):
    texts = frame.select_dtypes(include=["object", "string"]).columns
    ranges = {"departure_time", "arrival_time", "start_date_available", "end_date_available"}
    return frame.assign(**{name: frame[name].astype("category") for name in texts if name not in ranges})


names = ["flights", "hotels", "restaurants", "attractions"]
plain = {name: pandas.read_csv(f"{folder}/{name}.csv") for name in names}
coded = {name: with_categories(frame) for name, frame in plain.items()}
with open(f"{folder}/searches.json") as file:
    searches = json.load(file)
answers = []
for search in searches:
    record = {}
    for way, frames in (("plain", plain), ("coded", coded)):
        best = None
        for _ in range(3):
            start = time.perf_counter()
            found = answer(frames[search["table"]], search["conditions"])
            elapsed = (time.perf_counter() - start) * 1000
            best = elapsed if best is None else min(best, elapsed)
        record[way] = best
        record[f"{way}Rows"] = found.index.tolist()
    answers.append(record)
with open(f"{folder}/answers.json", "w") as file:
    json.dump({"pandas": pandas.__version__, "numpy": numpy.__version__, "answers": answers}, file)
