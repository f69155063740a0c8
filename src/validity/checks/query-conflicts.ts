import type { McqItem, QaItem, RetrievalItem } from '../../benchmark/item.js'
import { NearDuplicates } from '../../text/near-duplicates.js'
import { quoted } from '../../text/printable.js'
import { characterShingles, ShingleVocabulary, wordsOf } from '../../text/shingles.js'
import { tokenizers } from '../../text/tokenize.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'
import { ToolTerms } from '../tool-text.js'

/** Character trigrams of two queries that differ by a word or two. */
const ALIKE = 0.75
/** Of more queries that may be alike each is held against half as many: 47,000 of one kind take a minute. */
const MAX_BUCKET = 64
/** Golds of one query that are held against each other, and pairs that are looked at for each query. */
const MAX_GOLDS = 32

/**
 * Whether the same request has different right answers: queries with the same words of content, or so alike in their
 * letters that no word in which they differ stands in the text of a tool of their gold.
 */
export const queryConflicts = defineAuditCheck({
  id: 'query-conflicts',
  group: 'gold',
  looksAt: 'near-identical queries that share no gold, and one question about one tool with two answers',
  codes: ['gold-disjoint', 'answers-contradict'],
  applies: ({ retrieval, mcq, qa }) => retrieval.length + mcq.length + qa.length > 1,
  async run(subject) {
    const { retrieval, mcq, qa } = subject
    const { conflicts, example } = await disjoint(subject)
    const contradictions = contradicting([...mcq, ...qa])
    return {
      findings: [
        ...shareFinding({
          code: 'gold-disjoint',
          scale: { care: 0, bad: 0.1 },
          items: retrieval.filter(({ id }) => conflicts.has(id)).map(({ id }) => id),
          of: retrieval.length,
          what: `share a near-identical query with an item whose gold has no tool in common: ${example}.`,
        }),
        ...shareFinding({
          code: 'answers-contradict',
          scale: { care: 0, bad: 0.05 },
          items: contradictions.map(({ id }) => id),
          of: mcq.length + qa.length,
          what: `ask of one tool what another item asks, and have another answer, e.g. ${shown(contradictions[0]?.question)}.`,
        }),
      ],
    }
  },
})

interface Query {
  readonly text: string
  /** Items that ask it, one of each gold. */
  readonly items: RetrievalItem[]
  readonly golds: Set<string>
}

async function disjoint(
  subject: AuditSubject,
): Promise<{ readonly conflicts: ReadonlySet<string>; readonly example: string }> {
  const { retrieval, pause } = subject
  const terms = new ToolTerms()
  const queries = new Map<string, Query>()
  for (const item of retrieval) {
    const key = wordsOf(item.query).join(' ')
    const query = queries.get(key) ?? { text: item.query, items: [], golds: new Set() }
    queries.set(key, query)
    const gold = JSON.stringify([...new Set(item.gold.flat())].sort())
    if (query.golds.size >= MAX_GOLDS || query.golds.has(gold)) continue
    query.golds.add(gold)
    query.items.push(item)
  }
  const conflicts = new Set<string>()
  let example = ''
  const asksForAnother = (one: RetrievalItem, other: RetrievalItem): boolean => {
    const [left, right] = [one, other].map(({ query }) => new Set(tokenizers.t3.tokens(query)))
    const differing = [...(left ?? [])]
      .filter((word) => !right?.has(word))
      .concat([...(right ?? [])].filter((word) => !left?.has(word)))
    if (differing.length === 0 || subject.catalog === undefined) return differing.length > 0
    const tools = [...one.gold.flat(), ...other.gold.flat()].flatMap((name) => subject.tool(name) ?? [])
    return tools.some((tool) => differing.some((word) => terms.of(tool).has(word)))
  }
  const hold = (left: Query, right: Query): void => {
    for (const one of left.items) {
      const tools = new Set(one.gold.flat())
      for (const other of right.items) {
        if (one === other || asksForAnother(one, other) || other.gold.flat().some((name) => tools.has(name)))
          continue
        if (example === '')
          example = `${shown(one.query)} (${shown(one.gold[0]?.[0])}) and ${shown(other.query)} (${shown(other.gold[0]?.[0])})`
        conflicts.add(one.id).add(other.id)
      }
    }
  }
  const vocabulary = new ShingleVocabulary()
  const index = new NearDuplicates({ maxBucket: MAX_BUCKET })
  const list = [...queries.values()]
  for (const query of list) {
    hold(query, query)
    index.add([vocabulary.setOf(characterShingles(query.text, 3))])
  }
  for (let band = 0; band < index.bands; band++) {
    for (const { left, right } of index.pairs({ band, threshold: ALIKE })) {
      hold(list[left] as Query, list[right] as Query) // both are places in the list
    }
    await pause()
  }
  return { conflicts, example }
}

function contradicting(items: readonly (McqItem | QaItem)[]): readonly (McqItem | QaItem)[] {
  const answers = new Map<string, Set<string>>()
  const keyOf = ({ kind, tool, question }: McqItem | QaItem): string =>
    JSON.stringify([kind, tool, wordsOf(question).join(' ')])
  const answerOf = (item: McqItem | QaItem): string => wordsOf(item.answer).join(' ')
  for (const item of items) {
    const known = answers.get(keyOf(item)) ?? new Set()
    answers.set(keyOf(item), known.add(answerOf(item)))
  }
  return items.filter((item) => (answers.get(keyOf(item))?.size ?? 0) > 1)
}

function shown(text: string | undefined): string {
  return quoted(text ?? '', 80)
}
