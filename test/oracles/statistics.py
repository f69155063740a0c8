"""Writes test/fixtures/statistics/*.json: values of SciPy, statsmodels, scikit-learn, krippendorff and irrCAC on inputs
of our own, against which src/stats is tested. Run from the repository's root, in an environment of requirements.txt:

    python test/oracles/statistics.py
"""

import itertools
import json
import math
import platform
import warnings
from importlib.metadata import version
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from scipy import special, stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

FOLDER = Path("test/fixtures/statistics")
PACKAGES = ["numpy", "scipy", "statsmodels", "scikit-learn", "krippendorff", "irrCAC"]
VERSIONS = {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def write(name, content):
    text = json.dumps({"versions": VERSIONS, **content}, indent=1, allow_nan=False)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def distributions():
    xs = [-37, -30, -12.5, -8, -5, -3.1, -2, -1.51, -1.5, -1.49, -1, -0.3, -1e-9, 0, 0.7, 1.5, 1.96, 2.5, 4, 6, 8.2]
    ps = [1e-300, 1e-100, 1e-20, 1e-9, 1e-4, 0.001, 0.0249, 0.025, 0.1, 0.3, 0.5, 0.62, 0.9, 0.975, 0.999, 1 - 1e-9]
    shapes = [(0.5, 0.5), (1, 1), (1, 40), (3, 2), (2.5, 90), (10, 0.5), (50, 50), (400, 20), (5000, 5001), (12, 90000)]
    beta = []
    for a, b in shapes:
        mean, deviation = a / (a + b), math.sqrt(a * b / (a + b) ** 2 / (a + b + 1))
        for step in [-4, -2, -0.5, 0, 0.5, 2, 4]:
            x = mean + step * deviation
            if 0 < x < 1:
                beta.append([a, b, x, special.betainc(a, b, x)])
    inverse = [[a, b, p, special.betaincinv(a, b, p)] for a, b in shapes for p in [0.001, 0.025, 0.3, 0.5, 0.9]]
    write(
        "distributions",
        {
            "normalCdf": [[x, special.ndtr(x)] for x in xs],
            "normalQuantile": [[p, special.ndtri(p)] for p in ps],
            "incompleteBeta": beta,
            "incompleteBetaInverse": inverse,
            # By the F distribution: stats.t.ppf is off by up to 4e-10 here (1 degree: tan(0.475 pi) = 12.706204736174...).
            "studentQuantile975": [[df, math.sqrt(stats.f.ppf(0.95, 1, df))] for df in [1, 2, 3, 5, 9.5, 19, 100, 5000]],
        },
    )


def proportions():
    exact = []
    for k, n in [(0, 6), (6, 6), (1, 10), (7, 8), (27, 269), (258, 269), (240, 496), (3, 1000), (4999, 10000), (50, 40000)]:
        low, high = proportion_confint(k, n, method="beta")
        exact.append([k, n, 0 if k == 0 else float(low), 1 if k == n else float(high)])
    ladder = [(6, 6), (0, 6), (4, 4), (8, 8), (7, 8), (258, 269), (249, 269), (27, 269), (74, 138), (59, 138), (9, 100), (17, 100)]
    wilson = [[k, n, *map(float, proportion_confint(k, n, method="wilson"))] for k, n in ladder]
    unpaired = []
    for k1, n1, k2, n2 in [(56, 70, 48, 80), (9, 10, 3, 10), (0, 20, 0, 10), (5, 56, 0, 29), (74, 138, 17, 100)]:
        low, high = confint_proportions_2indep(k1, n1, k2, n2, method="newcomb", compare="diff")
        unpaired.append([k1, n1, k2, n2, float(low), float(high)])
    tests = []
    for b, c in [(20, 5), (0, 0), (5, 0), (6, 0), (12, 3), (7, 7), (40, 61), (350, 420), (3, 900)]:
        tests.append([b, c, min(1, float(mcnemar([[0, b], [c, 0]], exact=True).pvalue))])
    write("proportions", {"clopperPearson": exact, "wilson": wilson, "newcombe": unpaired, "mcnemar": tests})


def sign_flips():
    """All sign assignments in NumPy; the bounds by bisection on p, another way than src/stats takes."""
    random = np.random.default_rng(7)
    cases = []
    for name, clusters, sizes in [
        ("equal", 12, [1] * 12),
        ("clusters", 10, [1, 2, 3, 4, 5, 5, 7, 1, 2, 9]),
        ("six", 6, [3, 3, 3, 3, 3, 3]),
        ("five", 5, [2, 2, 2, 2, 2]),
        ("lopsided", 13, [20] + [1] * 12),
    ]:
        values, numbers = [], []
        for cluster, size in enumerate(sizes):
            shift = random.normal(0.4, 0.5)
            for _ in range(size):
                values.append(round(float(np.clip(shift + random.normal(0, 0.3), -1, 1)), 2))
                numbers.append(cluster)
        cases.append(flip_case(name, values, numbers))
    binary = [1] * 9 + [-1] * 2 + [0] * 4
    cases.append(flip_case("right or wrong", binary, list(range(len(binary)))))
    scipy_values = [v for v in cases[0]["differences"]]
    scipy_p = stats.permutation_test(
        (scipy_values,), np.mean, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert abs(scipy_p - cases[0]["p"]) < 1e-12
    write("sign-flips", {"cases": cases})


def flip_case(name, values, numbers):
    count = max(numbers) + 1
    sums, sizes = np.zeros(count), np.zeros(count)
    np.add.at(sums, numbers, values)
    np.add.at(sizes, numbers, 1)
    signs = np.array(list(itertools.product([1, -1], repeat=count)))

    def p_of(delta):
        shifted = sums - delta * sizes
        totals = np.abs(signs @ shifted)
        return float(np.mean(totals >= abs(shifted.sum()) - 1e-9))

    mean = sum(values) / len(values)
    bounds = []
    for direction in [-1, 1]:
        inside, outside = mean, mean + direction * 50
        if p_of(outside) > 0.05:
            bounds.append(None)
            continue
        for _ in range(200):
            middle = (inside + outside) / 2
            if p_of(middle) > 0.05:
                inside = middle
            else:
                outside = middle
        bounds.append(inside)
    return {"name": name, "differences": values, "clusters": numbers, "difference": mean, "p": p_of(0), "interval": bounds}


def max_statistic():
    """All sign assignments of eight clusters, the largest standardized sum of each."""
    random = np.random.default_rng(11)
    columns = random.choice([-1, 0, 1], size=(5, 10), p=[0.2, 0.3, 0.5])
    numbers = [0, 1, 1, 2, 3, 4, 5, 6, 7, 7]
    sums = np.zeros((5, 8))
    for item, cluster in enumerate(numbers):
        sums[:, cluster] += columns[:, item]
    lengths = np.sqrt((sums**2).sum(axis=1))
    signs = np.array(list(itertools.product([1, -1], repeat=8)))
    flipped = signs @ (sums / lengths[:, None]).T
    observed = (sums / lengths[:, None]).sum(axis=1)
    two_sided = [float(np.mean(np.abs(flipped).max(axis=1) >= abs(value) - 1e-9)) for value in observed]
    greater = [float(np.mean(flipped.max(axis=1) >= value - 1e-9)) for value in observed]
    write(
        "max-statistic",
        {
            "columns": columns.tolist(),
            "clusters": numbers,
            "statistics": observed.tolist(),
            "twoSided": two_sided,
            "greater": greater,
        },
    )


def bootstrap():
    random = np.random.default_rng(3)
    values = np.round(random.exponential(0.3, 40).clip(0, 1), 2)
    result = stats.bootstrap((values,), np.mean, n_resamples=400_000, method="BCa", random_state=1)
    percentile = stats.bootstrap((values,), np.mean, n_resamples=400_000, method="percentile", random_state=1)
    write(
        "bootstrap",
        {
            "values": values.tolist(),
            "resamples": 400_000,
            "bca": [float(bound) for bound in result.confidence_interval],
            "percentile": [float(bound) for bound in percentile.confidence_interval],
        },
    )


def agreement():
    random = np.random.default_rng(5)
    names = ["a", "b", "c", "d"]
    cohen = []
    for n, spread in [(60, 0.5), (200, 1.2), (25, 0.2)]:
        first = random.integers(0, 4, n)
        second = np.clip(np.round(first + random.normal(0, spread, n)), 0, 3).astype(int)
        table = np.zeros((4, 4))
        np.add.at(table, (first, second), 1)
        results = {}
        for ours, theirs in [("none", None), ("linear", "linear"), ("quadratic", "quadratic")]:
            result = cohens_kappa(table, wt=theirs)
            assert abs(result.kappa - cohen_kappa_score(first, second, weights=theirs, labels=range(4))) < 1e-12
            results[ours] = [float(result.kappa), float(result.std_kappa)]
        pairs = [[names[left], names[right]] for left, right in zip(first, second)]
        cohen.append({"pairs": pairs, "results": results})
    fleiss = []
    for n, raters, categories in [(30, 5, 4), (12, 3, 3), (80, 2, 2)]:
        truth = random.integers(0, categories, n)
        noise = random.random((n, raters)) < 0.35
        ratings = np.where(noise, random.integers(0, categories, (n, raters)), truth[:, None])
        counts = np.stack([(ratings == category).sum(axis=1) for category in range(categories)], axis=1)
        estimate = CAC(pd.DataFrame(ratings), digits=14).fleiss()["est"]
        assert abs(estimate["coefficient_value"] - fleiss_kappa(counts)) < 1e-12
        fleiss.append(
            {
                "counts": counts.tolist(),
                "value": float(fleiss_kappa(counts)),
                "interval": [float(bound) for bound in estimate["confidence_interval"]],
            }
        )
    alpha = []
    for n, raters, categories in [(15, 4, 5), (40, 3, 3), (8, 2, 2)]:
        truth = random.integers(0, categories, n)
        data = np.clip(truth[None, :] + random.integers(-1, 2, (raters, n)) * (random.random((raters, n)) < 0.3), 0, categories - 1)
        data = data.astype(float) * 1.5 + 0.25
        data[random.random((raters, n)) < 0.2] = np.nan
        ratings = [[float(value) for value in data[:, item] if not np.isnan(value)] for item in range(n)]
        values = {
            level: float(krippendorff.alpha(reliability_data=data, level_of_measurement=level))
            for level in ["nominal", "ordinal", "interval"]
        }
        alpha.append({"ratings": ratings, "values": values})
    write("agreement", {"cohen": cohen, "fleiss": fleiss, "alpha": alpha})


def planning():
    holm = [[0.01, 0.04, 0.03, 0.005], [0.5], [0.02, 0.02, 0.02], [0.9, 0.04, 0.6, 0.0001, 0.04], [1, 1, 0.2]]
    power = []
    for n, deviation, wanted in [(138, math.sqrt(0.18), 0.8), (500, 0.42, 0.8), (40, 0.3, 0.9), (5000, 0.4, 0.8)]:
        effect = NormalIndPower().solve_power(effect_size=None, nobs1=n, alpha=0.05, power=wanted, ratio=0)
        power.append([n, deviation, wanted, float(effect * deviation)])
    write(
        "planning",
        {
            "holm": [[values, multipletests(values, method="holm")[1].tolist()] for values in holm],
            "detectable": power,
        },
    )


if __name__ == "__main__":
    warnings.simplefilter("error", RuntimeWarning)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for part in [distributions, proportions, sign_flips, max_statistic, bootstrap, agreement, planning]:
        part()
