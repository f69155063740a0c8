import { splitJoinedName } from '../catalog/alias.js'
import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'

/** `flat`: one token a tool. `hierarchical`: a token of the service, then one of the endpoint. `map`: as the user says. */
export type TokenScheme = 'flat' | 'hierarchical' | 'map'

/** One entry that training adds to a model's vocabulary. */
export interface VirtualToken {
  readonly text: string
  /** `part`: of a user's sequence of several. */
  readonly level: 'tool' | 'service' | 'endpoint' | 'part'
  /**
   * The words whose ordinary tokens' mean starts the new rows, input and output: "service api", or the part that the
   * token stands for. Empty when there is nothing but punctuation.
   */
  readonly initialText: string
  /** Tools whose sequence holds it. */
  readonly toolCount: number
}

/** The token sequences that stand for the tools of a catalog. */
export interface ToolTokens {
  readonly scheme: TokenScheme
  /** By the tool's position in the catalog, each of one token or more. */
  readonly sequences: readonly TokenSequence[]
  /** Every token once, in order of first use. */
  readonly vocabulary: readonly VirtualToken[]
  /** Tools whose sequence begins that of another, by position: only the end token tells them apart. */
  readonly prefixes: readonly (readonly [prefix: number, longer: number])[]
}

export type TokenSequence = readonly [string, ...string[]]

/** One token a tool: its own where the catalog gives one, else `<<name>>`. */
export function flatToken(tool: Tool): string {
  return tool.tokenText ?? `<<${tool.name}>>`
}

/**
 * `<<service>>`, then `<<&&endpoint>>`: an endpoint's name is shared by the services that have one of it, and no
 * service token looks like one of an endpoint. A tool without a service keeps its flat token, alone.
 */
export function hierarchicalTokens(tool: Tool): TokenSequence {
  const parts = partsOf(tool)
  return parts === undefined ? [flatToken(tool)] : [`<<${parts.service}>>`, `<<&&${parts.endpoint}>>`]
}

/**
 * Token strings for every tool of a catalog.
 *
 * @throws {InputError} `token-collision` when two tools get one sequence, `token-empty`.
 */
export function tokensOf(tools: readonly Tool[], scheme: 'flat' | 'hierarchical'): ToolTokens {
  const sequences = tools.map(
    (tool): TokenSequence => (scheme === 'flat' ? [flatToken(tool)] : hierarchicalTokens(tool)),
  )
  return gather(tools, { scheme, sequences })
}

/**
 * Token strings as a user maps them: by tool name, one string or a list of them.
 *
 * @throws {InputError} `token-map` when a tool has none or a name is no tool, `token-collision`, `token-empty`.
 */
export function tokensOfMap(
  tools: readonly Tool[],
  map: ReadonlyMap<string, TokenSequence>,
  where: string,
): ToolTokens {
  const names = new Set(tools.map(({ name }) => name))
  const strangers = [...map.keys()].filter((name) => !names.has(name))
  const missing = tools.filter(({ name }) => !map.has(name))
  if (strangers.length > 0 || missing.length > 0) {
    const said = [
      ...(missing.length > 0
        ? [`${missing.length} tools have no token, e.g. ${quoted(missing[0]?.name)}`]
        : []),
      ...(strangers.length > 0
        ? [`${strangers.length} names are no tool of the catalog, e.g. ${quoted(strangers[0])}`]
        : []),
    ]
    throw new InputError({
      code: 'token-map',
      what: `The token map does not fit the catalog: ${said.join('; ')}.`,
      where,
      fix: 'Give each tool of the catalog, by its exact name, a token string or a list of them.',
    })
  }
  const sequences = tools.map(({ name }) => map.get(name) as TokenSequence) // each has one, as checked
  return gather(tools, { scheme: 'map', sequences })
}

/** The words of a tool for the start of its token's rows: service and endpoint, or its name. */
export function initialTextOf(tool: Tool): string {
  const parts = partsOf(tool)
  return parts === undefined ? wordsIn(tool.name) : wordsIn(`${parts.service} ${parts.endpoint}`)
}

function partsOf(tool: Tool): { readonly service: string; readonly endpoint: string } | undefined {
  // The token text has the names as they were written: catalogs tidy them.
  const written = tool.tokenText === undefined ? undefined : /^<<(.*)>>$/s.exec(tool.tokenText)?.[1]
  const joined = splitJoinedName(written ?? tool.name) ?? splitJoinedName(tool.name)
  if (joined !== undefined) return joined
  return tool.service === undefined
    ? undefined
    : { service: tool.service, endpoint: tool.endpoint ?? tool.name }
}

interface Draft {
  readonly scheme: TokenScheme
  readonly sequences: readonly TokenSequence[]
}

function gather(tools: readonly Tool[], { scheme, sequences }: Draft): ToolTokens {
  const found = new Map<string, { level: VirtualToken['level']; initialText: string; toolCount: number }>()
  for (const [position, sequence] of sequences.entries()) {
    const tool = tools[position] as Tool // one sequence a tool
    for (const text of new Set(sequence)) {
      if (text.trim() === '') throw emptyToken(tool.name)
      const known = found.get(text)
      if (known !== undefined) {
        known.toolCount++
        // What several tools share is not any one of them.
        if (scheme === 'map') known.initialText = wordsIn(text)
        continue
      }
      found.set(text, { ...describe(tool, { scheme, sequence, text }), toolCount: 1 })
    }
  }
  return {
    scheme,
    sequences,
    vocabulary: [...found].map(([text, rest]) => ({ text, ...rest })),
    prefixes: prefixesOf(tools, sequences),
  }
}

function describe(
  tool: Tool,
  { scheme, sequence, text }: { scheme: TokenScheme; sequence: TokenSequence; text: string },
): Pick<VirtualToken, 'level' | 'initialText'> {
  if (sequence.length === 1) return { level: 'tool', initialText: initialTextOf(tool) }
  const parts = partsOf(tool)
  if (scheme !== 'hierarchical' || parts === undefined) return { level: 'part', initialText: wordsIn(text) }
  return text === sequence[0]
    ? { level: 'service', initialText: wordsIn(parts.service) }
    : { level: 'endpoint', initialText: wordsIn(parts.endpoint) }
}

/** Brackets and joints made spaces, white space single; empty when no letter, digit or symbol is left. */
function wordsIn(text: string): string {
  const words = text
    .replace(/<<|>>|&&/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}\p{S}]/u.test(words) ? words : ''
}

/** Sequences are read one behind another, so that `ab`+`c` and `a`+`bc` are one text too. */
function prefixesOf(tools: readonly Tool[], sequences: readonly TokenSequence[]): ToolTokens['prefixes'] {
  const bySequence = new Map<string, number>()
  const byText = new Map<string, number>()
  for (const [position, sequence] of sequences.entries()) {
    const text = sequence.join('')
    const other = byText.get(text)
    if (other !== undefined) throw collision(text, [tools[other]?.name, tools[position]?.name])
    byText.set(text, position)
    bySequence.set(keyOf(sequence), position)
  }
  const prefixes: (readonly [number, number])[] = []
  for (const [position, sequence] of sequences.entries()) {
    for (let length = 1; length < sequence.length; length++) {
      const shorter = bySequence.get(keyOf(sequence.slice(0, length)))
      if (shorter !== undefined) prefixes.push([shorter, position])
    }
  }
  return prefixes
}

function keyOf(sequence: readonly string[]): string {
  return sequence.length === 1 ? `1${sequence[0]}` : JSON.stringify(sequence)
}

function quoted(name: string | undefined): string {
  return JSON.stringify(name ?? '')
}

function collision(text: string, names: readonly (string | undefined)[]): InputError {
  return new InputError({
    code: 'token-collision',
    what: `Two tools have one token sequence, ${quoted(text)}, so that an answer could mean either.`,
    where: names.map(quoted).join(' and '),
    fix: 'Choose other --tokens, or give a map of tools to tokens.',
  })
}

function emptyToken(name: string): InputError {
  return new InputError({
    code: 'token-empty',
    what: 'A token has no character that can be seen.',
    where: `tool ${quoted(name)}`,
    fix: 'Give the tool another token in a map of tools to tokens.',
  })
}
