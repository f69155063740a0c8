import { hostHash } from '../../adapters/hash.js'
import type { DialogueSplit } from '../../agent/dialogue-template.js'
import { dialogueItemJson } from '../../agent/generate/dialogue-item-json.js'
import { planDialogues } from '../../agent/generate/generate-dialogues.js'
import type { DialogueItem } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import type { StoredPack } from '../../run/converse/converse-facts.js'
import { writeJson } from '../../text/json.js'
import type { CliContext } from '../command.js'
import type { OpenedPack } from '../packs.js'
import { type ConverseItems, readConverseItems } from './converse-items.js'
import type { ConverseOpening } from './converse-request.js'

export interface MakeRequest {
  readonly pack: Pick<OpenedPack, 'pack' | 'makingWorld'>
  readonly seed: number
  readonly split: DialogueSplit
  /** Fillings of each template; default: the grammar's. */
  readonly fillings?: number
  readonly language?: string
  readonly categories?: readonly string[]
}

/**
 * Dialogues of the pack's own grammar, made as they are taken: those that `assay dialogue generate` makes, whatever faults
 * of the tools they are played with.
 *
 * @throws {InputError} `pack-no-dialogues`, `language-unknown`, `category-unknown`, and what filling throws.
 */
export async function* madeDialogues(
  { pack, split, ...request }: MakeRequest,
  { clock, signal }: Pick<CliContext, 'clock' | 'signal'>,
): AsyncGenerator<DialogueItem> {
  const plan = planDialogues({
    ...request,
    pack: pack.pack,
    world: await pack.makingWorld(),
    splits: [split],
    hash: hostHash,
    now: () => clock.now(),
  })
  for (const made of plan.dialogues()) {
    signal.throwIfAborted()
    const json = dialogueItemJson(made, pack.pack.id)
    yield { kind: 'dialogue', id: made.dialogue.id, cluster: made.dialogue.template.id, json }
  }
}

const SPLITS: readonly DialogueSplit[] = ['train', 'validation', 'test']

/** Dialogues that the pack makes, written into the folder of the run and read from there. */
export async function madeItems({
  opening: { flags, context, folder },
  pack,
  storedPack: { id, size, seed },
  split,
  categories,
}: {
  readonly opening: ConverseOpening
  readonly pack: OpenedPack
  readonly storedPack: StoredPack
  readonly split?: string
  readonly categories?: readonly string[]
}): Promise<ConverseItems> {
  const known = SPLITS.find((one) => one === split)
  if (pack.pack.dialogues === undefined) throw itemsMissing(id)
  if (known === undefined) throw splitUnknown(split)
  const { language } = flags
  const made = madeDialogues(
    {
      pack,
      seed,
      split: known,
      ...(size === 'small' ? { fillings: 1 } : {}),
      ...(language === undefined ? {} : { language }),
      ...(categories === undefined ? {} : { categories }),
    },
    context,
  )
  const path = context.files.join(folder, 'items.jsonl')
  context.notify(`making the ${known} dialogues of ${id}`)
  await context.files.write(path, linesOf(made))
  const { benchmark } = await readConverseItems(path, 'assay-items', context)
  const parts = [
    id,
    known,
    ...(size === 'small' ? ['small'] : []),
    ...(language === undefined ? [] : [language]),
  ]
  return { path, benchmark: { ...benchmark, name: parts.join(' ') } }
}

async function* linesOf(items: AsyncIterable<DialogueItem>): AsyncGenerator<string> {
  for await (const { json } of items) yield `${writeJson(json)}\n`
}

function itemsMissing(pack: string): InputError {
  return new InputError({
    code: 'items-missing',
    what: `The pack ${JSON.stringify(pack)} makes no dialogues of its own.`,
    where: 'assay converse',
    fix: 'Name dialogues with --items.',
  })
}

function splitUnknown(split: string | undefined): InputError {
  return new InputError({
    code: 'split-unknown',
    what: `A pack makes no split ${JSON.stringify(split ?? '')}.`,
    where: '--split',
    fix: `Choose from ${SPLITS.join(', ')}.`,
  })
}
