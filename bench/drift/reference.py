"""The same statistics as bench/drift.ts by NumPy, in float32 and in chunks of rows: what one would write by hand.
Usage: python reference.py A B FIRST STEP, which takes every STEP-th tensor from number FIRST on."""

import json
import resource
import struct
import sys
import time

import numpy as np

CHUNK = 1 << 20  # elements; the fastest of 2^16 to 2^24 here
LOW, LOWER = 0x3B80, 0x3B00  # a step of 1e-5 and half a step


def header(path):
    with open(path, "rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        return json.loads(file.read(length)), 8 + length


def main():
    path_a, path_b, first, step = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    tensors, start = header(path_a)
    wall, cpu = time.perf_counter(), time.process_time()
    results = {}
    with open(path_a, "rb") as file_a, open(path_b, "rb") as file_b:
        for name in list(tensors)[first::step]:
            begin, end = tensors[name]["data_offsets"]
            rows, length = tensors[name]["shape"]
            file_a.seek(start + begin)
            file_b.seek(start + begin)
            each = max(1, CHUNK // length)
            aa = ad = dd = size = 0.0
            largest = 0.0
            equal = touched = low = lower = 0
            norms = []
            for row in range(0, rows, each):
                count = min(each, rows - row)
                ua = np.fromfile(file_a, np.uint16, count * length).reshape(count, length)
                ub = np.fromfile(file_b, np.uint16, count * length).reshape(count, length)
                a = (ua.astype(np.uint32) << 16).view(np.float32)
                b = (ub.astype(np.uint32) << 16).view(np.float32)
                d = b - a
                row_aa = np.einsum("ij,ij->i", a, a)
                row_ad = np.einsum("ij,ij->i", a, d)
                row_dd = np.einsum("ij,ij->i", d, d)
                same = ua == ub
                row_equal = same.sum(axis=1)
                np.abs(d, out=d)
                bits = ua & 0x7FFF
                aa += row_aa.sum(dtype=np.float64)
                ad += row_ad.sum(dtype=np.float64)
                dd += row_dd.sum(dtype=np.float64)
                size += d.sum(axis=1).sum(dtype=np.float64)
                largest = max(largest, float(d.max()))
                equal += int(row_equal.sum())
                touched += int((row_equal < length).sum())
                low += int(np.count_nonzero(bits < LOW))
                lower += int(np.count_nonzero(bits < LOWER))
                norms.append(np.sqrt(row_aa + 2 * row_ad + row_dd))
            norms = np.concatenate(norms)
            results[name] = {
                "relativeNorm": float(np.sqrt(dd / aa)),
                "identicalShare": equal / (rows * length),
                "maxAbs": largest,
                "meanAbs": size / (rows * length),
                "normMean": float(norms.mean()),
                "normDeviation": float(norms.std()),
                "rowsTouched": touched,
                "frozen": [1 - low / (rows * length), 1 - lower / (rows * length)],
            }
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "wallMs": 1000 * (time.perf_counter() - wall),
                "cpuMs": 1000 * (time.process_time() - cpu),
                "peakMb": usage.ru_maxrss / 1024,
                "results": results,
            }
        )
    )


main()
