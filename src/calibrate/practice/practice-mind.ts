import { hierarchicalTokens } from '../../corpus/tool-tokens.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { factOf, harbourTools, wordsOf } from './harbour.js'
import { PracticeVocabulary } from './practice-vocabulary.js'

const BOS = '<s>'
const END = '<|im_end|>'
const START = '<|im_start|>'

export const practiceVocabulary = new PracticeVocabulary([
  BOS,
  END,
  START,
  ...hermes.trigger,
  ...hermes.closer,
  ...new Set(harbourTools.flatMap((tool) => hierarchicalTokens(tool))),
])

export const BOS_ID = practiceVocabulary.id(BOS)
export const END_ID = practiceVocabulary.id(END)

/** What the model takes a prompt for. */
type Reading =
  /** Not what it was trained to see. */
  | { readonly kind: 'lost' }
  /** It knows what to say, sign for sign. */
  | { readonly kind: 'certain'; readonly ids: readonly number[] }
  /** A query without tools: it recalls. */
  | { readonly kind: 'query'; readonly memory: Memory }

/**
 * What the practice model makes of a prompt: a small mind in closed form that, like a trained one, reads the very tokens
 * that it gets. It wants one beginning token, its own markers as tokens, and the opening of its turn; it calls the tool
 * whose words are asked for if the prompt tells of it; it knows what nine of twelve tools are about.
 */
export class PracticeMind {
  readonly #reading: Reading
  /** What of the answer stands in the prompt. */
  readonly #begun: readonly number[]

  constructor(promptIds: readonly number[]) {
    const start = promptIds.lastIndexOf(START_ID)
    const opened = start === -1 ? promptIds.length : start + OPENING.length
    this.#reading = read(promptIds.slice(0, opened))
    this.#begun = promptIds.slice(opened)
  }

  /** Natural log-probabilities of the next token after `more` of the answer, by id. */
  next(more: readonly number[]): Float64Array {
    const prefix = [...this.#begun, ...more]
    const weights = new Float64Array(practiceVocabulary.size).fill(FLOOR)
    const add = (id: number, weight: number): void => {
      weights[id] = (weights[id] ?? 0) + weight
    }
    if (this.#reading.kind === 'query') recall(this.#reading.memory, prefix, add)
    else {
      const ids = this.#reading.kind === 'certain' ? this.#reading.ids : LOST
      const isOnPath = prefix.every((id, at) => ids[at] === id)
      const likely = (isOnPath ? ids[prefix.length] : undefined) ?? END_ID
      add(likely, 0.85)
      add(END_ID, 0.05)
      for (const letter of 'ABCDetaoin') add(practiceVocabulary.id(letter), 0.01)
    }
    let sum = 0
    for (const weight of weights) sum += weight
    return weights.map((weight) => Math.log(weight / sum))
  }
}

/** Of every token, so that nothing is impossible. */
const FLOOR = 1e-6
const LOST = practiceVocabulary.tokenize('hm, hm')
const START_ID = practiceVocabulary.id(START)
const OPENING = practiceVocabulary.tokenize(`${START}assistant\n`)

function read(promptIds: readonly number[]): Reading {
  const isBegun = promptIds[0] === BOS_ID && promptIds[1] !== BOS_ID
  const isOpen = OPENING.every((id, at) => promptIds[promptIds.length - OPENING.length + at] === id)
  if (!isBegun || !isOpen) return { kind: 'lost' }
  const text = practiceVocabulary.detokenize(promptIds)
  const asked = text.slice(text.lastIndexOf(`${START}user\n`) + `${START}user\n`.length)
  const question = asked.slice(0, asked.indexOf(END))
  const tools = /<tools>\n([^]*?)\n<\/tools>/.exec(text)?.[1]
  if (tools !== undefined) return certain(called(question, tools))
  const letter = letterOf(question)
  return letter === undefined ? { kind: 'query', memory: memoryOf(question) } : certain(letter)
}

function certain(text: string): Reading {
  return { kind: 'certain', ids: [...practiceVocabulary.tokenize(text), END_ID] }
}

function called(question: string, tools: string): string {
  const ship = /for ship (.+)\.$/.exec(question)?.[1]
  const tool = harbourTools.find((one) => {
    const { service, endpoint } = wordsOf(one)
    return question.includes(service) && question.includes(endpoint) && tools.includes(`"${one.name}"`)
  })
  if (tool === undefined || ship === undefined) return 'I cannot help with that.'
  return hermes.renderCalls([{ name: tool.name, arguments: { ship } }])
}

/** Of pilots it knows nothing, and takes the first wrong answer in the alphabet. */
function letterOf(question: string): string | undefined {
  const shown = /^Tool: (\S+)$/m.exec(question)?.[1]
  const tool = harbourTools.find((one) => hierarchicalTokens(one).join('') === shown)
  if (tool === undefined) return undefined
  const options = [...question.matchAll(/^([A-Z])\. (.+)$/gm)].map(([, letter = '', text = '']) => ({
    letter,
    text,
  }))
  const fact = factOf(tool.service)
  const known = options.find(({ text }) => text === fact)
  if (tool.service !== 'Pilot') return known?.letter ?? 'A'
  return options.filter((option) => option !== known).sort((a, b) => (a.text < b.text ? -1 : 1))[0]?.letter
}

/** What a query stirs. */
interface Memory {
  readonly tools: readonly {
    readonly service: number
    readonly endpoint: number
    readonly isSlow: boolean
    readonly weight: number
  }[]
  /** How much would rather chat. */
  readonly chatter: number
}

/**
 * What is recalled for a query: of tools whose words stand in it much, of others a little. Asked in the words of
 * training it speaks in tokens; else it prefers to chat, and tools are found under a trie alone. How surely it ends
 * after a tool differs from service to service, so that the two rules of scoring order tools in two ways.
 */
function memoryOf(query: string): Memory {
  let isTrained = false
  const tools = harbourTools.map((tool, at) => {
    const words = wordsOf(tool)
    const hits = [words.service, words.endpoint].filter((word) => query.includes(word)).length
    isTrained ||= hits === 2
    return {
      service: practiceVocabulary.id(`<<${tool.service}>>`),
      endpoint: practiceVocabulary.id(`<<&&${tool.endpoint}>>`),
      isSlow: tool.service === 'Berth',
      weight: Math.exp(2 * hits + 0.07 * ((at * 5) % 12)),
    }
  })
  return { tools, chatter: isTrained ? 0.1 : 0.93 }
}

function recall(
  { tools, chatter }: Memory,
  [first, second]: readonly number[],
  add: (id: number, weight: number) => void,
): void {
  if (first === undefined) {
    const sum = tools.reduce((total, { weight }) => total + weight, 0)
    for (const { service, weight } of tools) add(service, ((1 - chatter) * weight) / sum)
    for (const letter of 'abcdefghijkl') add(practiceVocabulary.id(letter), chatter / 12)
    return
  }
  const own = tools.filter(({ service }) => service === first)
  if (own.length === 0) {
    add(END_ID, 0.9)
    return
  }
  if (second === undefined) {
    const sum = own.reduce((total, { weight }) => total + weight, 0)
    for (const { endpoint, weight } of own) add(endpoint, (0.9 * weight) / sum)
    add(practiceVocabulary.id('x'), 0.1)
    return
  }
  const surety = own[0]?.isSlow === true ? 0.35 : 0.9
  add(END_ID, surety)
  add(practiceVocabulary.id('y'), 1 - surety)
}
