import type { RetrievalItem } from '../../benchmark/item.js'

/** What one query was answered with, best first. */
export interface RankedTools {
  readonly query: string
  readonly tools: readonly string[]
}

/**
 * Lines of a TREC run, `query Q0 tool rank score tag`, columns with tabs between them. Scores fall from the number of tools
 * to 1, for trec_eval orders by them alone. A query without a tool has no line.
 */
export function* trecRunLines({ query, tools }: RankedTools, tag: string): Generator<string> {
  for (const [place, tool] of tools.entries()) {
    yield `${[query, 'Q0', tool, place + 1, tools.length - place, tag].join('\t')}\n`
  }
}

/**
 * Lines of judgements, `query 0 tool grade`: 2 for gold where the item grades its tools and 1 where it does not; what is
 * graded "partly" is 1 beside gold of 2. Every equal of a need is gold, so a program that counts tools instead of needs finds another
 * recall for items with equals.
 */
export function* trecJudgementLines({ id, gold, grades }: RetrievalItem): Generator<string> {
  const all = new Map<string, number>()
  for (const tool of gold.flat()) all.set(tool, grades === undefined ? 1 : 2)
  for (const [tool, grade] of Object.entries(grades ?? {})) if (!all.has(tool)) all.set(tool, grade)
  for (const [tool, grade] of all) yield `${[id, 0, tool, grade].join('\t')}\n`
}

/** Whether programs that cut columns at any white space would take a name for two. */
export function hasSpace(name: string): boolean {
  return /\s/.test(name)
}

/** A tag of one word. */
export function trecTag(text: string): string {
  return text.trim().replace(/\s+/g, '-') || 'assay'
}
