import { InputError } from '../../errors.js'
import { randomStream } from '../../numeric/random.js'
import type { Hash } from '../../ports.js'
import type { DialogueSplit, GrammarSplits } from '../dialogue-template.js'
import type { DialogueGrammar, Pack, PackWorld } from '../pack.js'
import { DialogueChecks } from './checks/check-dialogue.js'
import { type FilledDialogue, fillDialogue } from './filled-dialogue.js'
import type { CheckFinding } from './finding.js'
import { type GoldRun, runGold } from './run-gold.js'
import { type ComposedTemplates, composeTemplates, type SplitTemplate } from './split-templates.js'

export interface DialogueRequest {
  readonly pack: Pack
  readonly world: PackWorld
  readonly seed: number
  /** Default: the first of the pack. */
  readonly language?: string
  /** Default: all. */
  readonly categories?: readonly string[]
  readonly splits?: readonly DialogueSplit[]
  /** Fillings of each template; default: the grammar's. */
  readonly fillings?: number
  readonly hash: Hash
  readonly now: () => number
}

/** A dialogue whose plans have run and to which no check objects. */
export interface GeneratedDialogue {
  readonly dialogue: FilledDialogue
  readonly runs: readonly GoldRun[]
  /** Draws that led nowhere before it. */
  readonly redrawn: number
  /** Whether an earlier filling of its template says the same: where cities are few, there may be no other. */
  readonly isRepeated: boolean
}

/** What is made, before any of it is: dialogues come one by one. */
export interface DialoguePlan {
  readonly language: string
  readonly fillings: number
  readonly categories: readonly string[]
  /** All templates of the grammar, wanted or not. */
  readonly composed: ComposedTemplates
  readonly splits: GrammarSplits
  /** Dialogues that `dialogues` gives. */
  readonly count: number
  /**
   * By category, split and filling, in each of these the templates in order: what belongs into one file of the hub's
   * layout comes together.
   * @throws {InputError} `dialogue-check` when a check objects, `dialogue-unfilled` when no draw fits.
   */
  dialogues(): Generator<GeneratedDialogue>
}

/** Draws for one dialogue before it is given up. Travel needs two on average. */
const MAX_DRAWS = 2_000
/** Draws that give what was there already before one of them is taken all the same. */
const MAX_REPEATS = 100

/**
 * Composes, divides and fills the dialogues of a pack. The same pack, world, seed and language give the same dialogues;
 * a part (some categories, some splits, fewer fillings) is a part of the whole.
 *
 * @throws {InputError} `pack-no-dialogues`, `language-unknown`, `category-unknown`, `name-shared`, and what
 *   `composeTemplates` throws.
 */
export function planDialogues(request: DialogueRequest): DialoguePlan {
  const { pack, world, seed } = request
  const grammar = pack.dialogues
  if (grammar === undefined) {
    throw new InputError({
      code: 'pack-no-dialogues',
      what: 'The pack brings no dialogues of its own.',
      where: `pack ${pack.id}`,
      fix: 'Name another pack, or import dialogues with `assay dialogue import`.',
    })
  }
  const language = known(request.language ?? pack.languages[0], pack.languages, 'language')
  const categories = (request.categories ?? grammar.categories).map((category) =>
    known(category, grammar.categories, 'category'),
  )
  const composed = composeTemplates(grammar, { packId: pack.id, language, seed })
  const splits = grammar.divide(world, randomStream(seed, `dialogue ${pack.id} cities`))
  const checks = new DialogueChecks(world, { splits, grammar })
  refuseShared(checks.shared())
  const fillings = request.fillings ?? grammar.fillings
  const wantedSplits = new Set(request.splits ?? (['train', 'validation', 'test'] as const))
  const wanted = composed.templates.filter(
    ({ template, split }) => categories.includes(template.category) && wantedSplits.has(split),
  )
  return {
    language,
    fillings,
    categories: grammar.categories.filter((category) => categories.includes(category)),
    composed,
    splits,
    count: wanted.length * fillings,
    *dialogues() {
      const filler = new Filler(grammar, { request, splits, checks })
      for (const group of groupsOf(wanted)) {
        for (let filling = 1; filling <= fillings; filling++) {
          for (const one of group) yield filler.fill(one, filling)
        }
      }
    },
  }
}

function known(name: string, names: readonly string[], what: 'language' | 'category'): string {
  if (names.includes(name)) return name
  throw new InputError({
    code: `${what}-unknown`,
    what: `The pack has no ${what} "${name}".`,
    where: `--${what}`,
    fix: `Choose from ${names.join(', ')}.`,
  })
}

function refuseShared([finding]: readonly CheckFinding[]): void {
  if (finding === undefined) return
  throw new InputError({
    code: 'name-shared',
    what: finding.what,
    where: 'the division of names between the splits',
    fix: 'Let the grammar keep such names together.',
  })
}

/** Templates of one category and split. */
function groupsOf(templates: readonly SplitTemplate[]): readonly (readonly SplitTemplate[])[] {
  const groups = new Map<string, SplitTemplate[]>()
  for (const one of templates) {
    const key = `${one.template.category} ${one.split}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

interface FillerSetting {
  readonly request: DialogueRequest
  readonly splits: GrammarSplits
  readonly checks: DialogueChecks
}

/** Objections that other rows may not raise: the next draw is tried. */
const ofRows: ReadonlySet<string> = new Set(['rows', 'narrowing', 'repetition'])

class Filler {
  readonly #grammar: DialogueGrammar
  readonly #setting: FillerSetting
  /** Bindings that a template has had, by id. */
  readonly #had = new Map<string, Set<string>>()

  constructor(grammar: DialogueGrammar, setting: FillerSetting) {
    this.#grammar = grammar
    this.#setting = setting
  }

  /** @throws {InputError} `dialogue-check`, `dialogue-unfilled`. */
  fill({ template, split }: SplitTemplate, filling: number): GeneratedDialogue {
    const { request, splits, checks } = this.#setting
    const { world, seed, hash, now } = request
    const label = `dialogue ${world.pack.id} ${template.language} ${template.category} ${template.id} ${filling}`
    const random = randomStream(seed, label)
    const had = this.#had.get(template.id) ?? new Set<string>()
    this.#had.set(template.id, had)
    let repeats = 0
    for (let redrawn = 0; redrawn < MAX_DRAWS; redrawn++) {
      const bindings = this.#grammar.bind(template, split, { world, splits, random })
      if (bindings === undefined) continue
      const key = JSON.stringify(bindings)
      const isRepeated = had.has(key)
      if (isRepeated && ++repeats <= MAX_REPEATS) continue
      const dialogue = fillDialogue(template, { split, filling, bindings })
      const runs = runGold(dialogue, { world, hash, now })
      const findings = checks.check(dialogue, runs)
      const [worst] = findings.filter(({ check }) => !ofRows.has(check))
      if (worst !== undefined) throw objected(worst, dialogue)
      if (findings.length > 0) continue
      had.add(key)
      return { dialogue, runs, redrawn, isRepeated }
    }
    throw new InputError({
      code: 'dialogue-unfilled',
      what: `No rows were found that fill the template: ${MAX_DRAWS} draws led nowhere.`,
      where: `template ${template.id}, split ${split}, filling ${filling}`,
      fix: 'Take a larger knowledge base (without --small), fewer --fillings, or another --seed.',
    })
  }
}

function objected({ check, what, turn }: CheckFinding, { id }: FilledDialogue): InputError {
  return new InputError({
    code: 'dialogue-check',
    what,
    where: `dialogue ${id}${turn === undefined ? '' : `, turn ${turn}`} (${check})`,
    fix: 'Correct the grammar or the tools of the pack.',
  })
}
