import { type Dialogue, dialogueOf } from '../../src/benchmark/dialogue-item.js'
import type { DialogueItem } from '../../src/benchmark/item.js'
import type { JsonObject } from '../../src/text/json.js'

const NORTH = 'books = search_books(branch="north", rating=[4, 5])\nsave_to_cache(key="good", value=books)'
const FILTER =
  'books = get_from_cache(key="good")\nrecent = filter_books(prior_results=books, year=[2010, 2030])\nsave_to_cache(key="recent", value=recent)'

/** A dialogue in the toy library: a question, a search, a refinement, thanks. */
export function toyItem(id: string): DialogueItem {
  const json: JsonObject = {
    id,
    kind: 'dialogue',
    pack: 'toy',
    category: 'books',
    split: 'test',
    template: `template-${id.replace(/\D/g, '')}`,
    cluster: `template-${id.replace(/\D/g, '')}`,
    turns: [
      { role: 'assistant', text: 'Good morning, what would you like to read?' },
      { role: 'user', text: 'Something good.', plan: 'ask_reader("Which branch?")', label: 'seek' },
      { role: 'assistant', text: 'At which branch?' },
      { role: 'user', text: 'North, rated 4 or more.', plan: NORTH, label: 'search' },
      { role: 'assistant', text: 'Anything else?' },
      { role: 'user', text: 'Only from 2010 on.', plan: FILTER, label: 'refine' },
      { role: 'assistant', text: 'Here you are.' },
      { role: 'user', text: 'Thank you!', plan: 'print("No planning needed")', label: 'noop' },
    ],
  }
  return { kind: 'dialogue', id, cluster: String(json.cluster), json }
}

export function toyDialogue(id: string): Dialogue {
  return dialogueOf(toyItem(id))
}

/** What a model would say at each turn of the user, in code. */
export const toyPlans: readonly string[] = toyDialogue('x').turns.flatMap(({ plan }) =>
  plan === undefined ? [] : [`<REASONING>So.</REASONING>\n<CODE>\n${plan}\n</CODE>`],
)
