import { InputError } from '../../errors.js'
import type { Clock, Files, Journals } from '../../ports.js'
import type { ItemJudge } from '../../report/items/item-judge.js'
import { SampleTableBuilder } from '../../report/items/sample-table.js'
import { ItemList } from '../../report/live/item-list.js'
import type { ItemPart, ItemQuery, ItemsPart, RowName } from '../../report/live/live-view.js'
import type { ItemRow } from '../../report/pages/items-page.js'
import { readSampleLines, type StoredSample } from '../../run/sample-lines.js'
import { growingLines, type WholeLines } from './growing-lines.js'

export interface RunItemsOptions {
  /** Of samples.jsonl. */
  readonly path: string
  readonly subject: string
  readonly files: Pick<Files, 'facts'>
  readonly journals: Pick<Journals, 'readPart'>
  readonly clock: Clock
  readonly judgeOf: (benchmark: string, item: string) => ItemJudge | undefined
}

/** Small enough that a request waits some tens of milliseconds while a large run is read. */
const PIECE_BYTES = 1 << 17
/** Evidence is made anew from the line whenever somebody looks. */
const NO_EVIDENCE = -1
const ONE_EVIDENCE = Number.MAX_SAFE_INTEGER

/**
 * Samples of one run, for as many as there are and while they come: a row of each is held, with the place of its line in the
 * file; what was said is read again from there. Rows can be asked for from the first piece on.
 */
export class RunItems {
  readonly #options: RunItemsOptions
  #list = new ItemList()
  /** Of each row's line. */
  #lines: { readonly start: number; readonly length: number }[] = []
  #places = new Map<string, number>()
  #offset = 0
  #sizeBytes = 0
  #unread = 0
  #reading: Promise<void> | undefined
  #failure: unknown

  constructor(options: RunItemsOptions) {
    this.#options = options
  }

  /** @throws what reading the file threw. */
  async part(query: ItemQuery, range: { readonly from: number; readonly count: number }): Promise<ItemsPart> {
    this.#start()
    // The first rows, or all where there are few.
    for (let waits = 0; waits < 20 && this.#reading !== undefined && this.#list.size < 500; waits++) {
      await Promise.race([this.#reading, this.#options.clock.sleep(25)])
    }
    if (this.#failure !== undefined) throw this.#failure
    const { matched, rows } = this.#list.find(query, range)
    return {
      total: this.#list.size,
      matched,
      from: range.from,
      rows,
      benchmarks: this.#list.benchmarks,
      read: this.#reading === undefined || this.#sizeBytes === 0 ? 1 : this.#offset / this.#sizeBytes,
      unread: this.#unread,
    }
  }

  /** Place of the first row that is named so; waits while the file is read. Undefined where there is none. */
  async placeOf(name: RowName): Promise<number | undefined> {
    this.#start()
    for (;;) {
      const place = this.#list.placeOf(name)
      if (place !== undefined || this.#reading === undefined) return place
      await Promise.race([this.#reading, this.#options.clock.sleep(200)])
    }
  }

  /** Undefined where there is no such row. */
  async item(place: number): Promise<ItemPart | undefined> {
    const line = this.#lines[place]
    const row = this.#list.rowAt(place)
    if (line === undefined || row === undefined || !(await this.#isThere())) return undefined
    const bytes = await this.#options.journals.readPart(this.#options.path, line)
    const sample = await this.#sampleIn(bytes)
    if (typeof sample === 'string') return { place, row }
    const table = this.#builder(ONE_EVIDENCE)
    table.take(sample)
    const { evidence, asked } = table.finish()
    const [said, question] = [evidence[0] ?? undefined, asked[0]]
    return {
      place,
      row,
      ...(said === undefined ? {} : { evidence: said }),
      ...(question === undefined ? {} : { asked: question }),
    }
  }

  /** Resolves when all that is there is read. */
  async whole(): Promise<void> {
    this.#start()
    await this.#reading
  }

  #start(): void {
    if (this.#reading !== undefined) return
    this.#failure = undefined
    const reading = this.#read()
      .catch((error: unknown) => {
        this.#failure = error
      })
      .finally(() => {
        this.#reading = undefined
      })
    this.#reading = reading
  }

  async #isThere(): Promise<boolean> {
    const facts = await this.#options.files.facts(this.#options.path)
    this.#sizeBytes = facts?.sizeBytes ?? 0
    return facts?.kind === 'file' && facts.isSpecial !== true
  }

  async #read(): Promise<void> {
    const { path, journals, clock } = this.#options
    if (!(await this.#isThere())) return
    if (this.#sizeBytes < this.#offset) this.#forget()
    if (this.#sizeBytes === this.#offset) return
    const pieces = growingLines({ path, from: this.#offset, journals, pieceBytes: PIECE_BYTES })
    for await (const piece of pieces) {
      await this.#takeLines(piece)
      this.#offset = piece.start + piece.bytes.length
      // Requests must get their turn.
      await clock.sleep(0)
    }
  }

  /** Another run lies in the place of the one that was read. */
  #forget(): void {
    this.#list = new ItemList()
    this.#lines = []
    this.#places = new Map()
    this.#offset = 0
    this.#unread = 0
  }

  async #takeLines({ start, bytes }: WholeLines): Promise<void> {
    const table = this.#builder(NO_EVIDENCE)
    const lines = new Map<string, { readonly start: number; readonly length: number }>()
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(0x0a, from) + 1
      const sample = await this.#sampleIn(bytes.subarray(from, end))
      if (sample === 'broken') this.#unread++
      else if (sample !== 'blank') {
        lines.set(keyOf(sample), { start: start + from, length: end - from })
        table.take(sample)
      }
      from = end
    }
    const { rows } = table.finish()
    for (const [at, [key, line]] of [...lines].entries()) {
      const row = rows[at]
      if (row !== undefined) this.#put(key, line, ownCopy(row))
    }
  }

  /** Of two samples of one key the later counts, in the place of the earlier. */
  #put(key: string, line: { readonly start: number; readonly length: number }, row: ItemRow): void {
    const place = this.#places.get(key) ?? this.#places.size
    this.#places.set(key, place)
    this.#lines[place] = line
    this.#list.put(place, row)
  }

  async #sampleIn(line: Uint8Array): Promise<StoredSample | 'blank' | 'broken'> {
    const { path } = this.#options
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      yield line
    }
    try {
      for await (const sample of readSampleLines(path, { stream }, () => undefined, { hasEffort: true }))
        return sample
      return 'blank'
    } catch (error) {
      if (error instanceof InputError) return 'broken'
      throw error
    }
  }

  #builder(evidenceLength: number): SampleTableBuilder {
    const { subject, judgeOf } = this.#options
    return new SampleTableBuilder({
      source: 's1',
      subject,
      judgeOf,
      rows: Number.MAX_SAFE_INTEGER,
      evidenceLength,
    })
  }
}

function keyOf({ benchmark, item, variant, trial }: StoredSample): string {
  return JSON.stringify([benchmark, item, variant ?? null, trial])
}

/** Texts that are parts of others keep those alive: 200,000 rows would hold all that was said. */
function ownCopy(row: ItemRow): ItemRow {
  return JSON.parse(JSON.stringify(row)) as ItemRow // as it was: rows are data
}
