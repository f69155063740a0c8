import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { randomStream } from '../../numeric/random.js'
import type { LadderCase } from '../ladder-case.js'
import { defineBattery } from './battery.js'
import { goldCallOf } from './make-case.js'
import { NoticeList } from './notice-list.js'
import { stratified } from './stratified.js'

/** Rows of the quick look (rung 3a). */
export const QUICK_LOOK = 6

/** Group of the rows whose answer is prose; the others belong to their tool. */
export const PROSE_GROUP = 'prose'

/**
 * Distinct examples of the corpus, asked as they were taught: those that call declared tools, and those that answer in
 * prose. In an order stratified by tool, so that the first six are the quick look.
 */
export const verbatim = defineBattery({
  id: 'verbatim',
  describes: 'distinct examples of the corpus itself, split by whether they call',
  build({ corpus, templates, seen, sizes, seed, budgets, frames }) {
    const notices = new NoticeList('verbatim')
    const usable = seen.distinct.flatMap(({ example }) => (isUsable(example, notices) ? [example] : []))
    const ordered = stratified(usable, { groupOf, random: randomStream(seed, 'verbatim') })
    const limit = sizes.verbatim === 'all' ? ordered.length : sizes.verbatim
    const taken = ordered.slice(0, limit)
    if (taken.length < ordered.length) {
      notices.add(
        'verbatim-sample',
        `${taken.length} of ${ordered.length} distinct rows are asked, as many of each tool; --size full takes every one.`,
      )
    }
    const templateOf = new Map(
      templates.flatMap(({ id, examples }) => examples.map((example) => [example, id])),
    )
    const cases = taken.map((example): LadderCase => {
      const group = groupOf(example)
      const isCall = group !== PROSE_GROUP
      return {
        id: `verbatim/${example.id}`,
        battery: 'verbatim',
        messages: example.messages,
        tools: example.tools,
        offersTools: frames.of(example).offersTools,
        gold: { calls: example.answer.calls.map(goldCallOf), order: 'any' },
        cluster: templateOf.get(example.id) ?? `row ${example.id}`,
        group,
        entities: [],
        example: example.id,
        asking: {
          generates: true,
          probesOpening: sizes.opensVerbatim,
          settings: { maxTokens: isCall ? budgets.call : budgets.prose },
        },
      }
    })
    return {
      cases,
      manifest: {
        rows: corpus.rows,
        distinct: seen.distinct.length,
        usable: usable.length,
        taken: taken.length,
        calls: cases.filter(({ group }) => group !== PROSE_GROUP).length,
        quickLook: cases.slice(0, QUICK_LOOK).map(({ id }) => id),
      },
      notices: notices.list,
    }
  },
})

function groupOf({ answer }: CorpusExample): string {
  return answer.calls[0]?.name ?? PROSE_GROUP
}

function isUsable({ id, answer, tools, messages }: CorpusExample, notices: NoticeList): boolean {
  if (messages.at(-1)?.role === 'system' || messages.length === 0) {
    notices.add('verbatim-no-prompt', 'Rows without a message before the answer are left out.', id)
    return false
  }
  switch (answer.outcome) {
    case 'called': {
      const isDeclared = answer.calls.every(({ name }) => tools.some((tool) => tool.name === name))
      if (!isDeclared) {
        notices.add('verbatim-foreign', 'Rows that call a tool which is not declared are left out.', id)
      }
      return isDeclared
    }
    case 'abstained':
      return true
    case 'attempted':
    case 'truncated':
      notices.add(
        'verbatim-malformed',
        'Rows whose own answer is no call by the strict reading are left out.',
        id,
      )
      return false
    case 'empty':
      notices.add('verbatim-empty', 'Rows whose answer is empty are left out.', id)
      return false
    default:
      return answer.outcome satisfies never
  }
}
