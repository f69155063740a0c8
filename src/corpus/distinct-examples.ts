import { canonicalJson } from '../text/json.js'
import type { Message } from '../toolcall/dialect.js'
import type { CorpusExample, ToolCorpus } from './tool-corpus.js'

/** An example and how often the corpus holds it. */
export interface DistinctExample {
  /** The first of its kind. */
  readonly example: CorpusExample
  /** From 1. */
  readonly count: number
}

/** Found once for a corpus: statistics, templates and batteries all ask. */
const known = new WeakMap<readonly CorpusExample[], readonly DistinctExample[]>()

/**
 * The examples without repeats, by prompt and text of the answer to the letter, in order of first occurrence. In
 * conversations of several turns what stands before the prompt counts too: the same words mean another thing there.
 */
export function distinctExamples({ examples }: Pick<ToolCorpus, 'examples'>): readonly DistinctExample[] {
  let distinct = known.get(examples)
  if (distinct === undefined) {
    distinct = withoutRepeats(examples)
    known.set(examples, distinct)
  }
  return distinct
}

function withoutRepeats(examples: readonly CorpusExample[]): readonly DistinctExample[] {
  const groups = new Map<string, { readonly example: CorpusExample; count: number }>()
  const histories = new HistoryNumbers()
  for (const example of examples) {
    const { prompt, answer } = example
    const key = `${histories.of(example)} ${prompt.length} ${prompt}${answer.text}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { example, count: 1 })
    else group.count++
  }
  return [...groups.values()]
}

/**
 * One number for what stands before the prompt, system messages left out; 0 for nothing. Examples of one conversation
 * follow each other, so each goes on where the one before ended: no message is read twice.
 */
class HistoryNumbers {
  readonly #numbers = new Map<string, number>()
  #line = 0
  #read = 0
  #number = 0

  of({ line, messages }: CorpusExample): number {
    // A system message and the prompt, or less, is all that stands before most answers.
    const isShort = messages.length <= 1 || (messages.length === 2 && messages[0]?.role === 'system')
    if (isShort) return 0
    if (line !== this.#line || messages.length < this.#read) {
      this.#line = line
      this.#read = 0
      this.#number = 0
    }
    for (const message of messages.slice(this.#read)) this.#add(message)
    this.#read = messages.length
    return this.#number
  }

  #add(message: Message): void {
    if (message.role === 'system') return
    const text = message.content ?? ''
    const calls = message.role === 'assistant' ? (message.calls ?? []) : []
    const called =
      calls.length === 0 ? '' : canonicalJson(calls.map(({ name, arguments: given }) => [name, given]))
    const key = `${this.#number} ${message.role} ${text.length} ${text}${called}`
    const known = this.#numbers.get(key)
    this.#number = known ?? this.#numbers.size + 1
    if (known === undefined) this.#numbers.set(key, this.#number)
  }
}
