import type { SourceNotice } from './source.js'
import type { Tool } from './tool.js'

/** What is remembered of a tool that names may join. */
export interface JoinableTool {
  readonly aliases: readonly string[]
  readonly tokenText: string | undefined
}

/** What a tool gained from the names that joined it. */
export interface JoinedSpellings {
  /** All aliases, old and new. */
  readonly aliases?: readonly string[]
  readonly tokenText?: string
}

const SHOWN_ALIASES = 10

/** Settles bare names once all other tools are known. */
export class NameJoiner {
  readonly nameOnly: Tool[] = []
  joinedCount = 0
  readonly #entries: readonly JoinableTool[]
  readonly #names: readonly string[]
  readonly #notice: (notice: SourceNotice) => void
  readonly #byName = new Map<string, number>()
  /** Positions that claim an alias; more than one makes it ambiguous. */
  readonly #byAlias = new Map<string, Set<number>>()
  readonly #nameOnlyAt = new Map<string, number>()
  readonly #joined = new Map<number, { readonly aliases: Set<string>; tokenText: string | undefined }>()

  constructor(
    entries: readonly JoinableTool[],
    names: readonly string[],
    notice: (notice: SourceNotice) => void,
  ) {
    this.#entries = entries
    this.#names = names
    this.#notice = notice
    for (const [position, name] of names.entries()) this.#byName.set(name, position)
    for (const [position, { aliases }] of entries.entries()) {
      for (const alias of aliases) this.#claim(alias, position)
    }
  }

  #claim(alias: string, position: number): void {
    const claims = this.#byAlias.get(alias)
    if (claims === undefined) this.#byAlias.set(alias, new Set([position]))
    else claims.add(position)
  }

  take(tool: Tool): void {
    const spellings = [tool.name, ...(tool.aliases ?? [])]
    const position = this.#owner(spellings)
    if (position !== undefined) this.#join(position, tool, spellings)
    else this.#addNameOnly(tool)
  }

  #owner(spellings: readonly string[]): number | undefined {
    for (const spelling of spellings) {
      const position = this.#byName.get(spelling) ?? onlyOne(this.#byAlias.get(spelling))
      if (position !== undefined && position < this.#entries.length) return position
    }
    return undefined
  }

  #join(position: number, { tokenText }: Tool, spellings: readonly string[]): void {
    this.joinedCount++
    const entry = this.#entries[position] as JoinableTool // #owner gives positions of entries
    const joined = this.#joined.get(position) ?? {
      aliases: new Set(entry.aliases),
      tokenText: entry.tokenText,
    }
    this.#joined.set(position, joined)
    for (const spelling of spellings) {
      if (this.#byName.get(spelling) === position) continue
      joined.aliases.add(spelling)
      this.#claim(spelling, position)
    }
    if (tokenText === undefined || tokenText === joined.tokenText) return
    if (joined.tokenText === undefined) joined.tokenText = tokenText
    else joined.aliases.add(tokenText)
  }

  #addNameOnly(tool: Tool): void {
    const earlier = this.#nameOnlyAt.get(tool.name)
    if (earlier === undefined) {
      this.#nameOnlyAt.set(tool.name, this.nameOnly.push(tool) - 1)
      for (const alias of tool.aliases ?? [])
        this.#claim(alias, this.#entries.length + this.nameOnly.length - 1)
      return
    }
    this.joinedCount++
    const first = this.nameOnly[earlier] as Tool // #nameOnlyAt holds positions of nameOnly
    if (first.tokenText === undefined) this.nameOnly[earlier] = { ...tool, ...first, ...tokenOf(tool) }
  }

  joinedBy(position: number): JoinedSpellings | undefined {
    const joined = this.#joined.get(position)
    if (joined === undefined) return undefined
    const { aliases, tokenText } = joined
    return {
      ...(aliases.size === 0 ? {} : { aliases: [...aliases] }),
      ...(tokenText === undefined ? {} : { tokenText }),
    }
  }

  /** The first ten aliases are told of singly: descriptions of many services share thousands. */
  reportAmbiguous(): void {
    let count = 0
    for (const [alias, claims] of this.#byAlias) {
      const isName = this.#byName.has(alias) || this.#nameOnlyAt.has(alias)
      if ((claims.size === 1 && !isName) || ++count > SHOWN_ALIASES) continue
      const owners = [...claims].slice(0, 3).map((position) => JSON.stringify(this.#nameAt(position)))
      this.#notice({
        code: 'alias-ambiguous',
        what: isName
          ? `The alias ${JSON.stringify(alias)} is the name of another tool, and means that one.`
          : `The alias ${JSON.stringify(alias)} is claimed by ${claims.size} tools and means none of them.`,
        where: owners.join(' and ') + (claims.size > 3 ? ` and ${claims.size - 3} more` : ''),
      })
    }
    if (count <= SHOWN_ALIASES) return
    const what = `${count - SHOWN_ALIASES} more aliases are ambiguous in this way.`
    this.#notice({ code: 'alias-ambiguous', what, where: 'the whole catalog' })
  }

  #nameAt(position: number): string {
    return this.#names[position] ?? this.nameOnly[position - this.#names.length]?.name ?? ''
  }
}

function tokenOf({ tokenText }: Tool): { readonly tokenText?: string } {
  return tokenText === undefined ? {} : { tokenText }
}

function onlyOne(positions: ReadonlySet<number> | undefined): number | undefined {
  if (positions === undefined || positions.size !== 1) return undefined
  const [only] = positions
  return only
}
