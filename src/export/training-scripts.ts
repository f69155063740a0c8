import { trainAndSave } from './train-and-save.js'

/** `add_tokens.py`: gives a model the tokens of `tokens.jsonl`. Python, because the weights are. */
export const addTokensScript = `"""Adds the tokens of tokens.jsonl to a model and its tokenizer.

    python add_tokens.py BASE [-o model]

Every new row, of the input and of the output matrix, starts as the mean of the rows of the ordinary tokens of its
"initialText"; where that is empty, as the mean of all rows. Nothing else changes.
"""

import argparse
import json
import sys
from pathlib import Path

import torch
from tokenizers import AddedToken
from transformers import AutoModelForCausalLM, AutoTokenizer

HERE = Path(__file__).resolve().parent


def main():
    arguments = argparse.ArgumentParser(description="Adds the tokens of tokens.jsonl to a model.")
    arguments.add_argument("base", help="the model: a folder, or a name on the hub")
    arguments.add_argument("-o", "--output", default=str(HERE / "model"), help="where the model is written")
    options = arguments.parse_args()

    with open(HERE / "tokens.jsonl", encoding="utf-8", newline="\\n") as file:
        entries = [json.loads(line) for line in file]
    tokenizer = AutoTokenizer.from_pretrained(options.base)
    model = AutoModelForCausalLM.from_pretrained(options.base, dtype="auto")

    known = tokenizer.get_vocab()
    clashes = [entry["token"] for entry in entries if entry["token"] in known]
    if clashes:
        sys.exit(f"{len(clashes)} tokens are in the vocabulary already, e.g. {clashes[0]!r}: is this model a fresh one?")
    # Cut before the tokens are added: afterwards a name could be one of them.
    parts = [tokenizer(entry["initialText"], add_special_tokens=False)["input_ids"] for entry in entries]
    tokenizer.add_tokens([AddedToken(entry["token"], normalized=False, special=False) for entry in entries])

    old_rows = model.get_input_embeddings().weight.shape[0]
    # Some models have spare rows beyond their tokenizer; they are not cut off.
    model.resize_token_embeddings(max(old_rows, len(tokenizer)), mean_resizing=False)
    ids = tokenizer.convert_tokens_to_ids([entry["token"] for entry in entries])
    matrices = {id(matrix.weight): matrix.weight for matrix in (model.get_input_embeddings(), model.get_output_embeddings())}
    with torch.no_grad():
        for weight in matrices.values():
            old = weight[: min(ids)].float()
            for row, part in zip(ids, parts):
                weight[row] = (old[part] if part else old).mean(dim=0).to(weight.dtype)

    broken = [
        entry["token"]
        for entry, row in zip(entries, ids)
        if tokenizer(entry["token"], add_special_tokens=False)["input_ids"] != [row]
    ]
    if broken:
        sys.exit(f"{len(broken)} tokens do not come out of the tokenizer as one, e.g. {broken[0]!r}")
    tokenizer.save_pretrained(options.output)
    model.save_pretrained(options.output)
    print(f"{len(entries)} tokens added, {len(matrices)} {'matrix' if len(matrices) == 1 else 'matrices'} started: {options.output}")


if __name__ == "__main__":
    main()
`

/** `train_trl.py`: TRL's trainer on the folder; keeps tied embeddings tied, for which `trl sft` has no flag. */
export const trainTrlScript = `"""Trains ./model on train.jsonl with TRL.

    python train_trl.py --config trl.yaml

The loss is on the answer and its end of turn. Where input and output embeddings are one matrix they stay one, also
beside adapters; \`trl sft\` has no flag for that.
"""

import torch
from datasets import load_dataset
from peft import LoraConfig
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import DatasetMixtureConfig, ModelConfig, SFTConfig, SFTTrainer, TrlParser


def main():
    mixture, training, options = TrlParser((DatasetMixtureConfig, SFTConfig, ModelConfig)).parse_args_and_config()
    source = mixture.datasets[0]
    rows = load_dataset(source.path, data_files=source.data_files, split=source.split)
    rows = rows.map(
        lambda row: {"prompt": row["messages"][:-1], "completion": row["messages"][-1:]},
        remove_columns=rows.column_names,
    )
    tokenizer = AutoTokenizer.from_pretrained(options.model_name_or_path)
    model = AutoModelForCausalLM.from_pretrained(options.model_name_or_path, dtype=getattr(torch, options.dtype))
${trainAndSave}`
