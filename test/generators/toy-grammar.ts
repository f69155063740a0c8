import type { DialogueTemplate, TemplateTurn } from '../../src/agent/dialogue-template.js'
import type { DialogueGrammar, Pack, PackWorld } from '../../src/agent/pack.js'
import { toyWorld } from './toy-world.js'

const assistant = (text: string): TemplateTurn => ({ role: 'assistant', text })
const SEARCH =
  'found = search_books(branch="north", author=["<AUTHOR_1>"])\nsave_to_cache(key="found", value=found)'
const SORT =
  'found = get_from_cache(key="found")\noldest = sort_books(results=found, column="year")\nsave_to_cache(key="oldest", value=oldest)'
const NO_OP = 'print("No planning needed")'

/** Three short dialogues in the toy library: asked for a branch, sorted, thanked; each says it in other words. */
const DIALOGUES: readonly (readonly TemplateTurn[])[] = [
  [
    assistant('Good morning.'),
    {
      role: 'user',
      text: 'Something by <AUTHOR_1>, "please".',
      plan: 'ask_reader("At which branch?")',
      label: 'seek',
      missing: ['branch'],
    },
    assistant('At which branch?'),
    { role: 'user', text: 'At north.', plan: SEARCH, label: 'search' },
  ],
  [
    assistant('Welcome! What shall it be?'),
    { role: 'user', text: 'I read nothing but <AUTHOR_1>, so look in north.', plan: SEARCH, label: 'search' },
    assistant('There they are.'),
    {
      role: 'user',
      text: 'Which of them came out first? I mind the order.',
      plan: SORT,
      label: 'sort+change-mind',
    },
  ],
  [
    assistant('Yes?'),
    {
      role: 'user',
      text: 'My aunt, who lives north of here, adores <AUTHOR_1>.',
      plan: SEARCH,
      label: 'search',
    },
    assistant('Then she will like these.'),
    { role: 'user', text: 'Thank you, goodbye.', plan: NO_OP, label: 'noop' },
  ],
]

export const toyGrammar: DialogueGrammar = {
  categories: ['books'],
  templates: { train: 1, validation: 1, test: 1 },
  fillings: 2,
  *compose(category, language) {
    for (const [at, turns] of DIALOGUES.entries()) {
      const about = { scenario: `scenario-${at + 1}`, persona: at === 1 ? 'curt' : 'plain' }
      const template: DialogueTemplate = { id: `${category}-${at + 1}`, category, language, about, turns }
      yield template
    }
  },
  divide: () => ({ train: ['Ines Ferro'], validation: ['Tomas Bek'], test: ['Mara Quill', 'Odo Lang'] }),
  bind: (_template, split, { splits, random }) => {
    const name = splits[split][random.below(splits[split].length)]
    return name === undefined ? undefined : { AUTHOR_1: name }
  },
}

/** The toy library, whose reader is understood when asked for the branch. */
export function toyReaders(): PackWorld {
  return { ...toyWorld(), seek: { slots: [{ slot: 'branch', phrases: { en: ['branch'] } }] } }
}

export const toyPack: Pack = {
  id: 'toy',
  version: 1,
  title: 'toy library',
  persona: 'a librarian',
  languages: ['en'],
  open: async () => toyReaders(),
  dialogues: toyGrammar,
}
