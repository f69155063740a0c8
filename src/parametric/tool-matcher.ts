import type { Catalog } from '../catalog/catalog.js'
import type { FreeOutput } from './query-answer.js'
import type { TokenMap } from './token-map.js'
import type { TokenizedMap } from './tokenize-map.js'

/** Finds the tool that an output names, exactly, or says nothing. */
export type ToolMatcher = (output: FreeOutput) => number | undefined

/**
 * Matches by token: an output names a tool when its text, white space at its ends aside, is the tool's token text, or
 * its ids are the tool's ids. A text that two tools share names the first.
 */
export function tokenMatcher({ trie, positions, texts, reachable }: TokenizedMap): ToolMatcher {
  const byText = new Map<string | undefined, number>()
  for (const [entry, text] of texts.entries()) {
    const position = positions[entry] as number // as many as texts
    if (text !== undefined && reachable.has(position) && !byText.has(text)) byText.set(text, position)
  }
  return ({ text, tokenIds }) => {
    const byOwn = byText.get(text?.trim())
    if (byOwn !== undefined || tokenIds === undefined) return byOwn
    return positions[trie.find(tokenIds) ?? -1]
  }
}

/**
 * Matches by name: an output names a tool when it is the tool's name, its virtual token, one of its aliases, or its name
 * between << and >>.
 */
export function nameMatcher(catalog: Catalog): ToolMatcher {
  return ({ text }) => {
    if (text === undefined) return undefined
    const own = text.trim()
    const position = catalog.position(text) ?? catalog.position(own)
    if (position !== undefined || !own.startsWith('<<') || !own.endsWith('>>')) return position
    return catalog.position(own.slice(2, -2))
  }
}

/** Matches tokens of the map whose tools the catalog lacks: −1 for the first, −2 for the second. */
export function strangerMatcher({ strangerSpellings }: TokenMap): ToolMatcher {
  const byText = new Map<string, number>()
  const byIds = new Map<string, number>()
  for (const [at, spelling] of strangerSpellings.entries()) {
    if (spelling.kind === 'ids') byIds.set(spelling.ids.join(), -1 - at)
    else byText.set(spelling.parts.join('').trim(), -1 - at)
  }
  return ({ text, tokenIds }) =>
    (text === undefined ? undefined : byText.get(text.trim())) ??
    (tokenIds === undefined ? undefined : byIds.get(tokenIds.join()))
}
