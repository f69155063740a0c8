import type { ResolvedItem, ResolvedNeed } from '../benchmark/resolve.js'
import { InputError } from '../errors.js'
import type { Ranking } from '../retrieval/retriever.js'

/**
 * Where a set of tools is first met in a ranking: in the first block of equal scores that holds any of them. Order
 * within a block is undecided, so every order counts alike.
 */
export interface Standing {
  /** Tools ranked above the block. */
  readonly offset: number
  /** Tools in the block. */
  readonly size: number
  /** Tools of the set in the block, at least 1. */
  readonly count: number
}

/** A block of equal scores that holds gold tools. */
interface GoldBlock extends Standing {
  readonly score: number
}

/** One ranking held against the gold of its item: all that a scorer may look at. */
export interface JudgedItem {
  /** One entry a need; undefined where no tool that meets it was ranked. At least one. */
  readonly needs: readonly (Standing | undefined)[]
  /** Gain of meeting a need: 2^grade − 1, with grade 2 where the item grades its tools, else 1. */
  readonly needGain: number
  /** Graded tools outside gold, each with its gain. */
  readonly extras: readonly { readonly standing: Standing | undefined; readonly gain: number }[]
  /** Blocks with gold, best first; every gold tool counts, equals too. */
  readonly goldBlocks: readonly GoldBlock[]
  /** Tools in the ranking. */
  readonly listed: number
  /** Tools that could be ranked. */
  readonly candidates: number
}

/** What is looked for in a ranking. */
export interface Sought {
  /** A need may be empty: nothing that could be ranked meets it. */
  readonly needs: readonly ResolvedNeed[]
  readonly grades: ReadonlyMap<string, 1 | 2> | undefined
  readonly candidates: number
}

/** Equal for two that guessing and perfection serve alike, whatever the names. */
export function shapeOf({ needs, grades, candidates }: Sought): string {
  const isGold = new Set(needs.flat())
  const extras = [...(grades ?? [])].filter(([name]) => !isGold.has(name)).map(([, grade]) => grade)
  const sizes = needs.map((need) => need.length)
  return JSON.stringify([sizes.sort(), extras.sort(), grades !== undefined, candidates])
}

/** What an item seeks in a catalog of so many tools. */
export function soughtInCatalog({ needs, grades }: ResolvedItem, catalogSize: number): Sought {
  return { needs, grades, candidates: catalogSize }
}

/** What an item seeks in its own pool: only what the pool holds can be found there. */
export function soughtInPool({ needs, grades }: ResolvedItem, pool: readonly string[]): Sought {
  const offered = new Set(pool)
  return {
    needs: needs.map((need) => need.filter((name) => offered.has(name))),
    grades: grades && new Map([...grades].filter(([name]) => offered.has(name))),
    candidates: offered.size,
  }
}

/**
 * Holds a ranking against what is sought.
 *
 * @throws {InputError} `ranking-invalid` when scores rise or are not finite, or a tool stands twice.
 */
export function judgeRanking(ranking: Ranking, sought: Sought): JudgedItem {
  return judgeBlocks(sought, { blocks: blocksOf(ranking), listed: ranking.length })
}

/** All candidates in one block: what uniform guessing is worth, exactly, once a scorer takes the expectation. */
export function judgeChance(sought: Sought): JudgedItem {
  const { candidates } = sought
  const block = { offset: 0, size: candidates, score: 1 }
  return judgeBlocks(sought, { blocks: { of: () => block }, listed: candidates })
}

/** Needs first, then graded tools from the most to the least relevant: the best that any subject can do. */
export function judgeIdeal(sought: Sought): JudgedItem {
  const isGold = new Set(sought.needs.flat())
  const extras = [...(sought.grades ?? [])].filter(([name]) => !isGold.has(name)).sort((a, b) => b[1] - a[1])
  const order = [...sought.needs.flatMap(([first]) => first ?? []), ...extras.map(([name]) => name)]
  const places = new Map(
    order.map((name, offset) => [name, { offset, size: 1, score: order.length - offset }]),
  )
  return judgeBlocks(sought, { blocks: { of: (name) => places.get(name) }, listed: order.length })
}

interface Block {
  readonly offset: number
  readonly size: number
  readonly score: number
}

interface Blocks {
  /** The block that holds the tool; one object for all tools of a block. */
  of(name: string): Block | undefined
}

function blocksOf(ranking: Ranking): Blocks {
  const blocks = new Map<string, Block>()
  let start = 0
  while (start < ranking.length) {
    const score = ranking[start]?.score ?? Number.NaN
    let end = start + 1
    while (end < ranking.length && ranking[end]?.score === score) end++
    const block = { offset: start, size: end - start, score }
    for (const { name } of ranking.slice(start, end)) {
      if (blocks.has(name)) throw invalid(`ranks the tool ${JSON.stringify(name)} twice`)
      blocks.set(name, block)
    }
    const next = ranking[end]?.score
    if (!Number.isFinite(score) || (next !== undefined && !(next < score))) {
      throw invalid(`puts the score ${next ?? score} after ${score}; scores must be finite and must not rise`)
    }
    start = end
  }
  return { of: (name) => blocks.get(name) }
}

function invalid(what: string): InputError {
  return new InputError({
    code: 'ranking-invalid',
    what: `A ranking ${what}.`,
    fix: 'Correct the retriever that gave it.',
  })
}

/** Holds a ranking that is given in blocks of equals against what is sought. */
export function judgeBlocks(
  { needs, grades, candidates }: Sought,
  { blocks, listed }: { readonly blocks: Blocks; readonly listed: number },
): JudgedItem {
  const gold = needs.flat()
  const isGold = new Set(gold)
  const extras = [...(grades ?? [])].filter(([name]) => !isGold.has(name))
  return {
    needs: needs.map((need) => standings(need, blocks)[0]),
    needGain: grades === undefined ? 1 : gainOf(2),
    extras: extras.map(([name, grade]) => ({ standing: standings([name], blocks)[0], gain: gainOf(grade) })),
    goldBlocks: standings(gold, blocks),
    listed,
    candidates,
  }
}

function gainOf(grade: 1 | 2): number {
  return 2 ** grade - 1
}

/** Blocks that hold any of the tools, best first. */
function standings(names: readonly string[], blocks: Blocks): readonly GoldBlock[] {
  const counts = new Map<Block, number>()
  for (const name of names) {
    const block = blocks.of(name)
    if (block !== undefined) counts.set(block, (counts.get(block) ?? 0) + 1)
  }
  return [...counts]
    .map(([block, count]) => ({ ...block, count }))
    .sort((left, right) => left.offset - right.offset)
}
