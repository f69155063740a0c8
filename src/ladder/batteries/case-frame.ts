import type { Tool } from '../../catalog/tool.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import type { Message } from '../../toolcall/dialect.js'

/** What stands around a prompt in training: the system messages, and the tools. */
export interface CaseFrame {
  readonly system: readonly Message[]
  readonly tools: readonly Tool[]
  readonly offersTools: boolean
}

/** The frames of a corpus, so that a new prompt is asked as the old ones were taught. */
export class CaseFrames {
  /** The most frequent one. */
  readonly main: CaseFrame
  readonly #corpus: ToolCorpus
  readonly #byTool = new Map<string, CaseFrame>()

  constructor(corpus: ToolCorpus) {
    this.#corpus = corpus
    const groups = new FrameCounts()
    const calling = new Map<string, FrameCounts>()
    for (const example of corpus.examples) {
      groups.add(example)
      for (const { name } of example.answer.calls) {
        const counts = calling.get(name) ?? new FrameCounts()
        calling.set(name, counts)
        counts.add(example)
      }
    }
    const most = groups.most()
    this.main = most === undefined ? { system: [], tools: [], offersTools: this.#offers([]) } : this.of(most)
    for (const [tool, counts] of calling) {
      const example = counts.most()
      if (example !== undefined) this.#byTool.set(tool, this.of(example))
    }
  }

  /** That of one example; what earlier turns said is left out. */
  of({ messages, tools }: CorpusExample): CaseFrame {
    const end = messages.findIndex(({ role }) => role !== 'system')
    const system = end === -1 ? messages : messages.slice(0, end)
    return { system, tools, offersTools: this.#offers(system) }
  }

  /** The most frequent one in which the tool is called, or else the main one where it is declared. */
  forTool(name: string): CaseFrame | undefined {
    const known = this.#byTool.get(name)
    if (known !== undefined) return known
    return this.main.tools.some((tool) => tool.name === name) ? this.main : undefined
  }

  /** Whether a request offers the tools: not where a message declares them, nor where training never showed any. */
  #offers(system: readonly Message[]): boolean {
    const { toolsIn, examples } = this.#corpus
    if (toolsIn === 'record') return true
    if (toolsIn !== 'given') return false
    const text = system.map(({ content }) => content ?? '').join('\n')
    const names = examples[0]?.tools.map(({ name }) => name) ?? []
    return !names.some((name) => text.includes(name))
  }
}

class FrameCounts {
  readonly #counts = new Map<string, { readonly example: CorpusExample; count: number }>()
  readonly #lists = new Map<readonly Tool[], number>()

  add(example: CorpusExample): void {
    const list = this.#lists.get(example.tools) ?? this.#lists.size
    this.#lists.set(example.tools, list)
    const first = example.messages[0]
    const system = first?.role === 'system' ? first.content : ''
    const key = `${list} ${system}`
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { example, count: 1 })
    else known.count++
  }

  most(): CorpusExample | undefined {
    let best: { readonly example: CorpusExample; readonly count: number } | undefined
    for (const entry of this.#counts.values())
      if (best === undefined || entry.count > best.count) best = entry
    return best?.example
  }
}
