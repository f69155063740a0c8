"""Measures a TREC run with ir_measures. Usage: check_trec.py QRELS RUN MEASURE...  (prints JSON)"""
import json
import sys

import ir_measures

qrels, run, *names = sys.argv[1:]
measures = [ir_measures.parse_measure(name) for name in names]
found = ir_measures.calc_aggregate(
    measures, ir_measures.read_trec_qrels(qrels), ir_measures.read_trec_run(run)
)
print(json.dumps({str(measure): value for measure, value in found.items()}))
