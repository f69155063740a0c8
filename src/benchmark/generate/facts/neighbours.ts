import { type RandomStream, shuffled } from '../../../numeric/random.js'
import { jaccard, type ShingleSet, ShingleVocabulary, wordsOf, wordsOfName } from '../../../text/shingles.js'
import type { ToolFacts } from './tool-facts.js'

/** Tools compared with one; of more, so many are drawn. */
const MAX_COMPARED = 2000
/** The nearest that are looked at. */
const MAX_NEAREST = 300
/** Characters of a description that count. */
const SEEN_LENGTH = 2000

interface Among {
  readonly tools: readonly ToolFacts[]
  readonly isFree: (tool: ToolFacts) => boolean
  readonly random: RandomStream
}

/** Finds the tools that are most like one, by the words of names, parameters and descriptions. */
export class Neighbours {
  readonly #vocabulary = new ShingleVocabulary()
  readonly #sets = new Map<ToolFacts, ShingleSet>()

  /** Free tools, the nearest first; of equals in random order. */
  nearest(of: ToolFacts, { tools, isFree, random }: Among): readonly ToolFacts[] {
    const own = this.#setOf(of)
    const drawn = tools.length <= 2 * MAX_COMPARED ? shuffled(tools, random) : drawSome(tools, random)
    return drawn
      .filter((tool) => tool !== of && isFree(tool))
      .map((tool) => ({ tool, likeness: jaccard(own, this.#setOf(tool)) }))
      .sort((left, right) => right.likeness - left.likeness)
      .slice(0, MAX_NEAREST)
      .map(({ tool }) => tool)
  }

  #setOf(facts: ToolFacts): ShingleSet {
    const known = this.#sets.get(facts)
    if (known !== undefined) return known
    const { name, title = '', description = '' } = facts.tool
    const set = this.#vocabulary.setOf([
      ...wordsOfName(name.slice(0, SEEN_LENGTH)),
      ...wordsOf(title.slice(0, SEEN_LENGTH)),
      ...wordsOf(description.slice(0, SEEN_LENGTH)),
      ...(facts.input?.properties.keys() ?? []),
    ])
    this.#sets.set(facts, set)
    return set
  }
}

function drawSome(tools: readonly ToolFacts[], random: RandomStream): readonly ToolFacts[] {
  const drawn = new Set<ToolFacts>()
  for (let draw = 0; draw < MAX_COMPARED; draw++) {
    const tool = tools[random.below(tools.length)]
    if (tool !== undefined) drawn.add(tool)
  }
  return [...drawn]
}
