import { InputError } from '../../errors.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import type { DialogueSplit, DialogueTemplate } from '../dialogue-template.js'
import type { DialogueGrammar } from '../pack.js'
import { checkTemplate } from './checks/check-template.js'
import { LIKENESS_LIMIT, TakenTemplates, templateWords } from './checks/likeness.js'

/** A template and where it belongs. */
export interface SplitTemplate {
  readonly template: DialogueTemplate
  readonly split: DialogueSplit
}

export interface ComposedTemplates {
  /** By category, then split, in the order of the grammar. */
  readonly templates: readonly SplitTemplate[]
  /** Candidates that were left out because they were too like one that was taken. */
  readonly leftOut: number
  /** The likest two. */
  readonly likest: { readonly ids: readonly [string, string]; readonly jaccard: number } | undefined
}

export interface TemplateSetting {
  readonly packId: string
  readonly language: string
  readonly seed: number
}

/** So many candidates are too many to look through for one template. */
const PATIENCE = 500

/**
 * Composes all templates of a grammar and divides them between the splits, whichever of them are wanted later: a part of
 * a set holds what the whole set holds there.
 *
 * @throws {InputError} `dialogue-check` for a template that no check may object to, `templates-alike` where the grammar has
 *   no more that differ.
 */
export function composeTemplates(
  grammar: DialogueGrammar,
  { packId, language, seed }: TemplateSetting,
): ComposedTemplates {
  const taken = new TakenTemplates()
  const templates: SplitTemplate[] = []
  const { train, validation, test } = grammar.templates
  let leftOut = 0
  let likest: ComposedTemplates['likest']
  for (const category of grammar.categories) {
    const label = `dialogue ${packId} ${language} ${category}`
    const wanted = train + validation + test
    const chosen: DialogueTemplate[] = []
    let refused = 0
    for (const template of grammar.compose(category, language, randomStream(seed, `${label} templates`))) {
      const words = templateWords(template)
      const nearest = taken.likest(words)
      if (nearest !== undefined && nearest.jaccard >= LIKENESS_LIMIT) {
        leftOut++
        if (++refused > PATIENCE) throw alike(category, { found: chosen.length, wanted })
        continue
      }
      refuseFaulty(template, grammar)
      if (nearest !== undefined && nearest.jaccard > (likest?.jaccard ?? 0)) {
        likest = { ids: [nearest.id, template.id], jaccard: nearest.jaccard }
      }
      taken.take(template.id, words)
      chosen.push(template)
      refused = 0
      if (chosen.length === wanted) break
    }
    if (chosen.length < wanted) throw alike(category, { found: chosen.length, wanted })
    const mixed = shuffled(chosen, randomStream(seed, `${label} splits`))
    const ends = { train, validation: train + validation, test: wanted }
    const isIn = (split: DialogueSplit, at: number): boolean =>
      at < ends[split] &&
      at >= (split === 'train' ? 0 : split === 'validation' ? ends.train : ends.validation)
    for (const split of ['train', 'validation', 'test'] as const) {
      templates.push(...mixed.filter((_, at) => isIn(split, at)).map((template) => ({ template, split })))
    }
  }
  return { templates, leftOut, likest }
}

function refuseFaulty(template: DialogueTemplate, { mentions }: DialogueGrammar): void {
  const [finding] = checkTemplate(template, mentions)
  if (finding === undefined) return
  throw new InputError({
    code: 'dialogue-check',
    what: finding.what,
    where: `template ${template.id}${finding.turn === undefined ? '' : `, turn ${finding.turn}`} (${finding.check})`,
    fix: 'Correct the grammar of the pack.',
  })
}

function alike(
  category: string,
  { found, wanted }: { readonly found: number; readonly wanted: number },
): InputError {
  return new InputError({
    code: 'templates-alike',
    what: `The grammar composes ${found} templates that differ, and ${wanted} are wanted.`,
    where: `category ${category}`,
    fix: 'Give the grammar more wordings, scenarios or moves.',
  })
}
