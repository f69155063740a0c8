import type { Tool } from '../../../catalog/tool.js'
import { mayHoldInvisible, withoutInvisible } from '../../../text/invisible.js'
import { wordsOf } from '../../../text/shingles.js'
import { isInLanguage, type KnownLanguage } from '../language.js'
import type { NameLeaks } from '../name-leak.js'
import type { ShownTool } from '../tool-card.js'
import type { TierRule } from './rrb-options.js'

/** A need as the generator states it. */
export interface ProposedNeed {
  readonly need: string
  /** Ids of shown tools. */
  readonly tools: readonly string[]
}

export interface Candidate {
  readonly query: string
  readonly needs: readonly ProposedNeed[]
}

export interface CandidateContext {
  readonly rule: TierRule
  readonly shown: readonly ShownTool[]
  /** Id of the anchor. */
  readonly anchor: string
  readonly language: KnownLanguage
  readonly leaks: NameLeaks
}

const MAX_QUERY = 600
const MAX_NEED = 200

/** Why a candidate is refused before any judge sees it; undefined when it may be judged. Every check is hard. */
export function candidateFault(candidate: Candidate, context: CandidateContext): string | undefined {
  return (
    needsFault(candidate, context) ?? queryFault(candidate.query, context) ?? leakFault(candidate, context)
  )
}

function needsFault({ needs }: Candidate, { rule, shown, anchor }: CandidateContext): string | undefined {
  const ids = new Set(shown.map(({ id }) => id))
  const named = needs.flatMap(({ tools }) => tools)
  if (named.some((id) => !ids.has(id))) return 'ungrounded'
  if (new Set(named).size < named.length) return 'answer-repeated'
  if (needs.some(({ tools }) => tools.length === 0)) return 'need-without-tool'
  const [least, most] = rule.needs
  if (needs.length < least || needs.length > most) return 'need-count'
  if (!named.includes(anchor)) return 'anchor-missing'
  const texts = new Set(needs.map(({ need }) => wordsOf(need).join(' ')))
  if (texts.size < needs.length || texts.has('')) return 'need-repeated'
  return needs.some(({ need }) => need.length > MAX_NEED) ? 'need-length' : undefined
}

/** What is wrong with a query by itself. */
function queryFault(
  query: string,
  { rule, language }: Pick<CandidateContext, 'rule' | 'language'>,
): string | undefined {
  const [least, most] = rule.words
  const words = wordsOf(query).length
  if (words < least || words > most || query.length > MAX_QUERY) return 'query-length'
  if (/[\r\n]/.test(query) || (mayHoldInvisible(query) && withoutInvisible(query) !== query))
    return 'query-unclean'
  if (/\bT\d{1,2}\b/.test(query)) return 'tool-id'
  return isInLanguage(query, language) ? undefined : 'query-language'
}

/** Names of the tools that are proposed as gold; those that a judge adds are looked for again. */
function leakFault({ query, needs }: Candidate, { shown, leaks }: CandidateContext): string | undefined {
  const proposed = new Set(needs.flatMap(({ tools }) => tools))
  return leakOf(
    query,
    shown.filter(({ id }) => proposed.has(id)).map(({ tool }) => tool),
    leaks,
  )
}

export function leakOf(query: string, tools: Iterable<Tool>, leaks: NameLeaks): string | undefined {
  for (const tool of tools) if (leaks.find(query, tool) !== undefined) return 'name-leak'
  return undefined
}
