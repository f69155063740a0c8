import type { DialogueTemplate } from '../../../src/agent/dialogue-template.js'
import type { DialogueGrammar } from '../../../src/agent/pack.js'
import { shuffled } from '../../../src/numeric/random.js'
import { deskPlaces } from '../places.js'
import { bindProgram } from './bind.js'
import { categoryDomains, compose } from './compose.js'
import type { DeskTemplate } from './desk-template.js'
import { mentions, openEnds } from './mentions.js'

const TEMPLATES = { train: 3, validation: 1, test: 8 } as const

/** Sites of the smallest split: fillings of a template must not repeat each other. */
const LEAST_SITES = 6

/** Dialogues of the desk, in English and Spanish. */
export const securityDialogues: DialogueGrammar = {
  categories: Object.keys(categoryDomains),
  templates: TEMPLATES,
  fillings: 5,
  compose,
  divide(world, random) {
    const places = shuffled(deskPlaces(world), random)
    const parts = TEMPLATES.train + TEMPLATES.validation + TEMPLATES.test
    const trained = Math.round((places.length * TEMPLATES.train) / parts)
    const validated =
      trained + Math.max(LEAST_SITES, Math.round((places.length * TEMPLATES.validation) / parts))
    const names = (from: number, to?: number): readonly string[] =>
      places.slice(from, to).flatMap(({ site, teams }) => [site, ...teams])
    return { train: names(0, trained), validation: names(trained, validated), test: names(validated) }
  },
  bind(template, split, { world, splits, random }) {
    if (!isDeskTemplate(template)) return undefined
    const own = new Set(splits[split])
    const sites = deskPlaces(world).flatMap(({ site }) => (own.has(site) ? [site] : []))
    return bindProgram(template.program, { world, sites, random })
  },
  mentions,
  openEnds,
}

/** Only templates of this grammar have a program. */
function isDeskTemplate(template: DialogueTemplate): template is DeskTemplate {
  return 'program' in template
}
