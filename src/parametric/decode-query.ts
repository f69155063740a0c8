import { InputError } from '../errors.js'
import { type BeamSettings, beamSearch, type Hypothesis } from './beam-search.js'
import type { NextTokenDistribution, NextTokens } from './next-tokens.js'
import { type FreeOutput, matchFree, type QueryAnswer } from './query-answer.js'
import type { TokenizedMap } from './tokenize-map.js'
import type { ToolMatcher } from './tool-matcher.js'

export interface DecodeRequest extends BeamSettings {
  readonly id: string
  readonly next: NextTokens
  /** Ids that end a hypothesis, at least one. */
  readonly end: readonly number[]
  readonly tokens: TokenizedMap
  readonly match: ToolMatcher
  /** Ids as text, special tokens written out. */
  readonly detokenize?: ((ids: readonly number[]) => Promise<string>) | undefined
  /** Which of the two ways; default both. */
  readonly ways?: readonly ('constrained' | 'free')[]
}

/** One output as it was decoded, best first in its list. */
export interface DecodedOutput {
  /** Without the end token. */
  readonly ids: readonly number[]
  readonly text?: string
  readonly score: number
  readonly isFinished: boolean
}

/** An answer with the outputs that it was made from, verbatim. */
export interface DecodedQuery {
  readonly answer: QueryAnswer
  readonly constrained?: readonly DecodedOutput[]
  readonly free?: readonly DecodedOutput[]
}

/**
 * Decodes the tools of one query under the trie and freely, from the same prompt with the same settings.
 *
 * @throws {InputError} `new-tokens-few` when the longest token sequence and its end do not fit; what `beamSearch` throws.
 */
export async function decodeQuery(request: DecodeRequest): Promise<DecodedQuery> {
  const { id, tokens, match, detokenize, ways = ['constrained', 'free'] } = request
  checkLength(request)
  const next = withFirstKept(request.next, tokens)
  const isWanted = (way: 'constrained' | 'free'): boolean => ways.includes(way)
  // Free first where both are wanted: its first step asks for all that the constrained one needs of a whole distribution.
  const free = isWanted('free') ? await beamSearch({ ...request, next }) : undefined
  const constrained = isWanted('constrained')
    ? await beamSearch({ ...request, next, trie: tokens.trie })
    : undefined
  const toolMass = next.toolMass()
  const outputs = {
    ...(constrained === undefined ? {} : { constrained: await outputsOf(constrained, detokenize) }),
    ...(free === undefined ? {} : { free: await outputsOf(free, detokenize) }),
  }
  return {
    answer: {
      id,
      ...(constrained === undefined ? {} : { constrained: toolsOf(constrained, tokens) }),
      ...(outputs.free === undefined ? {} : { free: matchFree(outputs.free.map(toFreeOutput), match) }),
      ...(toolMass === undefined ? {} : { toolMass }),
    },
    ...outputs,
  }
}

function toFreeOutput({ ids, text }: DecodedOutput): FreeOutput {
  return { tokenIds: ids, ...(text === undefined ? {} : { text }) }
}

function checkLength({ tokens: { trie }, maxNewTokens = 64 }: DecodeRequest): void {
  if (trie.maxLength + 1 <= maxNewTokens) return
  throw new InputError({
    code: 'new-tokens-few',
    what: `The longest tool has ${trie.maxLength} tokens and an end token, and ${maxNewTokens} new tokens are allowed.`,
    where: '--max-new-tokens',
    fix: `Allow at least ${trie.maxLength + 1}.`,
  })
}

function toolsOf(hypotheses: readonly Hypothesis[], { positions }: TokenizedMap): readonly number[] {
  return hypotheses.flatMap(({ entry = -1 }) => positions[entry] ?? [])
}

function outputsOf(
  hypotheses: readonly Hypothesis[],
  detokenize: DecodeRequest['detokenize'],
): Promise<readonly DecodedOutput[]> {
  return Promise.all(
    hypotheses.map(async ({ tokenIds, score, isFinished }) => ({
      ids: tokenIds,
      ...(detokenize === undefined ? {} : { text: await detokenize(tokenIds) }),
      score,
      isFinished,
    })),
  )
}

/** Keeps what comes after the prompt itself, which both ways ask for, and adds up what of it falls to tools. */
function withFirstKept(
  next: NextTokens,
  { trie }: TokenizedMap,
): NextTokens & { toolMass(): number | undefined } {
  let first: NextTokenDistribution | undefined
  return {
    async next(prefixes, allowed) {
      const [prefix] = prefixes
      if (prefixes.length !== 1 || prefix?.length !== 0) return next.next(prefixes, allowed)
      // A list that was cut serves the way that it was asked for.
      if (first !== undefined && first.unlistedAtMost === undefined) return [first]
      const found = await next.next(prefixes, allowed)
      if (allowed !== undefined || found[0]?.unlistedAtMost === undefined) first = found[0]
      return found
    },
    toolMass() {
      if (first === undefined) return undefined
      let mass = 0
      for (const token of trie.allowed(0)) {
        const logprob = first.logprobs[token] ?? Number.NEGATIVE_INFINITY
        if (logprob === Number.NEGATIVE_INFINITY && first.unlistedAtMost !== undefined) return undefined
        mass += Math.exp(logprob)
      }
      return Math.min(1, mass)
    },
  }
}
