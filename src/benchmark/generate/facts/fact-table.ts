import { type RandomStream, shuffled } from '../../../numeric/random.js'
import type { Fact, FactKind } from './fact-kind.js'
import type { ToolFacts } from './tool-facts.js'

/** Statements of one tool and kind that are kept, drawn at random: GitHub's largest tool has 33 parameters. */
const MAX_FACTS = 64

/** The statements of each tool, each read once. */
export class FactTable {
  readonly #random: RandomStream
  readonly #known = new Map<FactKind, Map<ToolFacts, readonly Fact[]>>()

  constructor(random: RandomStream) {
    this.#random = random
  }

  factsOf(kind: FactKind, tool: ToolFacts): readonly Fact[] {
    const ofKind = this.#known.get(kind) ?? new Map<ToolFacts, readonly Fact[]>()
    this.#known.set(kind, ofKind)
    const known = ofKind.get(tool)
    if (known !== undefined) return known
    const facts = shuffled(kind.facts(tool), this.#random).slice(0, MAX_FACTS)
    ofKind.set(tool, facts)
    return facts
  }
}
