import type { McqItem, QaItem } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import { CONFUSABLE_SIMILARITY } from '../catalog/lint/equivalence.js'
import type { Tool } from '../catalog/tool.js'
import { randomStream } from '../numeric/random.js'
import { tokenizers } from '../text/tokenize.js'
import type { ShownText } from './probe-prompts.js'
import type { Showing } from './showing.js'

/** The tool of an item as a showing has it, or why it cannot be shown so. */
export type ToolDisplay =
  | { readonly kind: 'shown'; readonly tool: ShownText | undefined }
  | { readonly kind: 'absent'; readonly why: string }

export interface DisplayOptions {
  readonly catalog?: Catalog | undefined
  /** Token text of the tool at a place of the catalog; undefined where it has none. */
  readonly tokenOf?: ((position: number) => string | undefined) | undefined
  /** Every item that is asked, for their tools where there is no catalog. */
  readonly items: readonly (McqItem | QaItem)[]
  readonly seed: number
}

interface Candidate {
  readonly name: string
  readonly service: string | undefined
  readonly tool: Tool | undefined
  readonly position: number | undefined
}

/** A description is shown up to here; those of real catalogs have a few hundred characters. */
const MAX_DESCRIPTION = 1000
const TRIES = 64

/**
 * Shows tools in prompts. The other tool of a control is drawn by the seed and the item's id, of another service where
 * there is one, and never one whose description is confusable with that of the item's own tool (word sets at least half
 * alike): a question about the whole service would be answered by its siblings as well.
 */
export class ToolDisplays {
  readonly #options: DisplayOptions
  readonly #pool: readonly Candidate[]
  readonly #words = new Map<Tool, ReadonlySet<string>>()

  constructor(options: DisplayOptions) {
    this.#options = options
    this.#pool = poolOf(options)
  }

  show(item: McqItem | QaItem, showing: Showing): ToolDisplay {
    switch (showing) {
      case 'no-token':
        return { kind: 'shown', tool: undefined }
      case 'name':
        return { kind: 'shown', tool: { text: item.tool, isTrusted: false } }
      case 'token':
        return this.#token(this.#own(item))
      case 'description':
        return this.#description(this.#own(item))
      case 'other-token':
      case 'other-name': {
        const other = this.#other(item)
        if (other === undefined) return { kind: 'absent', why: 'there is no other tool that is not an equal' }
        return showing === 'other-token'
          ? this.#token(other)
          : { kind: 'shown', tool: { text: other.name, isTrusted: false } }
      }
      default:
        return showing satisfies never
    }
  }

  #own({ tool, cluster }: McqItem | QaItem): Candidate {
    const position = this.#options.catalog?.position(tool)
    const found = position === undefined ? undefined : this.#options.catalog?.tools[position]
    return { name: tool, service: found?.service ?? cluster, tool: found, position }
  }

  #token({ position }: Candidate): ToolDisplay {
    const text = position === undefined ? undefined : this.#options.tokenOf?.(position)
    if (text !== undefined) return { kind: 'shown', tool: { text, isTrusted: true } }
    return {
      kind: 'absent',
      why: position === undefined ? 'the catalog lacks the tool' : 'the tool has no token',
    }
  }

  #description({ tool }: Candidate): ToolDisplay {
    if (tool === undefined) {
      const why = this.#options.catalog === undefined ? 'no catalog is named' : 'the catalog lacks the tool'
      return { kind: 'absent', why }
    }
    const texts = [tool.serviceDescription, tool.description].filter(
      (text) => text !== undefined && text.trim() !== '',
    )
    const text = [...new Set(texts)].join('\n').slice(0, MAX_DESCRIPTION).trim()
    if (text !== '') return { kind: 'shown', tool: { text, isTrusted: false } }
    return { kind: 'absent', why: 'the tool has no description' }
  }

  #other(item: McqItem | QaItem): Candidate | undefined {
    const own = this.#own(item)
    const random = randomStream(this.#options.seed, `other tool of ${item.id}`)
    const pool = this.#pool
    if (pool.length === 0) return undefined
    for (const isFarAway of [true, false]) {
      const isOther = (candidate: Candidate): boolean =>
        candidate.name !== own.name &&
        (!isFarAway || candidate.service === undefined || candidate.service !== own.service) &&
        !this.#isAlike(own.tool, candidate.tool)
      let at = 0
      for (let tries = 0; tries < TRIES; tries++) {
        at = random.below(pool.length)
        const candidate = pool[at]
        if (candidate !== undefined && isOther(candidate)) return candidate
      }
      for (let step = 0; step < pool.length; step++) {
        const candidate = pool[(at + step) % pool.length]
        if (candidate !== undefined && isOther(candidate)) return candidate
      }
    }
    return undefined
  }

  #isAlike(left: Tool | undefined, right: Tool | undefined): boolean {
    if (left === undefined || right === undefined) return false
    if (left === right) return true
    const [one, other] = [this.#wordsOf(left), this.#wordsOf(right)]
    if (one.size === 0 || other.size === 0) return false
    let shared = 0
    for (const word of one) if (other.has(word)) shared++
    return shared / (one.size + other.size - shared) >= CONFUSABLE_SIMILARITY
  }

  #wordsOf(tool: Tool): ReadonlySet<string> {
    const known = this.#words.get(tool)
    if (known !== undefined) return known
    const text = `${tool.serviceDescription ?? ''} ${tool.description ?? ''}`.slice(0, MAX_DESCRIPTION)
    const words = new Set(tokenizers.t1.tokens(text))
    this.#words.set(tool, words)
    return words
  }
}

/** Tools that may stand in for another: those with a token where tokens are shown, else all; without a catalog, those of the items. */
function poolOf({ catalog, tokenOf, items }: DisplayOptions): readonly Candidate[] {
  if (catalog === undefined) {
    const byName = new Map(items.map(({ tool, cluster }) => [tool, cluster]))
    return Array.from(byName, ([name, service]) => ({ name, service, tool: undefined, position: undefined }))
  }
  const all = catalog.tools.map((tool, position) => ({
    name: tool.name,
    service: tool.service,
    tool,
    position,
  }))
  return tokenOf === undefined ? all : all.filter(({ position }) => tokenOf(position) !== undefined)
}
