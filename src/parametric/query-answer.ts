/** Ranked outputs of free decoding, held against the tokens. Nothing refills what was discarded. */
export interface FreeOutputs {
  /**
   * Distinct tools by place in the catalog, best first. A negative number is a tool that the catalog lacks: it was ranked
   * beside the others, so it keeps its place.
   */
  readonly tools: readonly number[]
  /** Outputs that came back. */
  readonly returned: number
  /** Outputs that are no token of any tool. */
  readonly nonTools: number
  /** Outputs that name a tool which stands further up. */
  readonly duplicates: number
  /** Some of the outputs that are no tool, for people to look at. */
  readonly examples: readonly string[]
}

/** What a subject recalled for one query. */
export interface QueryAnswer {
  readonly id: string
  /** As `tools` of free outputs, decoded under the trie. */
  readonly constrained?: readonly number[]
  readonly free?: FreeOutputs
  /** Probability of all first tokens of tools together, at the first step; absent where the subject does not tell it. */
  readonly toolMass?: number
}

/** A query without an answer. It is unmeasured: neither right nor wrong. */
export interface FailedQuery {
  readonly id: string
  readonly code: string
  readonly reason: string
}

/** A single output, as text or as token ids. */
export interface FreeOutput {
  readonly text?: string
  readonly tokenIds?: readonly number[]
}

const MOST_EXAMPLES = 3

/**
 * Matches free outputs exactly to tools, in their order.
 *
 * @param toolOf place in the catalog of the tool that an output names, white space at its ends aside; a negative number,
 * one for each, where the tool is not in the catalog.
 */
export function matchFree(
  outputs: readonly FreeOutput[],
  toolOf: (output: FreeOutput) => number | undefined,
): FreeOutputs {
  const tools = new Set<number>()
  const examples: string[] = []
  let nonTools = 0
  let duplicates = 0
  for (const output of outputs) {
    const position = toolOf(output)
    if (position === undefined) {
      nonTools++
      if (examples.length < MOST_EXAMPLES)
        examples.push(output.text ?? `ids ${output.tokenIds?.join(' ') ?? ''}`)
    } else if (tools.has(position)) duplicates++
    else tools.add(position)
  }
  return { tools: [...tools], returned: outputs.length, nonTools, duplicates, examples }
}

/**
 * A matcher for lists that were decoded under a trie: what it lets through is a tool, so an output that nobody knows is
 * one that the catalog lacks. For one list.
 */
export function keepingPlaces(
  toolOf: (output: FreeOutput) => number | undefined,
): (output: FreeOutput) => number {
  const unknown = new Map<string, number>()
  return (output) => {
    const position = toolOf(output)
    if (position !== undefined) return position
    const key = output.text?.trim() ?? JSON.stringify(output.tokenIds)
    // Below the numbers that a matcher gives by itself.
    const number = unknown.get(key) ?? FIRST_UNKNOWN - unknown.size
    unknown.set(key, number)
    return number
  }
}

const FIRST_UNKNOWN = -(2 ** 31)
