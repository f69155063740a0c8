import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import type { Benchmark, DialogueItem } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { InputError } from '../../errors.js'
import { doubledItem } from '../../run/plan-run.js'
import { isJsonObject, type JsonValue } from '../../text/json.js'
import type { CliContext } from '../command.js'

/** The dialogues of a run. */
export interface ConverseItems {
  readonly path: string
  readonly benchmark: Benchmark
}

/** Reads dialogues. @throws {InputError} what reading throws. */
export async function readConverseItems(
  path: string,
  format: string | undefined,
  { files, notify, signal }: CliContext,
): Promise<ConverseItems> {
  const options = format === undefined ? {} : { format }
  return { path, benchmark: await loadBenchmark(path, { files, notify, signal }, options) }
}

/** What a generated set says of the world that it was made in. */
export interface ManifestPack {
  readonly id: string
  readonly size: 'full' | 'small'
  readonly seed: number
  readonly semantics: 'strict' | 'compat'
  readonly knowledge?: string
}

/** Undefined where the items come without a manifest, or it names no pack. */
export function manifestPack({ manifest }: Benchmark): ManifestPack | undefined {
  const pack: JsonValue | undefined = isJsonObject(manifest) ? manifest.pack : undefined
  if (!isJsonObject(pack)) return undefined
  const { id, size, seed, semantics, knowledge } = pack
  if (typeof id !== 'string' || typeof seed !== 'number' || (size !== 'full' && size !== 'small'))
    return undefined
  return {
    id,
    size,
    seed,
    semantics: semantics === 'compat' ? 'compat' : 'strict',
    ...(typeof knowledge === 'string' ? { knowledge } : {}),
  }
}

export interface DialogueChoice {
  readonly split?: string | undefined
  readonly categories?: readonly string[] | undefined
  readonly only?: readonly string[] | undefined
}

/** A dialogue beside the item that it was read from. */
export interface ChosenDialogue {
  readonly item: DialogueItem
  readonly dialogue: Dialogue
}

/**
 * The dialogues that are played, in the order of the benchmark.
 *
 * @throws {InputError} `nothing-to-ask`, `only-unknown`, `item-twice`, `item-invalid`.
 */
export function chooseDialogues(
  { benchmark, path }: ConverseItems,
  { split, categories, only }: DialogueChoice,
): readonly ChosenDialogue[] {
  const items = benchmark.items.filter((item) => item.kind === 'dialogue')
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw doubledItem(id, path)
    seen.add(id)
  }
  const unknown = only?.find((id) => !seen.has(id))
  if (unknown !== undefined) {
    throw new InputError({
      code: 'only-unknown',
      what: `There is no dialogue ${JSON.stringify(unknown)}.`,
      where: '--only',
      fix: 'Give ids of dialogues, with commas between them.',
    })
  }
  const wanted = only === undefined ? undefined : new Set(only)
  const chosen = items.flatMap((item) => {
    const { split: ofItem, category } = item.json
    if (split !== undefined && ofItem !== split) return []
    if (categories !== undefined && !categories.some((one) => one === category)) return []
    if (wanted !== undefined && !wanted.has(item.id)) return []
    const dialogue = dialogueOf(item)
    return dialogue.turns.some(({ role }) => role === 'user') ? [{ item, dialogue }] : []
  })
  if (chosen.length > 0) return chosen
  const splits = new Set(items.flatMap(({ json }) => (typeof json.split === 'string' ? [json.split] : [])))
  throw new InputError({
    code: 'nothing-to-ask',
    what:
      items.length === 0
        ? `The benchmark holds ${benchmark.items.length} items, and none of them is a dialogue.`
        : 'No dialogue of the benchmark is of this split, of these categories and has a turn of the user.',
    where: path,
    fix: splits.size === 0 ? 'Name other items.' : `Its splits are ${[...splits].join(', ')}.`,
  })
}
