import type { StoredSample } from '../../run/sample-lines.js'
import type { TokenProbability } from '../../subject/reply.js'
import type { AskedPath } from '../case-reading.js'
import type { LadderCase } from '../ladder-case.js'
import type { LogitParity, ParityPair } from './logit-parity.js'
import { parityCases } from './logit-parity-samples.js'

interface Heard {
  readonly tokens: readonly TokenProbability[]
  readonly isText: boolean
}

/** Reads stored answers to `paritySamples` of both paths. Of two samples of one case and path the later counts. */
export class LogitParityReader {
  readonly #cases: readonly LadderCase[]
  readonly #heard = new Map<string, Heard>()
  #fault: string | undefined

  constructor(cases: readonly LadderCase[]) {
    this.#cases = parityCases(cases)
  }

  take(path: AskedPath, { item, variant, firstTokens, error }: StoredSample): void {
    if (error !== undefined) this.#fault = error.message
    const tokens = firstTokens ?? []
    if (tokens.length > 0) this.#heard.set(`${path} ${item}`, { tokens, isText: variant === 'prompt' })
  }

  finish(): LogitParity {
    const pairs = this.#cases.flatMap((one): readonly ParityPair[] => {
      const [direct, served] = (['direct', 'served'] as const).map((path) =>
        this.#heard.get(`${path} ${one.id}`),
      )
      if (direct === undefined || served === undefined) return []
      const prompt = direct.isText && served.isText ? 'same' : 'own'
      return [{ case: one, prompt, direct: direct.tokens, served: served.tokens }]
    })
    if (pairs.length === this.#cases.length && pairs.length > 0) return { pairs }
    return { pairs, missing: this.#fault ?? this.#silence() }
  }

  #silence(): string {
    if (this.#cases.length === 0) return 'There is no training row to ask about.'
    const silent = (['direct', 'served'] as const).filter(
      (path) => ![...this.#heard.keys()].some((key) => key.startsWith(`${path} `)),
    )
    const who = silent.map((path) => (path === 'direct' ? 'the subject' : 'the served subject')).join(' and ')
    return `No probabilities of first tokens were given by ${who === '' ? 'one of the paths' : who}.`
  }
}
