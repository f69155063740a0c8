import { defineDetector } from '../detector.js'

/** Answers that are gone over, and tokens of each. */
const REPEATED = 4
const TOKENS = 80
const LONGEST_MS = 60_000

/**
 * Asks for each token of a greedy answer what the subject finds likeliest there: the token that was said must be it.
 * Sampling, penalties and biases that a server adds unasked show here.
 */
export const greedyDetector = defineDetector({
  id: 'greedy',
  describes: 'greedy answers follow the likeliest token',
  fits: ({ instrument }) =>
    instrument.subject?.answers.has('next-token') === true && instrument.dialect !== undefined,
  async look(observation) {
    const { subject } = observation.instrument
    if (subject === undefined) return []
    let seen = 0
    for (const { request, item } of observation.planned()) {
      if (request.kind !== 'chat' || request.choices !== undefined || request.tools.length === 0) continue
      if (seen++ === REPEATED) break
      const asked = { signal: observation.signal, timeoutMs: LONGEST_MS }
      const { output, promptIds } = await subject.ask(request, asked)
      const ids = output.tokenIds?.slice(0, TOKENS) ?? []
      for (const [at, id] of ids.entries()) {
        const prompt = [...(promptIds ?? []), ...ids.slice(0, at)]
        const { firstTokens = [] } = await subject.ask(
          { kind: 'next-token', prompt, candidates: [id], top: 1 },
          asked,
        )
        const own = firstTokens.find((token) => token.id === id)?.logprob ?? Number.NEGATIVE_INFINITY
        const best = firstTokens.reduce((most, token) => (token.logprob > most.logprob ? token : most), {
          logprob: own,
          text: '',
        })
        if (own >= best.logprob - 1e-3) continue
        const what = `Item ${item}: token ${at + 1} of the answer is ${JSON.stringify(textOf(firstTokens, id))}, and the likeliest is ${JSON.stringify(best.text ?? '')}.`
        return [{ code: 'other-token', what }]
      }
    }
    return []
  },
})

function textOf(tokens: readonly { readonly id?: number; readonly text?: string }[], id: number): string {
  return tokens.find((token) => token.id === id)?.text ?? String(id)
}
