"""Writes test/fixtures/statistics/factorial.json: small factorial tables of our own and what statsmodels makes of them
(ordinary least squares on empirical logits, contrasts as averages of predictions over the full grid, Holm's p). Against
these src/ladder/factorial is tested. Run from the repository's root with statsmodels 0.15.0, patsy, pandas 3.1.1 and numpy
2.4.6 installed:

    python test/oracles/factorial.py
"""

import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import patsy
import statsmodels.formula.api as smf
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(11)


def table(levels, seeds, drop=()):
    """Runs with counts drawn from logits that the factors, one interaction and the seed shift."""
    rows = []
    for cell in itertools.product(*levels.values()):
        for seed in seeds:
            row = dict(zip(levels, cell), seed=seed)
            if (*cell, seed) in drop:
                continue
            where = [list(levels[name]).index(row[name]) for name in levels]
            logit = -0.4 + 0.8 * where[0] - 0.5 * where[1] + 0.9 * where[0] * where[1] + 0.2 * (seed % 3)
            p = 1 / (1 + np.exp(-logit - rng.normal(0, 0.25)))
            n = int(rng.integers(60, 140))
            rows.append({**row, "right": int(rng.binomial(n, p)), "n": n})
    return rows


def effects(rows, levels, interactions, block):
    frame = pd.DataFrame(rows)
    frame["y"] = np.log((frame.right + 0.5) / (frame.n - frame.right + 0.5))
    names = list(levels)
    right = (" * " if interactions else " + ").join(f"C({name}, Sum)" for name in names)
    if block:
        right += " + C(seed, Sum)"
    fit = smf.ols(f"y ~ {right}", frame).fit()
    info = fit.model.data.design_info if hasattr(fit.model.data, "design_info") else patsy.dmatrix(right, frame).design_info
    seeds = sorted(frame.seed.unique())
    grid = pd.DataFrame(
        [dict(zip(names, cell), seed=seed) for cell in itertools.product(*levels.values()) for seed in seeds]
    )
    rows_of = np.asarray(patsy.build_design_matrices([info], grid)[0])

    def mean(**fixed):
        keep = np.ones(len(grid), bool)
        for name, level in fixed.items():
            keep &= (grid[name] == level).to_numpy()
        return rows_of[keep].mean(axis=0)

    found = []

    def add(kind, name, contrast):
        test = fit.t_test(contrast)
        low, high = test.conf_int()[0]
        found.append({"kind": kind, "name": name, "value": float(test.effect[0]), "low": float(low), "high": float(high), "p": float(test.pvalue)})

    for name in names:
        first, *others = levels[name]
        for other in others:
            add("main", f"{name}: {first} → {other}", mean(**{name: other}) - mean(**{name: first}))
    if interactions:
        for a, b in itertools.combinations(names, 2):
            for x in levels[a][1:]:
                for z in levels[b][1:]:
                    contrast = (mean(**{a: x, b: z}) - mean(**{a: levels[a][0], b: z})) - (
                        mean(**{a: x, b: levels[b][0]}) - mean(**{a: levels[a][0], b: levels[b][0]})
                    )
                    add("interaction", f"{a}: {levels[a][0]} → {x} × {b}: {levels[b][0]} → {z}", contrast)
    within = None
    if interactions:
        a, b = names[0], names[1]
        contrast = mean(**{b: levels[b][-1], a: levels[a][0]}) - mean(**{b: levels[b][0], a: levels[a][0]})
        test = fit.t_test(contrast)
        low, high = test.conf_int()[0]
        within = {"factor": b, "from": levels[b][0], "to": levels[b][-1], "within": {a: levels[a][0]}, "value": float(test.effect[0]), "low": float(low), "high": float(high), "p": float(test.pvalue)}
    holm = multipletests([one["p"] for one in found], method="holm")[1]
    return {"runs": rows, "degrees": int(fit.df_resid), "effects": [{**one, "holm": float(p)} for one, p in zip(found, holm)], "declared": within}


two = {"corpus": ["diverse", "narrow"], "lr": ["0.000002", "0.00001"]}
three = {"corpus": ["a", "b", "c"], "start": ["cold", "warm"]}
tables = {
    "balanced": effects(table(two, [1, 2, 3]), two, True, True),
    "unbalanced": effects(table(two, [1, 2, 3, 4], drop={("diverse", "0.000002", 2), ("narrow", "0.00001", 4), ("narrow", "0.00001", 1)}), two, True, True),
    "threeLevels": effects(table(three, [5, 6, 7], drop={("b", "warm", 6)}), three, True, True),
    "emptyCell": effects(table(two, [1, 2, 3], drop={("narrow", "0.00001", seed) for seed in (1, 2, 3)}), two, False, True),
}
path = Path("test/fixtures/statistics/factorial.json")
path.write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n")
