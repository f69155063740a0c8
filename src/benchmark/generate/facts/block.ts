import { type RandomStream, shuffled } from '../../../numeric/random.js'
import type { Fact, FactKind, Judgement } from './fact-kind.js'
import type { FactTable } from './fact-table.js'
import type { ToolFacts } from './tool-facts.js'

export interface BlockMember {
  readonly tool: ToolFacts
  /** Multiple choice: what is true of this tool and false of the others. Yes or no: what all members are asked. */
  readonly fact: Fact
  /** Whether the fact holds for the tool. */
  readonly holds: boolean
}

/**
 * Tools that are asked the same question with the same options, or the same words, so that whoever does not know the
 * tool is right on one of the block's members exactly: four for multiple choice, where each option is the answer for
 * one, two for yes or no.
 */
export interface Block {
  readonly kind: FactKind
  readonly members: readonly BlockMember[]
}

export interface BlockSearch {
  /** Tools that may join, those most like the seed first. */
  readonly candidates: readonly ToolFacts[]
  readonly table: FactTable
  readonly random: RandomStream
  /** Whether a text of the catalog may be shown in a question about that tool. */
  readonly mayShow: (text: string, tool: ToolFacts) => boolean
}

/** Statements of one tool and kind that are tried. */
const MAX_FACTS = 8
export const OPTIONS = 4

/** A block of four around `seed`; undefined where none of its statements of this kind finds three others. */
export function choiceBlock(seed: ToolFacts, kind: FactKind, search: BlockSearch): Block | undefined {
  const { candidates, table } = search
  const { choice } = kind
  if (choice === undefined) return undefined
  for (const fact of some(table.factsOf(kind, seed), search)) {
    const members: BlockMember[] = [{ tool: seed, fact, holds: true }]
    if (!isShown(kind, members, search)) continue
    const frame = choice.frame(fact)
    for (const tool of candidates) {
      const alike = table.factsOf(kind, tool).filter((other) => choice.frame(other) === frame)
      const next = some(alike, search).find((other) => {
        const member = { tool, fact: other, holds: true }
        return (
          members.every((known) => exclude(kind, known, member)) &&
          isShown(kind, [...members, member], search)
        )
      })
      if (next === undefined) continue
      members.push({ tool, fact: next, holds: true })
      if (members.length === OPTIONS) return { kind, members }
    }
  }
  return undefined
}

/** A pair around `seed`: a statement that holds for one of two tools and that the schema of the other contradicts. */
export function pairBlock(seed: ToolFacts, kind: FactKind, search: BlockSearch): Block | undefined {
  const { candidates, table } = search
  if (kind.yesNo === undefined) return undefined
  const asYes = (): Block | undefined => {
    for (const fact of some(table.factsOf(kind, seed), search)) {
      const no = candidates.find((tool) => mayPair(seed, tool, fact))
      if (no !== undefined) return pair(seed, no, fact)
    }
    return undefined
  }
  const asNo = (): Block | undefined => {
    for (const yes of candidates) {
      const fact = some(table.factsOf(kind, yes), search).find((one) => mayPair(yes, seed, one))
      if (fact !== undefined) return pair(yes, seed, fact)
    }
    return undefined
  }
  const mayPair = (yes: ToolFacts, no: ToolFacts, fact: Fact): boolean =>
    kind.judge(no, fact) === 'contradicted' && isShown(kind, pair(yes, no, fact).members, search)
  const pair = (yes: ToolFacts, no: ToolFacts, fact: Fact): Block => ({
    kind,
    members: [
      { tool: yes, fact, holds: true },
      { tool: no, fact, holds: false },
    ],
  })
  return search.random.below(2) === 0 ? (asYes() ?? asNo()) : (asNo() ?? asYes())
}

function some(facts: readonly Fact[], { random }: BlockSearch): readonly Fact[] {
  return shuffled(facts, random).slice(0, MAX_FACTS)
}

/** Whether each of two options is wrong for the tool of the other, and they are not easily taken for each other. */
function exclude({ choice, judge }: FactKind, one: BlockMember, other: BlockMember): boolean {
  // `path` beside `paths` would be a test of reading.
  const shown = (fact: Fact): string => choice?.option(fact).toLowerCase().replace(/s$/, '') ?? ''
  return (
    shown(one.fact) !== shown(other.fact) &&
    isFalse(judge(one.tool, other.fact)) &&
    isFalse(judge(other.tool, one.fact))
  )
}

function isFalse(judgement: Judgement): boolean {
  return judgement === 'contradicted' || judgement === 'unlisted'
}

/** All that a block shows may be shown to each of its tools. */
function isShown(kind: FactKind, members: readonly BlockMember[], { mayShow }: BlockSearch): boolean {
  const texts = members.flatMap(({ fact }) => kind.quoted(fact))
  return members.every(({ tool }) => texts.every((text) => mayShow(text, tool)))
}
