import type { SpokenLine } from '../agent/agents/agent.js'
import { codePrompt, systemLine } from '../agent/agents/code-agent.js'
import { goldTurns } from '../agent/agents/gold-turns.js'
import { cacheText, conversationText } from '../agent/agents/prompt-data.js'
import type { PackWorld } from '../agent/pack.js'
import type { Dialogue } from '../benchmark/dialogue-item.js'
import { InputError } from '../errors.js'
import type { Files, Hash } from '../ports.js'
import { textHasher } from '../text/hash.js'
import { type JsonObject, writeJson } from '../text/json.js'
import { guardTrainingFolder, tapped } from './training-folder.js'

export interface DialogueTrainingRequest {
  readonly dialogues: readonly Dialogue[]
  readonly world: PackWorld
  readonly source: { readonly path: string; readonly fingerprint: string; readonly split: string }
  readonly seed: number
  readonly assay: string
  readonly folder: string
  readonly hash: Hash
  readonly now: () => number
}

const RECIPE = 't1-sft'
const OWN_FILES = ['train.jsonl', 'trl.yaml', 'README.md'] as const

/**
 * Writes pairs of prompt and completion, one for each turn of the user with a gold plan: the prompt is the one that
 * `assay converse --shots 0` asks with, cache as gold left it; the completion is the plan in its tags and nothing else.
 * Then the trainer's config with the settings of the paper, and the manifest, which is returned.
 *
 * @throws {InputError} `output-occupied`, `training-empty`, `plan-fails` where a gold plan ends in an error.
 */
export async function writeDialogueTraining(
  request: DialogueTrainingRequest,
  files: Files,
): Promise<JsonObject> {
  const { folder, world, source, seed, assay, dialogues } = request
  await guardTrainingFolder(folder, files, {
    ownFiles: OWN_FILES,
    accepts: (recipe) => recipe === RECIPE,
  })
  const hashes: { [name: string]: string } = {}
  const write = async (name: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> => {
    const hasher = textHasher()
    await files.write(files.join(folder, name), tapped(pieces, hasher.add))
    hashes[name] = hasher.digest()
  }
  const counts = { rows: 0, labels: new Map<string, number>() }
  await write('train.jsonl', rowsOf(request, counts))
  await write('trl.yaml', [CONFIG])
  const { pack, semantics, knowledge } = world
  const card: JsonObject = {
    schema: 'assay.training/1',
    recipe: RECIPE,
    assay,
    seed,
    source,
    pack: { id: pack.id, version: pack.version, semantics, knowledge },
    dialogues: dialogues.length,
    rows: counts.rows,
    labels: Object.fromEntries([...counts.labels].sort(([left], [right]) => (left < right ? -1 : 1))),
    files: hashes,
  }
  await files.write(files.join(folder, 'README.md'), [readmeOf(card)])
  await files.write(files.join(folder, 'manifest.json'), [`${writeJson(card, 2)}\n`])
  return card
}

async function* rowsOf(
  { dialogues, world, hash, now, source }: DialogueTrainingRequest,
  counts: { rows: number; readonly labels: Map<string, number> },
): AsyncGenerator<string> {
  for (const dialogue of dialogues) {
    for (const { turn, plan, before, execution } of await goldTurns({ dialogue, world, hash, now })) {
      if (plan === undefined) continue
      if (execution.error !== undefined) throw planFails(dialogue.id, turn, execution.error.message)
      const history = dialogue.turns
        .slice(0, turn + 1)
        .map(({ role, text }): SpokenLine => ({ role: role === 'user' ? 'user' : 'assistant', text }))
      const data = { conversation: conversationText(history), cache: cacheText(before.entries) }
      const label = dialogue.turns[turn]?.label ?? 'turn'
      counts.rows++
      counts.labels.set(label, (counts.labels.get(label) ?? 0) + 1)
      yield `${writeJson({
        id: `${dialogue.id}/${turn}`,
        prompt: [
          { role: 'system', content: systemLine(world) },
          { role: 'user', content: codePrompt(world, [], data) },
        ],
        completion: [{ role: 'assistant', content: `<CODE>\n${plan.trim()}\n</CODE>` }],
        label,
      })}\n`
    }
  }
  if (counts.rows > 0) return
  throw new InputError({
    code: 'training-empty',
    what: 'No turn of these dialogues has a gold plan.',
    where: source.path,
    fix: 'Name dialogues with plans in Python, as `assay dialogue generate` writes them.',
  })
}

function planFails(id: string, turn: number, message: string): InputError {
  return new InputError({
    code: 'plan-fails',
    what: `A gold plan does not run, so that it teaches nothing: ${message}`,
    where: `item ${JSON.stringify(id)}, turn ${turn + 1}`,
    fix: 'Name the pack and knowledge base that the dialogues were made in.',
  })
}

/** As published for Llama 3.1 8B: LoRA on all projections, one epoch, an effective batch of 8. */
const CONFIG = `# trl sft --config trl.yaml --model_name_or_path <model>
dataset_name: .
output_dir: out
use_peft: true
lora_r: 32
lora_alpha: 32
lora_target_modules: [q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj]
learning_rate: 2.0e-5
num_train_epochs: 1
packing: true
per_device_train_batch_size: 1
gradient_accumulation_steps: 8
bf16: true
completion_only_loss: true
`

function readmeOf({ rows, dialogues, source, pack }: JsonObject): string {
  return `# Training pairs from dialogues

${String(rows)} pairs of prompt and completion from ${String(dialogues)} dialogues. Each completion is the gold plan of one turn of the
user, in CODE tags and without reasoning; its prompt holds the tools, the conversation up to that turn and the cache as gold
left it, as \`assay converse --shots 0\` asks.

Source: ${writeJson(source ?? null)}
Pack: ${writeJson(pack ?? null)}

Examine the trained model on another split, with \`--shots 0\` and without the dialogues of this one.
`
}
