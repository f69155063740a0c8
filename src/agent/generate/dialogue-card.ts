import { kishEffectiveSize } from '../../stats/kish.js'
import type { JsonObject, JsonValue } from '../../text/json.js'
import type { DialogueSplit } from '../dialogue-template.js'
import type { PackWorld } from '../pack.js'
import type { DialoguePlan, GeneratedDialogue } from './generate-dialogues.js'
import { TextStatistics } from './text-statistics.js'

/** Rises whenever the same pack and seed give other dialogues. */
const dialogueGenerator = { name: 'dialogues', version: 1 } as const

const splitNames = ['train', 'validation', 'test'] as const

/** Counts a set as it is made; the card comes at the end. */
export class DialogueCounter {
  readonly statistics = new TextStatistics()
  readonly #sizes = new Map<string, number>()
  readonly #splits = new Map<string, { dialogues: number; turns: number; userTurns: number }>()
  #redrawn = 0
  #repeated = 0

  add(made: GeneratedDialogue): void {
    const { template, split, turns } = made.dialogue
    this.statistics.add(made)
    this.#redrawn += made.redrawn
    if (made.isRepeated) this.#repeated++
    this.#sizes.set(template.id, (this.#sizes.get(template.id) ?? 0) + 1)
    const key = `${template.category} ${split}`
    const sums = this.#splits.get(key) ?? { dialogues: 0, turns: 0, userTurns: 0 }
    this.#splits.set(key, sums)
    sums.dialogues++
    sums.turns += turns.length
    sums.userTurns += made.runs.length
  }

  /** Dialogues, turns and turns of the user by category and split. */
  table(categories: readonly string[]): Readonly<Record<string, Readonly<Record<string, JsonObject>>>> {
    return Object.fromEntries(
      categories.map((category) => [
        category,
        Object.fromEntries(
          splitNames.flatMap((split) => {
            const sums = this.#splits.get(`${category} ${split}`)
            return sums === undefined ? [] : [[split, { ...sums }]]
          }),
        ),
      ]),
    )
  }

  get redrawn(): number {
    return this.#redrawn
  }

  /** Dialogues that say what another filling of their template says. */
  get repeated(): number {
    return this.#repeated
  }

  /** As `countItems` counts them. */
  counts(): JsonObject {
    const sizes = [...this.#sizes]
    const [first, ...others] = sizes
    if (first === undefined) return { items: 0, kinds: {} }
    const [name, items] = others.reduce((most, next) => (next[1] > most[1] ? next : most), first)
    return {
      items: this.statistics.dialogues,
      kinds: { dialogue: this.statistics.dialogues },
      clusters: {
        named: sizes.length,
        effective: kishEffectiveSize(sizes.map(([, size]) => size)),
        largest: { name, items },
      },
    }
  }
}

export interface CardSetting {
  readonly plan: DialoguePlan
  readonly counter: DialogueCounter
  readonly world: PackWorld
  readonly size: 'full' | 'small'
  readonly seed: number
  /** Version of Assay. */
  readonly assay: string
  /** Of all items. */
  readonly fingerprint: string
}

/** The manifest `benchmark.json` of a set: what it was made from, what it holds, what was looked at. */
export function dialogueCard({
  plan,
  counter,
  world,
  size,
  seed,
  assay,
  fingerprint,
}: CardSetting): JsonObject {
  const { composed, splits, categories, language, fillings } = plan
  const { statistics } = counter
  const { userTurns } = statistics
  return {
    schema: 'assay.benchmark/1',
    assay,
    kind: 'dialogue',
    counts: counter.counts(),
    fingerprint,
    generator: { ...dialogueGenerator },
    seed,
    pack: {
      id: world.pack.id,
      version: world.pack.version,
      size,
      seed,
      semantics: world.semantics,
      knowledge: world.knowledge,
      rows: { ...world.counts },
    },
    dialogues: {
      language,
      fillings,
      categories: counter.table(categories),
      templates: templatesJson(plan),
      names: Object.fromEntries(splitNames.map((split) => [split, [...splits[split]]])),
      turns: statistics.turns,
      userTurns,
      labels: sharesOf(statistics.labels, userTurns),
      personas: Object.fromEntries([...statistics.personas].sort(byName)),
      text: { ...statistics.summary() },
      likest: composed.likest === undefined ? null : { ...composed.likest, ids: [...composed.likest.ids] },
      templatesLeftOut: composed.leftOut,
      redrawn: counter.redrawn,
      repeated: counter.repeated,
    },
    checks: [
      'shape',
      'placeholder',
      'statement',
      'plan',
      'run',
      'rows',
      'narrowing',
      'grounding',
      'seeking',
      'keys',
      'repetition',
      'labels',
      'leak',
      'likeness',
    ],
  }
}

/** Ids of the templates that were filled, by category and split. */
function templatesJson({ composed, categories }: DialoguePlan): JsonObject {
  const idsOf = (category: string, split: DialogueSplit): readonly string[] =>
    composed.templates
      .filter((one) => one.template.category === category && one.split === split)
      .map(({ template }) => template.id)
  return Object.fromEntries(
    categories.map((category): [string, JsonValue] => [
      category,
      Object.fromEntries(splitNames.map((split) => [split, [...idsOf(category, split)]])),
    ]),
  )
}

function sharesOf(counts: ReadonlyMap<string, number>, whole: number): JsonObject {
  return Object.fromEntries(
    [...counts]
      .sort(byName)
      .map(([label, count]) => [
        label,
        { turns: count, share: Math.round((count / whole) * 10_000) / 10_000 },
      ]),
  )
}

function byName([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return left < right ? -1 : 1
}
