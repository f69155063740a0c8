import { toolSenseSpelling } from '../catalog/alias.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { flatToken, hierarchicalTokens } from '../corpus/tool-tokens.js'
import { InputError } from '../errors.js'

/**
 * How tokens name tools. `flat`: one token a tool. `hierarchical`: the service's token, then the endpoint's. `given`: by
 * a map of the user's, whatever its pieces are.
 */
export type TokenLayout = 'flat' | 'hierarchical' | 'given'

/** What stands for one tool: token strings one after the other, or their ids. */
export type TokenSpelling =
  | { readonly kind: 'parts'; readonly parts: readonly string[] }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }

export interface TokenEntry {
  /** Place of the tool in the catalog. */
  readonly position: number
  readonly spelling: TokenSpelling
}

/** Which token strings stand for which tools of a catalog. */
export interface TokenMap {
  readonly layout: TokenLayout
  /** Whether each part is meant to be one token of the vocabulary. */
  readonly isSingle: boolean
  /** At most one a tool, in the order of the catalog. */
  readonly entries: readonly TokenEntry[]
  /** Names in the map that are no tool of the catalog, e.g. ToolGen's `Finish`. */
  readonly strangers: readonly string[]
  /** What stands for each of them, in their order. */
  readonly strangerSpellings: readonly TokenSpelling[]
  /** Names of tools that have no token. */
  readonly unmapped: readonly string[]
  /** Further spellings of tools that had one: they are not used. */
  readonly surplus: readonly string[]
}

/** Layouts that a catalog makes by itself. */
export const builtInLayouts = ['flat', 'hierarchical', 'numeric'] as const
export type BuiltInLayout = (typeof builtInLayouts)[number]

/**
 * Token strings made from the catalog alone. `flat` and `hierarchical`: those that training data are written with, see
 * `flatToken` and `hierarchicalTokens`. `numeric`: the place in the catalog in decimal digits, all of one length.
 */
export function builtInTokens(catalog: Catalog, layout: BuiltInLayout): TokenMap {
  const { tools } = catalog
  const digits = String(Math.max(0, tools.length - 1)).length
  const entries = tools.map(
    (tool, position): TokenEntry => ({
      position,
      spelling: { kind: 'parts', parts: partsOf(tool, position) },
    }),
  )
  function partsOf(tool: Tool, position: number): readonly string[] {
    if (layout === 'flat') return [flatToken(tool)]
    if (layout === 'hierarchical') return hierarchicalTokens(tool)
    return [String(position).padStart(digits, '0')]
  }
  const isNumeric = layout === 'numeric'
  return {
    layout: isNumeric ? 'given' : layout,
    isSingle: !isNumeric,
    entries,
    strangers: [],
    strangerSpellings: [],
    unmapped: [],
    surplus: [],
  }
}

/** One line of a user's map. */
export interface GivenToken {
  /** Name of the tool, one of its aliases, or its virtual token. */
  readonly tool: string
  readonly spelling: TokenSpelling
  readonly where: string
}

/**
 * A user's map, joined with a catalog by name, alias or virtual token, else by the spelling that ToolSense gives a name of
 * ToolGen's.
 *
 * @throws {InputError} `token-map-strange` when no tool of the map is in the catalog; `token-map-doubled` when one name
 * stands for two tokens.
 */
export function givenTokens(
  catalog: Catalog,
  given: readonly GivenToken[],
  { layout = 'given', isSingle = false }: Partial<Pick<TokenMap, 'layout' | 'isSingle'>> = {},
): TokenMap {
  const byPosition = new Map<number, GivenToken>()
  const names = new Map<string, GivenToken>()
  const strangers: GivenToken[] = []
  const surplus: string[] = []
  for (const token of given) {
    const namesake = names.get(token.tool)
    if (namesake !== undefined) {
      if (keyOf(namesake.spelling) !== keyOf(token.spelling)) throw doubled(namesake, token)
      continue
    }
    names.set(token.tool, token)
    const position = catalog.position(token.tool) ?? catalog.position(toolSenseSpelling(token.tool))
    if (position === undefined) {
      strangers.push(token)
      continue
    }
    const earlier = byPosition.get(position)
    if (earlier === undefined) byPosition.set(position, token)
    else if (catalog.tools[position]?.name === token.tool) {
      surplus.push(earlier.tool)
      byPosition.set(position, token)
    } else surplus.push(token.tool)
  }
  if (byPosition.size === 0) throw strange(given)
  const entries: TokenEntry[] = []
  const unmapped: string[] = []
  for (const [position, { name }] of catalog.tools.entries()) {
    const token = byPosition.get(position)
    if (token === undefined) unmapped.push(name)
    else entries.push({ position, spelling: token.spelling })
  }
  return {
    layout,
    isSingle,
    entries,
    strangers: strangers.map(({ tool }) => tool),
    strangerSpellings: strangers.map(({ spelling }) => spelling),
    unmapped,
    surplus,
  }
}

function keyOf(spelling: TokenSpelling): string {
  return JSON.stringify(spelling.kind === 'ids' ? spelling.ids : spelling.parts)
}

function doubled(first: GivenToken, second: GivenToken): InputError {
  return new InputError({
    code: 'token-map-doubled',
    what: `The tool ${JSON.stringify(first.tool)} has two tokens.`,
    where: `${first.where} and ${second.where}`,
    fix: 'Keep one of them.',
  })
}

function strange(given: readonly GivenToken[]): InputError {
  const [first] = given
  return new InputError({
    code: 'token-map-strange',
    what: `None of the ${given.length} tools of the token map is in the catalog, e.g. not ${JSON.stringify(first?.tool ?? '')}.`,
    ...(first === undefined ? {} : { where: first.where }),
    fix: 'Name the catalog that the tokens were made for, or give its tools the names as aliases.',
  })
}
