import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'
import type { PromptRenderer } from '../subject/subject.js'
import type { TokenMap } from './token-map.js'
import { TokenTrie } from './token-trie.js'

/** A token string that the tokenizer writes with more ids than it is meant to have. */
export interface SplitToken {
  readonly text: string
  readonly tokenCount: number
  /** Names of the tools that need it. */
  readonly tools: readonly string[]
}

/** What is wrong with a token map under one tokenizer. Listed, never repaired. Tools by name. */
export interface TokenFaults {
  /** Meant to be one token, and missing from the vocabulary. Decoding goes on with the several ids. */
  readonly split: readonly SplitToken[]
  /** Ids that read back as another text: characters that the vocabulary lacks. */
  readonly lossy: readonly { readonly text: string; readonly readsAs: string }[]
  /** Tools with one and the same ids: the first can be decoded, the second cannot. */
  readonly collisions: readonly (readonly [kept: string, lost: string])[]
  /** Tools whose ids begin another's; the end token tells them apart. */
  readonly prefixes: readonly (readonly [shorter: string, longer: string])[]
  /** Tools of which the tokenizer leaves nothing. */
  readonly empty: readonly string[]
}

/** A token map as ids of one model. */
export interface TokenizedMap {
  readonly map: TokenMap
  readonly trie: TokenTrie
  /** Place in the catalog of each entry of the trie. */
  readonly positions: Int32Array
  /** Texts of each entry, white space at its ends removed; absent where the map gives ids. */
  readonly texts: readonly (string | undefined)[]
  readonly faults: TokenFaults
  /** Places of tools that decoding can reach. */
  readonly reachable: ReadonlySet<number>
}

export interface TokenizeOptions {
  /** Parts tokenized at once: 1 for a tokenizer in this process. */
  readonly concurrency?: number
  /** Called now and then; what it throws ends the work. */
  readonly progress?: (done: number, total: number) => void
}

/**
 * Writes each token string with the subject's own tokenizer and builds the trie. Each part is tokenized by itself, once.
 *
 * @throws {InputError} `tokenizer-missing` when the subject shows none and the map holds texts.
 */
export async function tokenizeMap(
  map: TokenMap,
  { tools }: Catalog,
  prompts: Pick<PromptRenderer, 'tokenize' | 'detokenize'>,
  options: TokenizeOptions = {},
): Promise<TokenizedMap> {
  const parts = new Map<string, readonly number[]>()
  const lossy: TokenFaults['lossy'][number][] = []
  const texts = [
    ...new Set(map.entries.flatMap(({ spelling }) => (spelling.kind === 'parts' ? spelling.parts : []))),
  ]
  const { tokenize, detokenize } = prompts
  if (texts.length > 0 && tokenize === undefined) throw noTokenizer()
  await inTurn(texts, options, async (text) => {
    const ids = (await tokenize?.(text)) ?? []
    parts.set(text, ids)
    const readsAs = ids.length === 0 ? undefined : await detokenize?.(ids)
    if (readsAs !== undefined && readsAs.trim() !== text.trim()) lossy.push({ text, readsAs })
  })
  const sequences = map.entries.map(({ spelling }) =>
    spelling.kind === 'ids' ? spelling.ids : spelling.parts.flatMap((part) => parts.get(part) ?? []),
  )
  const trie = new TokenTrie(sequences)
  const nameAt = (entry: number): string => tools[map.entries[entry]?.position ?? -1]?.name ?? ''
  const { collisions, prefixes, empty } = trie.conflicts
  const lost = new Set([...empty, ...collisions.map(([, dropped]) => dropped)])
  return {
    map,
    trie,
    positions: Int32Array.from(map.entries, ({ position }) => position),
    texts: map.entries.map(({ spelling }) =>
      spelling.kind === 'ids' ? undefined : spelling.parts.join('').trim(),
    ),
    faults: {
      split: map.isSingle ? splitTokens(map, parts, nameAt) : [],
      lossy,
      collisions: collisions.map(([kept, dropped]) => [nameAt(kept), nameAt(dropped)]),
      prefixes: prefixes.map(([shorter, longer]) => [nameAt(shorter), nameAt(longer)]),
      empty: empty.map(nameAt),
    },
    reachable: new Set(map.entries.flatMap(({ position }, entry) => (lost.has(entry) ? [] : [position]))),
  }
}

function splitTokens(
  map: TokenMap,
  parts: ReadonlyMap<string, readonly number[]>,
  nameAt: (entry: number) => string,
): readonly SplitToken[] {
  const split = new Map<string, { readonly tokenCount: number; readonly tools: string[] }>()
  for (const [entry, { spelling }] of map.entries.entries()) {
    if (spelling.kind === 'ids') continue
    for (const text of spelling.parts) {
      const tokenCount = parts.get(text)?.length ?? 0
      if (tokenCount <= 1) continue
      const known = split.get(text)
      if (known === undefined) split.set(text, { tokenCount, tools: [nameAt(entry)] })
      else known.tools.push(nameAt(entry))
    }
  }
  return Array.from(split, ([text, { tokenCount, tools }]) => ({ text, tokenCount, tools }))
}

/** Texts between two calls of `progress`. */
const STRIDE = 1000

async function inTurn(
  texts: readonly string[],
  { concurrency = 1, progress }: TokenizeOptions,
  work: (text: string) => Promise<void>,
): Promise<void> {
  let at = 0
  const worker = async (): Promise<void> => {
    for (let own = at++; own < texts.length; own = at++) {
      await work(texts[own] ?? '')
      if (own % STRIDE === STRIDE - 1) progress?.(own + 1, texts.length)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

function noTokenizer(): InputError {
  return new InputError({
    code: 'tokenizer-missing',
    what: 'The subject shows no tokenizer, so the token strings of the map have no ids.',
    where: '--tokens',
    fix: 'Give the map with ids, {"tool": [128256]}, or serve the model with vLLM, SGLang or llama.cpp.',
  })
}
