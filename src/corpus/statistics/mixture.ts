import type { CorpusExample, ToolCorpus } from '../tool-corpus.js'
import { callsOf, isCallAnswer } from './example-calls.js'

/** One part of the mixture. */
export interface MixturePart {
  readonly part: string
  readonly rows: number
  readonly tokens: number
  readonly rowShare: number
  readonly tokenShare: number
  /** Share that was wanted, in [0, 1]; absent where none was given. */
  readonly configured?: number
}

/** What a corpus is made of. */
export interface Mixture {
  readonly by: 'source' | 'kind' | 'tool'
  /** Name of the tokenizer; `bytes` where none was given: bytes of UTF-8 stand for tokens. */
  readonly unit: string
  /** Most tokens first. */
  readonly parts: readonly MixturePart[]
}

export interface MixtureOptions {
  /** Counts tokens; without it the mixture counts bytes of UTF-8. */
  readonly tokenizer?: { readonly name: string; count(text: string): number }
  /** Weights that were configured, by source, by kind (`call`, `prose`) or by tool; they need not add up to 1. */
  readonly mixture?: Readonly<Record<string, number>>
}

type PartsOf = (example: CorpusExample) => string

const DIVISIONS: readonly (readonly [Mixture['by'], PartsOf])[] = [
  ['source', ({ source }) => source ?? '(no source)'],
  ['kind', ({ answer }) => (isCallAnswer(answer) ? 'call' : 'prose')],
  ['tool', ({ answer }) => callsOf(answer)[0]?.name ?? '(no call)'],
]

/**
 * The realised mixture by source, kind and tool, by rows and by tokens. A long source weighs more in tokens than in rows,
 * and tokens are what a training sees. Configured weights are set against the division that knows most of their names.
 */
export function mixturesOf(
  { examples }: Pick<ToolCorpus, 'examples'>,
  options: MixtureOptions,
): readonly Mixture[] {
  const unit = options.tokenizer?.name ?? 'bytes'
  const tokens = tokensOf(examples, options.tokenizer?.count ?? byteCount)
  const tables = DIVISIONS.map(([by, partOf]) => {
    const parts = new Map<string, { rows: number; tokens: number }>()
    for (const [index, example] of examples.entries()) {
      const name = partOf(example)
      const part = parts.get(name) ?? { rows: 0, tokens: 0 }
      part.rows++
      part.tokens += tokens[index] ?? 0
      parts.set(name, part)
    }
    return { by, parts }
  }).filter(
    ({ by, parts }) =>
      by !== 'source' || examples.some(({ source }) => source !== undefined) || parts.size > 1,
  )
  const wanted = wantedShares(options.mixture)
  const known = tables.map(({ parts }) => [...wanted.keys()].filter((name) => parts.has(name)).length)
  const against = wanted.size === 0 ? -1 : known.indexOf(Math.max(...known))
  return tables.map(({ by, parts }, index) => {
    const configured = index === against ? wanted : new Map<string, number>()
    for (const name of configured.keys()) if (!parts.has(name)) parts.set(name, { rows: 0, tokens: 0 })
    const allTokens = sum([...parts.values()].map((part) => part.tokens))
    const list = [...parts].map(([part, { rows, tokens: count }]): MixturePart => {
      const share = configured.get(part)
      return {
        part,
        rows,
        tokens: count,
        rowShare: shareOf(rows, examples.length),
        tokenShare: shareOf(count, allTokens),
        ...(share === undefined ? {} : { configured: share }),
      }
    })
    return {
      by,
      unit,
      parts: list.sort((left, right) => right.tokens - left.tokens || (left.part < right.part ? -1 : 1)),
    }
  })
}

/** Weights that are no positive numbers are passed over. */
function wantedShares(weights: Readonly<Record<string, number>> = {}): ReadonlyMap<string, number> {
  const given = Object.entries(weights).filter(([, weight]) => Number.isFinite(weight) && weight > 0)
  const all = sum(given.map(([, weight]) => weight))
  return new Map(given.map(([name, weight]) => [name, weight / all]))
}

/** Tokens of each example: its answer, and of what stands before it all that no earlier answer of the record follows. */
function tokensOf(examples: readonly CorpusExample[], count: (text: string) => number): Float64Array {
  const known = new Map<string, number>()
  const counted = (text: string): number => {
    let tokens = known.get(text)
    if (tokens === undefined) {
      tokens = count(text)
      known.set(text, tokens)
    }
    return tokens
  }
  const tokens = new Float64Array(examples.length)
  let previous: CorpusExample | undefined
  for (const [index, example] of examples.entries()) {
    const { messages, answer } = example
    const from = previous?.line === example.line ? previous.messages.length + 1 : 0
    let total = count(answer.text)
    for (const message of messages.slice(from)) {
      const text = message.content ?? ''
      total += message.role === 'system' ? counted(text) : count(text)
    }
    tokens[index] = total
    previous = example
  }
  return tokens
}

/** Bytes of a text in UTF-8. */
function byteCount(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    // A surrogate pair has four bytes, two for each half.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return bytes
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
