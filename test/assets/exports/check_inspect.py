"""Reads a log with inspect_ai and computes every metric again from its samples, as inspect_ai itself reduces and averages.

Usage: check_inspect.py LOG.json  (prints JSON)
"""
import json
import sys

from inspect_ai.log import read_eval_log, read_eval_log_samples
from inspect_ai.scorer import SampleScore, mean, mean_score

path = sys.argv[1]
log = read_eval_log(path)
header = read_eval_log(path, header_only=True)
if header.results != log.results:
    raise SystemExit("the header alone says something else")

metrics = {}
for score in log.results.scores:
    epochs = {}
    for sample in log.samples:
        if score.name in (sample.scores or {}):
            epochs.setdefault(sample.id, []).append(sample.scores[score.name])
    reduced = [SampleScore(score=mean_score()(scores), sample_id=id) for id, scores in epochs.items()]
    metrics[score.name] = {
        "stated": score.metrics["mean"].value,
        "computed": mean()(reduced),
        "scored": sum(len(scores) for scores in epochs.values()),
        "stated_scored": score.scored_samples,
    }

print(
    json.dumps(
        {
            "status": log.status,
            "model": log.eval.model,
            "epochs": log.eval.config.epochs,
            "total": log.results.total_samples,
            "usage": {name: usage.total_tokens for name, usage in log.stats.model_usage.items()},
            "metrics": metrics,
            "samples": [
                {
                    "id": sample.id,
                    "epoch": sample.epoch,
                    "roles": [message.role for message in sample.messages],
                    "completion": sample.output.completion,
                    "stop": sample.output.choices[0].stop_reason if sample.output.choices else None,
                    "calls": [
                        {"name": call.function, "arguments": call.arguments}
                        for message in sample.messages
                        if message.role == "assistant"
                        for call in message.tool_calls or []
                    ],
                    "error": sample.error.message if sample.error else None,
                }
                for sample in log.samples
            ],
        }
    )
)
