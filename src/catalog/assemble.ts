import { InputError } from '../errors.js'
import { toolFingerprint } from './catalog.js'
import { type JoinableTool, type JoinedSpellings, NameJoiner } from './join-names.js'
import type { SourceNotice, ToolRecord } from './source.js'
import type { Tool } from './tool.js'

/**
 * What becomes of a second tool of one name whose content differs: `error` stops, `first` keeps the first, `qualify`
 * puts the service before the names of all of them.
 */
export type DuplicateRule = 'error' | 'first' | 'qualify'

/** What became of a record. */
export type RecordOutcome =
  /** A tool of its own, at the next position. */
  | 'new'
  /** Mentioned before with the same content. */
  | 'same'
  /** Another of that name came first (`first`). */
  | 'dropped'
  /** Names are settled at the end. */
  | 'held'

/** What the end of assembling changes in a tool that was `new`. */
export interface Amendment extends JoinedSpellings {
  readonly name?: string
}

export interface AssemblyEnd {
  /** By position. */
  readonly amendments: ReadonlyMap<number, Amendment>
  /** Tools that nothing but a name is known of, which stand at the end. */
  readonly nameOnly: readonly Tool[]
  readonly counts: AssemblyCounts
}

export interface AssemblyCounts {
  readonly tools: number
  /** Records that repeated a tool. */
  readonly same: number
  readonly dropped: number
  /** Tools whose names got their service put before them. */
  readonly qualified: number
  /** Names that joined a tool. */
  readonly joined: number
  readonly nameOnly: number
}

/** What is remembered of a tool: enough to judge later ones, so that the tool itself can have been written already. */
interface Entry extends JoinableTool {
  readonly name: string
  readonly prefix: string
  readonly place: string
  readonly kind: 'definition' | 'mention'
  readonly fingerprint: () => string
}

/**
 * Gathers records into tools with distinct names, one at a time and without keeping the tools.
 *
 * - A second definition of a name is a conflict, and so is a mention whose content differs; a mention with the same
 *   content is the same tool. Conflicts are settled by the rule for duplicates.
 * - `qualify` renames every tool of a contested name to `service.name`, where the service is missing to `file.name`;
 *   where that is taken, `~2`, `~3`, … follow in order of appearance.
 * - Bare names are settled last. One joins the tool that has it, or one of its other spellings, as name or alias, and
 *   becomes an alias of it; otherwise it becomes a tool without texts, after all others, in order.
 */
export class CatalogAssembler {
  readonly #rule: DuplicateRule
  readonly #notice: (notice: SourceNotice) => void
  readonly #entries: Entry[] = []
  /** Positions of the tools of one name. */
  readonly #byName = new Map<string, number[]>()
  readonly #held: ToolRecord[] = []
  #same = 0
  #dropped = 0

  constructor(options: {
    readonly onDuplicate: DuplicateRule
    readonly notice: (notice: SourceNotice) => void
  }) {
    this.#rule = options.onDuplicate
    this.#notice = options.notice
  }

  /**
   * @param fingerprint of the record's tool; asked for only when two tools of one name are compared.
   * @throws {InputError} `tool-duplicate` under the rule `error`.
   */
  add(record: ToolRecord, fingerprint: () => string = () => toolFingerprint(record.tool)): RecordOutcome {
    const { tool, kind } = record
    if (kind === 'name') {
      this.#held.push(record)
      return 'held'
    }
    const earlier = this.#byName.get(tool.name)
    if (earlier === undefined) {
      this.#byName.set(tool.name, [this.#enter(record, kind, fingerprint)])
      return 'new'
    }
    if (this.#isSameAsOne(kind, earlier, fingerprint)) {
      this.#same++
      return 'same'
    }
    if (this.#rule === 'error') throw this.#conflict(record, earlier)
    if (this.#rule === 'first') {
      this.#dropped++
      return 'dropped'
    }
    earlier.push(this.#enter(record, kind, fingerprint))
    return 'new'
  }

  #enter({ tool, place }: ToolRecord, kind: Entry['kind'], fingerprint: () => string): number {
    const { name, aliases = [], tokenText } = tool
    const at = place ?? tool.source.at
    const prefix = tool.service ?? stemOf(at)
    return this.#entries.push({ name, prefix, place: at, kind, fingerprint, aliases, tokenText }) - 1
  }

  #isSameAsOne(kind: Entry['kind'], earlier: readonly number[], fingerprint: () => string): boolean {
    let own: string | undefined
    return earlier.some((position) => {
      const entry = this.#entryAt(position)
      if (kind === 'definition' && entry.kind === 'definition') return false
      own ??= fingerprint()
      return entry.fingerprint() === own
    })
  }

  #entryAt(position: number): Entry {
    return this.#entries[position] as Entry // positions are handed out by #enter
  }

  #conflict({ tool, place }: ToolRecord, earlier: readonly number[]): InputError {
    const { place: first } = this.#entryAt(earlier[0] as number) // a name has at least one position
    return new InputError({
      code: 'tool-duplicate',
      what: `Two tools are named ${JSON.stringify(tool.name)}, so a call to it cannot be judged.`,
      where: `${first} and ${place ?? tool.source.at}`,
      fix: 'Pass --on-duplicate qualify to prefix such names with their service, or --on-duplicate first to keep the first.',
    })
  }

  /** Settles contested and bare names. Nothing can be added afterwards. */
  finish(): AssemblyEnd {
    const names = this.#finalNames()
    const joining = new NameJoiner(this.#entries, names, this.#notice)
    for (const { tool } of this.#held) joining.take(tool)
    joining.reportAmbiguous()

    const amendments = new Map<number, Amendment>()
    let qualified = 0
    for (const [position, entry] of this.#entries.entries()) {
      const name = names[position]
      const isRenamed = name !== undefined && name !== entry.name
      if (isRenamed) qualified++
      const joined = joining.joinedBy(position)
      if (!isRenamed && joined === undefined) continue
      amendments.set(position, { ...(isRenamed ? { name } : {}), ...joined })
    }
    const counts = {
      tools: this.#entries.length + joining.nameOnly.length,
      same: this.#same,
      dropped: this.#dropped,
      qualified,
      joined: joining.joinedCount,
      nameOnly: joining.nameOnly.length,
    }
    return { amendments, nameOnly: joining.nameOnly, counts }
  }

  /** By position. Uncontested names come first, so that a qualified one never takes a name that a tool has. */
  #finalNames(): readonly string[] {
    const taken = new Set<string>()
    for (const [name, positions] of this.#byName) if (positions.length === 1) taken.add(name)
    const last = new Map<string, number>()
    return this.#entries.map(({ name, prefix }) => {
      if (this.#byName.get(name)?.length === 1) return name
      const wanted = `${prefix}.${name}`
      let count = last.get(wanted) ?? 0
      let unique: string
      do unique = ++count === 1 ? wanted : `${wanted}~${count}`
      while (taken.has(unique))
      last.set(wanted, count)
      taken.add(unique)
      return unique
    })
  }
}

/** File name without folders and extension: what a tool without a service is qualified by. */
function stemOf(place: string): string {
  const path = place.split(', ')[0] as string // splitting gives at least one part
  const file = path.split(/[\\/]/).findLast((part) => part !== '') ?? path
  return file.replace(/\.[A-Za-z0-9]{1,5}$/, '')
}
