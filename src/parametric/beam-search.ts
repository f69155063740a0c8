import { InputError } from '../errors.js'
import { BestCandidates, type Candidate } from './best-candidates.js'
import type { NextTokenDistribution, NextTokens } from './next-tokens.js'
import type { TokenTrie, TrieNode } from './token-trie.js'

/**
 * `hf`: sums of log-probabilities under the mask without renormalising, the end token counted, as the papers' stack
 * does. `renormalised`: at each step the allowed tokens share all probability.
 */
export type ScoreRule = 'hf' | 'renormalised'

export interface BeamSettings {
  /** Beams, and hypotheses given back at most; default 50. */
  readonly width?: number
  /** Tokens generated at most, the end token included; default 64. */
  readonly maxNewTokens?: number
  /** Sums are divided by length to this power, the end token counted; default 1. */
  readonly lengthPenalty?: number
  /**
   * When to stop once `width` hypotheses are finished. `false` (default): when the best open beam, at its present length,
   * cannot beat the worst of them. `true`: at once. `never`: when it cannot at the best length left either.
   */
  readonly earlyStopping?: boolean | 'never'
  /** Default `hf`. */
  readonly rule?: ScoreRule
}

export interface BeamRequest extends BeamSettings {
  readonly next: NextTokens
  /**
   * Ids that end a hypothesis, at least one. Of several only the likeliest counts at each place: an output that ends in two
   * ways is one output, and takes one beam.
   */
  readonly end: readonly number[]
  /** Only its sequences, each followed by an end token; without one, free. */
  readonly trie?: TokenTrie
}

export interface Hypothesis {
  /** Without the end token. */
  readonly tokenIds: readonly number[]
  /** Sum of log-probabilities over length to the penalty. */
  readonly score: number
  readonly logprob: number
  /** Whether an end token closed it; otherwise `maxNewTokens` cut it. */
  readonly isFinished: boolean
  /** Entry of the trie. */
  readonly entry?: number
}

interface Beam {
  readonly tokenIds: readonly number[]
  readonly node: TrieNode
  readonly logprob: number
}

/**
 * Beam search without sampling, as Hugging Face transformers 4.57 does it: of twice `width` candidates those that end
 * among the first `width` are finished, the first `width` that do not end go on; at the last length the first `width`
 * are finished, ended or cut. Illegal paths never surface, as their probability is 0, and not merely low. Ties: the
 * better beam first, then the lower token id, so that equal inputs give equal outputs on every machine.
 *
 * @throws {InputError} `logprobs-too-few` when the subject told too few probabilities to rank `width` beams exactly;
 * `logprobs-broken` on NaN.
 */
export async function beamSearch(request: BeamRequest): Promise<readonly Hypothesis[]> {
  return new BeamSearch(request).run()
}

class BeamSearch {
  readonly #request: BeamRequest
  readonly #width: number
  readonly #maxNewTokens: number
  readonly #lengthPenalty: number
  readonly #end: readonly number[]
  /** 1 at the ids that end; a set would be looked up for every token of the vocabulary. */
  readonly #isEnd: Uint8Array
  readonly #finished: Hypothesis[] = []

  constructor(request: BeamRequest) {
    this.#request = request
    this.#width = request.width ?? 50
    this.#maxNewTokens = request.maxNewTokens ?? 64
    this.#lengthPenalty = request.lengthPenalty ?? 1
    // Models often name one token as the end of a text and of a turn.
    this.#end = [...new Set(request.end)]
    this.#isEnd = new Uint8Array(Math.max(-1, ...request.end) + 1)
    for (const id of request.end) this.#isEnd[id] = 1
  }

  async run(): Promise<readonly Hypothesis[]> {
    let beams: readonly Beam[] = [{ tokenIds: [], node: 0, logprob: 0 }]
    for (let length = 1; length <= this.#maxNewTokens && beams.length > 0; length++) {
      const allowed = this.#request.trie === undefined ? undefined : beams.map((beam) => this.#allowed(beam))
      const distributions = await this.#ask(beams, allowed)
      const candidates = this.#rank(beams, distributions, allowed)
      beams = this.#advance(beams, candidates, length)
      if (this.#isOver(beams, length)) break
    }
    return this.#finished
  }

  /**
   * Under the rule of shares a token that has no rival has all of the probability: nobody needs to be asked.
   *
   * @returns undefined for each beam that nobody was asked about.
   */
  async #ask(
    beams: readonly Beam[],
    allowed: readonly Int32Array[] | undefined,
  ): Promise<readonly (NextTokenDistribution | undefined)[]> {
    const found: (NextTokenDistribution | undefined)[] = beams.map(() => undefined)
    const open = beams
      .map(({ tokenIds }, at) => ({ tokenIds, only: allowed?.[at], at }))
      .filter(({ only }) => !this.#isCertain(only))
    if (open.length === 0) return found
    const asked = await this.#request.next.next(
      open.map(({ tokenIds }) => tokenIds),
      allowed === undefined ? undefined : open.map(({ only = new Int32Array() }) => only),
    )
    for (const [place, { at }] of open.entries()) {
      const distribution = asked[place]
      if (distribution === undefined) throw new RangeError('a distribution is missing')
      found[at] = distribution
    }
    return found
  }

  #isCertain(allowed: Int32Array | undefined): boolean {
    if (this.#request.rule !== 'renormalised' || allowed === undefined) return false
    return allowed.length === 1 || allowed.every((token) => this.#isEnd[token] === 1)
  }

  /** What the trie lets follow: its tokens, and every end token where an entry ends; ascending. */
  #allowed({ node }: Beam): Int32Array {
    const { trie } = this.#request
    const tokens = trie?.allowed(node) ?? new Int32Array()
    if (trie?.entryAt(node) === undefined) return tokens
    return Int32Array.from([...tokens, ...this.#end]).sort()
  }

  /** The best continuations of all beams: twice the width, so that `width` of them are left when up to half end. */
  #rank(
    beams: readonly Beam[],
    distributions: readonly (NextTokenDistribution | undefined)[],
    allowed: readonly Int32Array[] | undefined,
  ): readonly Candidate[] {
    const wanted = 2 * this.#width
    const best = new BestCandidates(wanted)
    for (const [index, beam] of beams.entries()) {
      const distribution = distributions[index]
      const only = allowed?.[index]
      if (distribution === undefined) {
        best.offer({ beam: index, token: only?.[0] ?? 0, logprob: beam.logprob })
        continue
      }
      const { logprobs } = distribution
      const end = this.#likeliestEnd(logprobs)
      const isOtherEnd = (token: number): boolean => this.#isEnd[token] === 1 && token !== end
      const shift = only === undefined ? 0 : this.#shift(logprobs, only, isOtherEnd)
      const count = only?.length ?? logprobs.length
      for (let place = 0; place < count; place++) {
        const token = only === undefined ? place : (only[place] ?? 0)
        const logprob = logprobs[token] ?? Number.NEGATIVE_INFINITY
        if (Number.isNaN(logprob)) throw broken(token)
        if (logprob === Number.NEGATIVE_INFINITY || isOtherEnd(token)) continue
        const total = beam.logprob + logprob + shift
        if (total >= best.floor) best.offer({ beam: index, token, logprob: total })
      }
    }
    const ranked = best.sorted()
    this.#checkListing(beams, { distributions, allowed, ranked, wanted })
    return ranked
  }

  #likeliestEnd(logprobs: NextTokenDistribution['logprobs']): number | undefined {
    let best: number | undefined
    for (const id of this.#end) {
      const logprob = logprobs[id] ?? Number.NEGATIVE_INFINITY
      if (best === undefined || logprob > (logprobs[best] ?? Number.NEGATIVE_INFINITY)) best = id
    }
    return best
  }

  /** What makes the allowed tokens share all probability, under the rule that wants it. */
  #shift(
    logprobs: NextTokenDistribution['logprobs'],
    allowed: Int32Array,
    isOtherEnd: (token: number) => boolean,
  ): number {
    if (this.#request.rule !== 'renormalised') return 0
    const sharing = allowed.filter((token) => !isOtherEnd(token))
    let highest = Number.NEGATIVE_INFINITY
    for (const token of sharing) highest = Math.max(highest, logprobs[token] ?? Number.NEGATIVE_INFINITY)
    if (highest === Number.NEGATIVE_INFINITY) return 0
    let sum = 0
    for (const token of sharing) sum += Math.exp((logprobs[token] ?? Number.NEGATIVE_INFINITY) - highest)
    return -(highest + Math.log(sum))
  }

  /** A token that was not told could be better than one that was taken. */
  #checkListing(
    beams: readonly Beam[],
    {
      distributions,
      allowed,
      ranked,
      wanted,
    }: {
      readonly distributions: readonly (NextTokenDistribution | undefined)[]
      readonly allowed: readonly Int32Array[] | undefined
      readonly ranked: readonly Candidate[]
      readonly wanted: number
    },
  ): void {
    const worst =
      ranked.length < wanted ? Number.NEGATIVE_INFINITY : (ranked.at(-1)?.logprob ?? Number.NEGATIVE_INFINITY)
    for (const [index, distribution] of distributions.entries()) {
      if (distribution?.unlistedAtMost === undefined) continue
      const { logprobs, unlistedAtMost } = distribution
      const isUntold = (token: number): boolean =>
        (logprobs[token] ?? Number.NEGATIVE_INFINITY) === Number.NEGATIVE_INFINITY
      const only = allowed?.[index]
      if (only !== undefined && !only.some(isUntold)) continue
      // Shares of the allowed tokens are unknown as long as one of them is.
      const isShared = only !== undefined && this.#request.rule === 'renormalised'
      if (isShared || (beams[index]?.logprob ?? 0) + unlistedAtMost > worst) throw tooFew(this.#width)
    }
  }

  /** Takes the candidates in order: ended ones among the first `width` are finished, the others go on, or are cut. */
  #advance(beams: readonly Beam[], candidates: readonly Candidate[], length: number): readonly Beam[] {
    const going: Beam[] = []
    for (const [rank, { beam: index, token, logprob }] of candidates.entries()) {
      const beam = beams[index]
      if (beam === undefined) continue
      if (this.#isEnd[token] === 1) {
        if (rank < this.#width) this.#finish(beam, { logprob, length, isFinished: true })
        continue
      }
      if (going.length === this.#width) break
      const node = this.#request.trie?.step(beam.node, token) ?? 0
      const longer: Beam = { tokenIds: [...beam.tokenIds, token], node, logprob }
      if (length < this.#maxNewTokens) going.push(longer)
      else if (rank < this.#width) this.#finish(longer, { logprob, length, isFinished: false })
    }
    return going
  }

  /** @param length generated tokens, the end token included */
  #finish(
    { tokenIds, node }: Beam,
    { logprob, length, isFinished }: { logprob: number; length: number; isFinished: boolean },
  ): void {
    const entry = isFinished ? this.#request.trie?.entryAt(node) : undefined
    const hypothesis: Hypothesis = {
      tokenIds,
      score: logprob / length ** this.#lengthPenalty,
      logprob,
      isFinished,
      ...(entry === undefined ? {} : { entry }),
    }
    const place = this.#finished.findIndex(({ score }) => score < hypothesis.score)
    this.#finished.splice(place === -1 ? this.#finished.length : place, 0, hypothesis)
    this.#finished.splice(this.#width)
  }

  #isOver(beams: readonly Beam[], length: number): boolean {
    const best = beams[0]
    if (best === undefined) return true
    if (this.#finished.length < this.#width) return false
    const stopping = this.#request.earlyStopping ?? false
    if (stopping === true) return true
    // A longer text divides a negative sum by more: with a positive penalty the best length left is the longest.
    const reach = stopping === 'never' && this.#lengthPenalty > 0 ? this.#maxNewTokens : length
    return (this.#finished.at(-1)?.score ?? 0) >= best.logprob / reach ** this.#lengthPenalty
  }
}

function tooFew(width: number): InputError {
  return new InputError({
    code: 'logprobs-too-few',
    what: `The subject tells too few log-probabilities to rank ${width} beams: a token that it left out could be better than one that was taken.`,
    fix: `Let the server give at least ${2 * width} log-probabilities a token, or take fewer beams.`,
  })
}

function broken(token: number): InputError {
  return new InputError({
    code: 'logprobs-broken',
    what: `The log-probability of token ${token} is not a number.`,
    fix: 'Check the model: weights with NaN give such answers.',
  })
}
