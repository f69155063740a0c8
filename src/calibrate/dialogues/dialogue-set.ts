import { dialogueItemJson } from '../../agent/generate/dialogue-item-json.js'
import { planDialogues } from '../../agent/generate/generate-dialogues.js'
import type { Pack, PackWorld } from '../../agent/pack.js'
import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import { type DialogueStage, type DialogueWorld, standingClock } from './dialogue-stage.js'

/** Dialogues of one world in one language. */
export interface DialogueSet {
  /** `travel-en` */
  readonly id: string
  readonly world: PackWorld
  /** Alike of every category. */
  readonly dialogues: readonly Dialogue[]
  /** How many the whole test split has, each template filled once. */
  readonly whole: number
}

export interface SetRequest extends Pick<DialogueStage, 'hash'> {
  readonly seed: number
  /** Dialogues, at most. */
  readonly most: number
  readonly signal: AbortSignal
}

/** Dialogues of the pack's own grammar over what it divides off for tests, one filling of each template. */
export function makeDialogues(
  { pack, world, language }: DialogueWorld,
  { signal, most, ...request }: SetRequest,
): DialogueSet {
  const plan = planDialogues({
    ...request,
    now: standingClock,
    pack: withFewTemplates(pack, most),
    world,
    language,
    splits: ['test'],
    fillings: 1,
  })
  const dialogues: Dialogue[] = []
  for (const made of plan.dialogues()) {
    signal.throwIfAborted()
    const { id, template } = made.dialogue
    dialogues.push(
      dialogueOf({ kind: 'dialogue', id, cluster: template.id, json: dialogueItemJson(made, pack.id) }),
    )
  }
  const { categories, templates } = pack.dialogues ?? { categories: [], templates: { test: 0 } }
  return {
    id: `${pack.id}-${language}`,
    world,
    dialogues: evenly(dialogues, most),
    whole: categories.length * templates.test,
  }
}

/** Composing and filling what nobody plays takes longer than all that is played. */
function withFewTemplates(pack: Pack, most: number): Pack {
  const { dialogues } = pack
  if (dialogues === undefined) return pack
  const test = Math.ceil(most / dialogues.categories.length)
  if (test >= dialogues.templates.test) return pack
  return { ...pack, dialogues: { ...dialogues, templates: { train: 1, validation: 1, test } } }
}

/** At most so many dialogues, of every category alike, in their order. */
export function evenly(dialogues: readonly Dialogue[], most: number): readonly Dialogue[] {
  if (dialogues.length <= most) return dialogues
  const seen = new Map<string, number>()
  const ranked = dialogues.map((dialogue, place) => {
    const { category = '' } = dialogue
    const rank = seen.get(category) ?? 0
    seen.set(category, rank + 1)
    return { dialogue, place, rank }
  })
  return ranked
    .sort((left, right) => left.rank - right.rank || left.place - right.place)
    .slice(0, most)
    .sort((left, right) => left.place - right.place)
    .map(({ dialogue }) => dialogue)
}
