/** What the mock servers answer with: one little model, the same behind every wire format. */
export interface WireAnswer {
  readonly text: string
  /** Name and arguments as the model wrote them. */
  readonly call?: { readonly name: string; readonly arguments: string }
}

/** Spelling that reading and writing again would lose: a number with a fraction of nothing, a key twice. */
export const verbatimArguments = '{"city": "Bergen", "days": 3.0, "days": 3}'

/** Calls `get_weather` when it is offered and weather is spoken of; else says yes. */
export function wireModel(prompt: string, toolNames: readonly string[]): WireAnswer {
  const wants = /weather/i.test(prompt)
  if (wants && toolNames.includes('get_weather')) {
    return { text: '', call: { name: 'get_weather', arguments: '{"city": "Bergen", "days": 3}' } }
  }
  if (/verbatim/.test(prompt))
    return { text: '', call: { name: 'get_weather', arguments: verbatimArguments } }
  return { text: 'Yes' }
}

/** Tokens of the mock servers: ids of words, every other character by its code. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['<|bos|>', 1],
  ['<|end|>', 2],
  ['Yes', 10],
  ['yes', 11],
  ['No', 12],
  ['no', 13],
  [' yes', 14],
  ['rare', 15],
])

export function wireTokens(text: string): number[] {
  const ids: number[] = []
  let at = 0
  while (at < text.length) {
    const word = [...WORDS.keys()].find((one) => text.startsWith(one, at))
    ids.push(word === undefined ? 1000 + text.charCodeAt(at) : (WORDS.get(word) ?? 0))
    at += word?.length ?? 1
  }
  return ids
}

export function wireText(ids: readonly number[]): string {
  const words = new Map([...WORDS].map(([word, id]) => [id, word]))
  return ids.map((id) => words.get(id) ?? String.fromCharCode(id - 1000)).join('')
}

export interface WireToken {
  readonly id: number
  readonly token: string
  readonly logprob: number
}

/** The first token of every answer, likeliest first; probabilities 0.6, 0.2, 0.1, 0.05, 0.02, 0.001. */
export const wireDistribution: readonly WireToken[] = (
  [
    ['Yes', 0.6],
    ['No', 0.2],
    [' yes', 0.1],
    ['yes', 0.05],
    ['no', 0.02],
    ['rare', 0.001],
  ] as const
).map(([token, probability]) => ({
  id: WORDS.get(token) ?? 0,
  token,
  logprob: Math.log(probability),
}))
