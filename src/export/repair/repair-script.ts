import { trainAndSave } from '../train-and-save.js'

/**
 * `train_trl.py` of a repair: renders rows with the model's chat template, their tools included, and trains on the last
 * turn alone, whatever stands before it.
 */
export const repairScript = `"""Trains ./model on train.jsonl with TRL.

    python train_trl.py --config trl.yaml

The loss is on the last turn of a row and its end of turn. Rows are rendered here, tools and recorded calls included,
with the chat template of the tokenizer, or chat_template.jinja where it stands beside this file.
"""

import json
from pathlib import Path

from datasets import Dataset
from peft import LoraConfig
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import DatasetMixtureConfig, ModelConfig, SFTConfig, SFTTrainer, TrlParser

HERE = Path(__file__).resolve().parent


def with_objects(messages):
    """Templates want the arguments of calls as objects; rows hold them as the API writes them, as text."""
    for message in messages:
        for call in message.get("tool_calls") or []:
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    return messages


def rows_of(path, tokenizer):
    with open(path, encoding="utf-8", newline="\\n") as file:
        for line in file:
            row = json.loads(line)
            messages = with_objects(row["messages"])
            tools = json.loads(row["tools"]) if "tools" in row else None
            before = tokenizer.apply_chat_template(messages[:-1], tools=tools, tokenize=False, add_generation_prompt=True)
            whole = tokenizer.apply_chat_template(messages, tools=tools, tokenize=False)
            if not whole.startswith(before):
                raise SystemExit(f"row {row['id']}: the chat template writes the answer in another place than it asks for it")
            prompt = tokenizer(before, add_special_tokens=False)["input_ids"]
            answer = tokenizer(whole[len(before) :], add_special_tokens=False)["input_ids"]
            yield {"input_ids": prompt + answer, "completion_mask": [0] * len(prompt) + [1] * len(answer)}


def main():
    mixture, training, options = TrlParser((DatasetMixtureConfig, SFTConfig, ModelConfig)).parse_args_and_config()
    tokenizer = AutoTokenizer.from_pretrained(options.model_name_or_path)
    template = HERE / "chat_template.jinja"
    if template.exists():
        tokenizer.chat_template = template.read_text(encoding="utf-8")
    rows = Dataset.from_list(list(rows_of(HERE / mixture.datasets[0].data_files, tokenizer)))
    model = AutoModelForCausalLM.from_pretrained(options.model_name_or_path, dtype=getattr(torch, options.dtype))
${trainAndSave}`
