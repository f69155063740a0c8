import type { Level, Outcome } from '../../toolcall/parsed-call.js'
import type { Transcript } from './transcript.js'
import { type WrittenCalls, writtenCalls } from './written-calls.js'

/** One way to answer, in the words of every dialect. */
interface Kind {
  readonly id: string
  readonly says: string
  readonly gold?: 'none'
  readonly stopReason?: 'length'
  /** Undefined where the dialect has no such answer. */
  text(calls: WrittenCalls): string | undefined
  readonly outcome: Outcome
  readonly level: Level
  /** Other levels, by dialect. */
  readonly levels?: Readonly<Record<string, Level>>
  readonly exact?: true
}

/** How plain text stands in an answer, where it is not the answer itself. */
const SPOKEN: Readonly<Record<string, (text: string) => string>> = {
  openai: (text) => JSON.stringify({ role: 'assistant', content: text }),
  'openai-responses': (text) =>
    JSON.stringify([{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]),
  anthropic: (text) => JSON.stringify({ role: 'assistant', content: [{ type: 'text', text }] }),
  gemini: (text) => JSON.stringify({ role: 'model', parts: [{ text }] }),
  harmony: (text) => `<|channel|>final<|message|>${text}<|return|>`,
}

function spoken(text: string): (calls: WrittenCalls) => string {
  return ({ dialect }) => SPOKEN[dialect]?.(text) ?? text
}

const PLAIN_JSON = '{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}'
const HERMES = `<tool_call>\n${PLAIN_JSON}\n</tool_call>`
const LLAMA = '{"name": "get_weather", "parameters": {"city": "Lima", "days": 3}}'
const REHEARSED = 'It may rain in Lima.'

/** A call that was only thought of; functionary has no place for thoughts. */
function hidden(calls: WrittenCalls): string | undefined {
  if (calls.dialect === 'functionary') return undefined
  if (calls.dialect === 'harmony') {
    return `<|channel|>analysis<|message|>I could call ${PLAIN_JSON}<|end|><|start|>assistant<|channel|>final<|message|>${REHEARSED}<|return|>`
  }
  const call = SPOKEN[calls.dialect] === undefined ? calls.right : HERMES
  return spoken(`<think>\n${call}\n</think>\n${REHEARSED}`)(calls)
}

/** Python's quote is left open to the end, so that not even a block is closed. */
const OPEN_QUOTE: Readonly<Record<string, Level>> = { 'llama-python-tag': 'S1', pythonic: 'S1', lfm: 'S1' }
const WHOLE_MESSAGE: Readonly<Record<string, Level>> = { openai: 'S2', 'openai-responses': 'S2' }

const kinds: readonly Kind[] = [
  {
    id: 'right',
    says: 'makes the right call',
    text: ({ right }) => right,
    outcome: 'called',
    level: 'S7',
    exact: true,
  },
  {
    id: 'silent',
    says: 'answers in words where no call is right',
    gold: 'none',
    text: spoken('Lima lies on the coast of Peru.'),
    outcome: 'abstained',
    level: 'S0',
    exact: true,
  },
  {
    id: 'eager',
    says: 'makes a flawless call where none is right',
    gold: 'none',
    text: ({ right }) => right,
    outcome: 'called',
    level: 'S6',
  },
  {
    id: 'prose',
    says: 'names the right tool in prose and calls nothing',
    text: spoken('I would use get_weather for Lima and look at the next 3 days.'),
    outcome: 'abstained',
    level: 'S0',
  },
  {
    id: 'announced',
    says: 'announces a call and makes none',
    text: spoken('Let me check the weather in Lima for you.'),
    outcome: 'abstained',
    level: 'S0',
  },
  {
    id: 'refusal',
    says: 'refuses',
    text: spoken('I am sorry, but I cannot help with that.'),
    outcome: 'abstained',
    level: 'S0',
  },
  { id: 'empty', says: 'says nothing', text: spoken(''), outcome: 'empty', level: 'S0' },
  {
    id: 'fence',
    says: 'shows the call in a Markdown fence',
    text: spoken(`\`\`\`json\n${PLAIN_JSON}\n\`\`\``),
    outcome: 'attempted',
    level: 'S0',
  },
  {
    id: 'python',
    says: 'writes the call as a line of Python without markers',
    text: spoken('get_weather(city="Lima", days=3)'),
    outcome: 'attempted',
    level: 'S0',
  },
  {
    id: 'foreign',
    says: 'calls in the way of another family of models',
    text: (calls) => spoken(calls.dialect === 'hermes' ? LLAMA : HERMES)(calls),
    outcome: 'attempted',
    level: 'S0',
    // The same tags, with another payload.
    levels: { 'qwen-xml': 'S2', glm: 'S2' },
  },
  {
    id: 'near-miss',
    says: 'misses the grammar by a sign or two',
    text: ({ nearMiss }) => nearMiss,
    outcome: 'attempted',
    level: 'S2',
    levels: OPEN_QUOTE,
  },
  {
    id: 'wrong-type',
    says: 'gives a word where a number belongs',
    text: ({ wrongType }) => wrongType,
    outcome: 'called',
    level: 'S5',
  },
  {
    id: 'missing-argument',
    says: 'leaves a required argument out',
    text: ({ missing }) => missing,
    outcome: 'called',
    level: 'S5',
  },
  {
    id: 'unknown-tool',
    says: 'calls a tool that nobody offered',
    text: ({ unknownTool }) => unknownTool,
    outcome: 'called',
    level: 'S4',
  },
  {
    id: 'wrong-value',
    says: 'asks for another city',
    text: ({ wrongValue }) => wrongValue,
    outcome: 'called',
    level: 'S6',
  },
  {
    id: 'twice',
    says: 'makes the right call two times',
    text: ({ twice }) => twice,
    outcome: 'called',
    level: 'S6',
    // One call a turn: the second one is no part of it.
    levels: { 'llama-python-tag': 'S2' },
  },
  {
    id: 'truncated',
    says: 'is cut inside the call by the token limit',
    stopReason: 'length',
    text: ({ cut }) => cut,
    outcome: 'truncated',
    level: 'S1',
    levels: WHOLE_MESSAGE,
  },
  {
    id: 'in-reasoning',
    says: 'thinks of the call and does not make it',
    text: hidden,
    outcome: 'abstained',
    level: 'S0',
  },
]

/** Known-bad transcripts of every dialect, and two good ones each, so that a scorer that refuses everything shows too. */
export const knownTranscripts: readonly Transcript[] = writtenCalls.flatMap((calls) =>
  kinds.flatMap((kind) => transcriptOf(kind, calls) ?? []),
)

function transcriptOf(kind: Kind, calls: WrittenCalls): Transcript | undefined {
  const { id, says, gold = 'call', stopReason = 'stop', outcome, level, levels, exact = false } = kind
  const { dialect } = calls
  const text = kind.text(calls)
  if (text === undefined) return undefined
  const expects = { outcome, level: levels?.[dialect] ?? level, exact }
  return { id: `${dialect}/${id}`, dialect, kind: id, says, gold, text, stopReason, expects }
}
