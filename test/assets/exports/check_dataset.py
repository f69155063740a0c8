"""Loads every config of a dataset folder with datasets, without a network. Usage: check_dataset.py FOLDER  (prints JSON)"""
import json
import os
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_HOME"] = tempfile.mkdtemp()

from datasets import get_dataset_config_names, load_dataset  # noqa: E402

folder = sys.argv[1]
loaded = {}
for name in get_dataset_config_names(folder):
    rows = load_dataset(folder, name, split="test")
    loaded[name] = {
        "features": {column: str(feature) for column, feature in rows.features.items()},
        "rows": [dict(row) for row in rows],
    }
print(json.dumps(loaded, default=str))
