import { type ItemsHasher, itemsHasher } from '../../benchmark/item-json.js'
import type { Drafts, Files } from '../../ports.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import type { PackWorld } from '../pack.js'
import { type CardSetting, DialogueCounter, dialogueCard } from './dialogue-card.js'
import { dialogueItemJson } from './dialogue-item-json.js'
import { dialogueReadme } from './dialogue-readme.js'
import type { DialoguePlan, GeneratedDialogue } from './generate-dialogues.js'
import { HUB_HEADER, hubPath, hubRows } from './hub-csv.js'

export interface WriteSetting {
  readonly plan: DialoguePlan
  readonly world: PackWorld
  readonly size: 'full' | 'small'
  readonly seed: number
  readonly assay: string
  readonly folder: string
}

export interface WriteHost {
  readonly files: Pick<Files, 'join' | 'write'>
  readonly drafts: Drafts
  /** Called now and then with what is done; may reject to end the work. */
  readonly progress: (done: number) => Promise<void>
}

export interface WrittenDialogues {
  readonly card: JsonObject
  readonly counter: DialogueCounter
}

/** Between two calls of `progress`. */
const STRIDE = 50

/**
 * Makes the dialogues of a plan and writes them: `items.jsonl` grows as they are made, under a temporary name. Nothing takes
 * its place before all of them are there; `benchmark.json` comes last.
 *
 * @throws {InputError} `dialogue-check`, `dialogue-unfilled`, `file-unwritable`.
 */
export async function writeDialogues(
  setting: WriteSetting,
  { files, drafts, progress }: WriteHost,
): Promise<WrittenDialogues> {
  const { plan, world, size, seed, assay, folder } = setting
  const counter = new DialogueCounter()
  const hasher = itemsHasher()
  const hub = new HubFiles()
  const draft = await drafts.open(files.join(folder, 'items.jsonl'))
  try {
    let done = 0
    for (const made of plan.dialogues()) {
      await draft.append(lineOf(made, { pack: world.pack.id, hasher }))
      hub.add(made)
      counter.add(made)
      if (++done % STRIDE === 0) await progress(done)
    }
    for (const { path, text } of hub.files()) await files.write(files.join(folder, ...path), [text])
    await draft.publish()
  } finally {
    await draft.discard()
  }
  const card: CardSetting = { plan, counter, world, size, seed, assay, fingerprint: hasher.digest() }
  await files.write(files.join(folder, 'README.md'), [dialogueReadme(card)])
  const manifest = dialogueCard(card)
  await files.write(files.join(folder, 'benchmark.json'), [`${writeJson(manifest, 2)}\n`])
  return { card: manifest, counter }
}

function lineOf(
  made: GeneratedDialogue,
  { pack, hasher }: { readonly pack: string; readonly hasher: ItemsHasher },
): string {
  const json = dialogueItemJson(made, pack)
  const { id, template } = made.dialogue
  hasher.add({ kind: 'dialogue', id, cluster: template.id, json })
  return `${writeJson(json)}\n`
}

/** The CSV files, kept until all is made: 13,500 dialogues of travel are 35 MB of it. */
class HubFiles {
  readonly #files = new Map<string, { readonly path: readonly string[]; text: string; dialogues: number }>()

  add({ dialogue }: GeneratedDialogue): void {
    const path = hubPath(dialogue)
    const key = path.join('/')
    const file = this.#files.get(key) ?? { path, text: HUB_HEADER, dialogues: 0 }
    this.#files.set(key, file)
    file.dialogues++
    file.text += hubRows(dialogue, file.dialogues)
  }

  files(): Iterable<{ readonly path: readonly string[]; readonly text: string }> {
    return this.#files.values()
  }
}
