import { type AskedSection, defineAskedSection, itemsOf } from './asked-section.js'

const probes = defineAskedSection({
  id: 'probes',
  title: 'Probes',
  command: 'probe',
  paths: ['items', 'benchmark', 'catalog', 'template'],
  atStart: [],
  scores: true,
  resumes: true,
  plan(material) {
    const items = itemsOf(material, ['mcq', 'qa'])
    if (material.flags.items !== undefined || material.flags.benchmark !== undefined)
      return { catalog: material.catalog, ...material.flags }
    if (items.length === 0) return 'no benchmark holds multiple-choice or yes-or-no items'
    return { items, catalog: material.catalog, ...material.flags }
  },
})

const calls = defineAskedSection({
  id: 'calls',
  title: 'Calls',
  command: 'run',
  paths: ['items', 'catalog', 'template'],
  atStart: [],
  scores: false,
  resumes: true,
  plan(material) {
    const items = itemsOf(material, ['call'])
    if (material.flags.items !== undefined) return { catalog: material.catalog, ...material.flags }
    if (items.length === 0) return 'no benchmark holds call items'
    return { items, catalog: material.catalog, ...material.flags }
  },
})

const parametric = defineAskedSection({
  id: 'parametric',
  title: 'Parametric knowledge',
  command: 'parametric',
  paths: ['benchmark', 'catalog', 'tokens', 'probes', 'probe-items'],
  atStart: [],
  scores: true,
  resumes: false,
  plan(material) {
    if (material.flags.tokens === undefined) return 'the config names no token map: ask.parametric.tokens'
    if (material.flags.benchmark !== undefined) return { catalog: material.catalog, ...material.flags }
    const [benchmark] = itemsOf(material, ['retrieval'])
    if (benchmark === undefined) return 'no benchmark holds retrieval items'
    return { benchmark, catalog: material.catalog, ...material.flags }
  },
})

const ladder = defineAskedSection({
  id: 'ladder',
  title: 'Ladder',
  command: 'ladder',
  paths: [
    'corpus',
    'tools',
    'eval',
    'rules',
    'novel',
    'suppression',
    'prompts',
    'checkpoints',
    'parent',
    'weights',
    'template',
    'vocabulary',
  ],
  atStart: ['corpus', 'eval', 'novel', 'suppression', 'prompts'],
  scores: true,
  resumes: true,
  plan: ({ flags }) =>
    flags.corpus === undefined ? 'the config names no training corpus: ask.ladder.corpus' : flags,
})

const dialogues = defineAskedSection({
  id: 'dialogues',
  title: 'Dialogues',
  command: 'converse',
  paths: ['items', 'knowledge', 'replay'],
  atStart: [],
  scores: true,
  resumes: true,
  plan(material) {
    if (material.flags.pack === undefined) return 'the config names no pack: ask.dialogues.pack'
    return material.flags
  },
})

/** In the order of the questions that an audit answers. */
export const askedSections: readonly AskedSection[] = [probes, parametric, calls, ladder, dialogues]
