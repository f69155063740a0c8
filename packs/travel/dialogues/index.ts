import type { DialogueGrammar } from '../../../src/agent/pack.js'
import { bind } from './bind.js'
import { categoryDomains, compose } from './compose.js'
import { divide } from './divide.js'
import { travelMentions } from './mentions.js'

/** Dialogues in the shape of T1: nine categories of sixty templates, twenty-five fillings each. */
export const travelDialogues: DialogueGrammar = {
  categories: Object.keys(categoryDomains),
  templates: { train: 15, validation: 5, test: 40 },
  fillings: 25,
  compose: (category, _language, random) => compose(category, random),
  divide,
  bind,
  mentions: travelMentions,
  openEnds: {
    rating: ['5'],
    stars: ['5'],
    departure_time: ['00:00', '23:59'],
    arrival_time: ['00:00'],
  },
}
