import type { NextTokens } from '../../../parametric/next-tokens.js'
import { defineDetector, type Signal } from '../detector.js'
import type { Observation } from '../observation.js'

/** Queries whose outputs are gone over again. */
const REPEATED = 4
/** Outputs of each list. */
const LISTED = 5
/** Engines of single precision round a sum of a few log-probabilities by less; batches of other sizes round otherwise. */
const TOLERANCE = 0.02

/** Whether every output of constrained decoding is a tool: nothing else may come out of a trie. */
export const maskDetector = defineDetector({
  id: 'mask',
  describes: 'constrained outputs are tools, all of them',
  fits: () => true,
  async look(observation) {
    const { decoded, tokens } = await observation.recalled()
    const outside = decoded.flatMap(({ constrained = [] }) =>
      constrained.filter(({ ids }) => tokens.trie.find(ids) === undefined),
    )
    if (outside.length === 0) return []
    const [first] = outside
    const what = `${outside.length} constrained outputs are no tool, e.g. ${JSON.stringify(first?.text ?? first?.ids.join(' ') ?? '')}.`
    return [{ code: 'outside', what }]
  },
})

/** Whether constrained lists are as long as they must be: as the beam is wide, or as there are tools. */
export const listsDetector = defineDetector({
  id: 'lists',
  describes: 'constrained lists are as long as was asked for',
  fits: () => true,
  async look(observation) {
    const { decoded } = await observation.recalled()
    const wanted = observation.instrument.expected.listed
    const short = decoded.filter(({ constrained = [] }) => constrained.length < wanted)
    if (short.length === 0) return []
    const what = `${short.length} constrained lists are shorter than ${wanted}, e.g. ${short[0]?.constrained?.length ?? 0}.`
    return [{ code: 'short', what }]
  },
})

/** Queries that could not be decoded are unmeasured, and told. */
export const unmeasuredDetector = defineDetector({
  id: 'unmeasured',
  describes: 'queries whose probabilities are broken or too few',
  fits: () => true,
  async look(observation) {
    const { failed } = await observation.recalled()
    return [...new Set(failed.map(({ code }) => code))].map((code) => {
      const own = failed.filter((one) => one.code === code)
      return { code, what: `${own.length} queries are unmeasured: ${own[0]?.reason ?? ''}` }
    })
  },
})

/**
 * Goes over outputs once more, token by token: the score of each must be the sum of the log-probabilities that the subject
 * gives its tokens and its end, over its length.
 */
export const sumsDetector = defineDetector({
  id: 'sums',
  describes: "scores of outputs are the sums of the subject's own log-probabilities",
  fits: () => true,
  async look(observation) {
    const { decoded } = await observation.recalled()
    const signals: Signal[] = []
    for (const { answer, constrained = [], free = [] } of decoded.slice(0, REPEATED)) {
      const next = await promptOf(observation, answer.id)
      if (next === undefined) continue
      for (const { ids, score, text, isFinished } of [
        ...constrained.slice(0, LISTED),
        ...free.slice(0, LISTED),
      ]) {
        const sum = await meanLogprob(next, ids, isFinished ? observation.instrument.end : undefined)
        if (Math.abs(sum - score) <= TOLERANCE) continue
        const what = `${JSON.stringify(text ?? ids.join(' '))} has the score ${score.toFixed(3)}, and its tokens give ${sum.toFixed(3)}.`
        signals.push({ code: 'score', what })
      }
    }
    return signals.slice(0, 1)
  },
})

async function promptOf({ instrument }: Observation, id: string): Promise<NextTokens | undefined> {
  const { source, asked } = instrument
  const item = asked.queries.items.find((one) => one.id === id)
  if (item?.kind !== 'retrieval') return undefined
  const rendered = await source.prompts.render({
    kind: 'chat',
    messages: [{ role: 'user', content: item.query }],
    tools: [],
    settings: {},
  })
  return source.open(rendered.tokenIds ?? (await source.prompts.tokenize?.(rendered.text)) ?? [])
}

/** Sum over the tokens, and the end where there is one, over their number. */
async function meanLogprob(
  next: NextTokens,
  ids: readonly number[],
  end: readonly number[] | undefined,
): Promise<number> {
  const wanted: (readonly number[])[] = ids.map((id) => [id])
  if (end !== undefined) wanted.push(end)
  let sum = 0
  for (const [at, tokens] of wanted.entries()) {
    const [distribution] = await next.next([ids.slice(0, at)])
    sum += Math.max(...tokens.map((id) => distribution?.logprobs[id] ?? Number.NEGATIVE_INFINITY))
  }
  return sum / wanted.length
}
