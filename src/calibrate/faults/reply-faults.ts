import type { SubjectReply } from '../../subject/reply.js'
import type { Subject } from '../../subject/subject.js'
import { canonicalJson } from '../../text/json.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'
import { withPrompts, withReplies, withRequests } from './bent-subject.js'
import { defineFault, type Fault } from './fault.js'
import type { Instrument } from './instrument.js'

/** What can go wrong between the model and the text that is read. */
export const replyFaults: readonly Fault[] = [
  defineFault({
    id: 'specials-stripped',
    breaks: 'special tokens are taken out of answers',
    injection: 'markers of the dialect are cut out of the text of each reply; its token ids stay',
    noticedBy: 'preflight/special-tokens-stripped',
    inject: (instrument) =>
      withReplies(calling(instrument), (reply) => {
        const { text } = reply.output
        return text === undefined
          ? reply
          : { ...reply, output: { ...reply.output, text: stripped(text, instrument) } }
      }),
  }),
  defineFault({
    id: 'detokenizer-strips',
    breaks: 'the detokenizer leaves special tokens out',
    injection: 'markers of the dialect are cut out of whatever is read back from ids',
    noticedBy: 'preflight/trigger-lost',
    inject: (instrument) =>
      instrument.dialect === undefined
        ? undefined
        : withPrompts(instrument, (prompts) => ({
            ...prompts,
            detokenize: async (ids) => stripped((await prompts.detokenize?.(ids)) ?? '', instrument),
          })),
  }),
  defineFault({
    id: 'server-parses',
    breaks: 'a parser in the server eats the calls',
    injection: 'replies with calls come back as a message with tool_calls and without text',
    noticedBy: 'preflight/server-parses-calls',
    inject: (instrument) => withReplies(calling(instrument), (reply) => parsedByServer(reply, instrument)),
  }),
  defineFault({
    id: 'stop-in-call',
    breaks: 'a stop text stands inside a legal call',
    injection: "the dialect's closer is given as stop text",
    noticedBy: 'preflight/stop-inside-call',
    inject(instrument) {
      const [closer] = instrument.dialect?.closer ?? []
      if (closer === undefined) return undefined
      return { ...instrument, settings: { ...instrument.settings, stop: [closer] } }
    },
  }),
  defineFault({
    id: 'answers-cut',
    breaks: 'answers are cut before the call is whole',
    injection: 'twelve tokens are allowed instead of hundreds',
    noticedBy: 'calls/truncated',
    inject: (instrument) =>
      instrument.dialect === undefined
        ? undefined
        : { ...instrument, settings: { ...instrument.settings, maxTokens: 12 } },
  }),
  defineFault({
    id: 'temperature-on',
    breaks: 'answers are drawn where greedy ones were asked for',
    injection: 'requests get a temperature of 1.5, and another seed each time',
    noticedBy: 'preflight/answers-vary',
    inject(instrument) {
      let seed = 0
      return withRequests(calling(instrument), (request) => ({
        ...request,
        settings: { ...request.settings, temperature: 1.5, seed: seed++ },
      }))
    },
  }),
  defineFault({
    id: 'repeat-penalty',
    breaks: 'the server penalises tokens that were said before',
    injection: 'answers are made token by token, tokens of the last 64 made less likely by a factor of 20',
    noticedBy: 'greedy/other-token',
    inject: (instrument) => withPenalty(calling(instrument)),
  }),
  defineFault({
    id: 'wrong-dialect',
    breaks: 'outputs are read in the dialect of another family',
    injection: 'llama-json reads what was written in tags',
    noticedBy: 'calls/call-exact',
    inject(instrument) {
      const other = dialects.find(({ id }) => id === 'llama-json')
      return instrument.dialect === undefined || other === undefined
        ? undefined
        : { ...instrument, dialect: other }
    },
  }),
]

/** The instrument, where its subject is asked for calls: elsewhere nothing is written freely. */
function calling(instrument: Instrument): Instrument | undefined {
  return instrument.dialect === undefined || instrument.asked.calls === undefined ? undefined : instrument
}

function stripped(text: string, { dialect }: Instrument): string {
  const markers = [...(dialect?.trigger ?? []), ...(dialect?.closer ?? []), ...(dialect?.endOfTurn ?? [])]
  return markers.reduce((left, marker) => left.replaceAll(marker, ''), text)
}

function parsedByServer(reply: SubjectReply, { dialect, catalog }: Instrument): SubjectReply {
  const { text, stopReason } = reply.output
  if (dialect === undefined || text === undefined) return reply
  const { strict } = parseOutput({ text }, { dialect, tools: toolTable(catalog.tools) })
  if (strict.calls.length === 0) return reply
  const calls = strict.calls.map(({ name, arguments: given }, at) => ({
    id: `call${at}`,
    type: 'function',
    function: { name, arguments: canonicalJson(given) },
  }))
  const message = JSON.stringify({ role: 'assistant', content: null, tool_calls: calls })
  return { ...reply, output: { message, stopReason } }
}

const REACH = 64
const PENALTY = Math.log(20)
const LISTED = 20
const MOST_TOKENS = 120

/** Greedy answers under a repeat penalty, by asking for one token after the other. */
function withPenalty(instrument: Instrument | undefined): Instrument | undefined {
  const subject = instrument?.subject
  const prompts = subject?.prompts
  if (
    instrument === undefined ||
    subject === undefined ||
    prompts === undefined ||
    !subject.answers.has('next-token')
  )
    return undefined
  const ends = new Set(prompts.specials?.eos ?? [])
  const ask: Subject['ask'] = async (request, context) => {
    if (request.kind !== 'chat' || request.choices !== undefined) return subject.ask(request, context)
    const promptIds = (await prompts.render(request)).tokenIds ?? []
    const tokenIds: number[] = []
    const limit = Math.min(MOST_TOKENS, request.settings.maxTokens ?? MOST_TOKENS)
    while (tokenIds.length < limit && !ends.has(tokenIds.at(-1) ?? -1)) {
      const prompt = [...promptIds, ...tokenIds]
      const { firstTokens = [] } = await subject.ask(
        { kind: 'next-token', prompt, candidates: [], top: LISTED },
        context,
      )
      const said = new Set(tokenIds.slice(-REACH))
      const bent = firstTokens.map(({ id = -1, logprob }) => ({
        id,
        logprob: logprob - (said.has(id) ? PENALTY : 0),
      }))
      const best = bent.reduce((most, one) => (one.logprob > most.logprob ? one : most))
      tokenIds.push(best.id)
    }
    const text = (await prompts.detokenize?.(tokenIds)) ?? ''
    const stopReason = ends.has(tokenIds.at(-1) ?? -1) ? 'stop' : 'length'
    return { output: { text, tokenIds, stopReason }, promptIds }
  }
  return { ...instrument, subject: { ...subject, ask } }
}
