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
  /** Who reads samples; benchmarks are long, and the first rows are shown before theirs is read. */
  readonly judges: Promise<JudgeOfItem>
}

/** Undefined where nothing can be said of the item. */
export type JudgeOfItem = (benchmark: string, item: string) => ItemJudge | undefined

/** Small enough that a request waits some tens of milliseconds while a large run is read. */
const PIECE_BYTES = 1 << 17
/** Rows that are shown without a verdict while benchmarks are read. */
const FIRST_ROWS = 500
/** Whoever asks first waits so long for whole rows. */
const PATIENCE_MS = 400
const NOT_JUDGED = 'not judged yet'
/** Evidence is made anew from the line whenever somebody looks. */
const NO_EVIDENCE = -1
const ONE_EVIDENCE = Number.MAX_SAFE_INTEGER

/**
 * Samples of one run, for as many as there are and while they come: a row of each is held, with the place of its line in the
 * file; what was said is read again from there. Rows can be asked for from the first piece on; those that come before the
 * benchmarks are read stand without a verdict until then.
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
  #judgeOf: JudgeOfItem | undefined
  #reading: Promise<void> | undefined
  #startedMs = 0
  #failure: unknown

  constructor(options: RunItemsOptions) {
    this.#options = options
  }

  /** @throws what reading the file threw. */
  async part(query: ItemQuery, range: { readonly from: number; readonly count: number }): Promise<ItemsPart> {
    this.#start()
    // All where there are few, or the first rows with their verdicts; what there is after a moment.
    const isEarly = (): boolean => this.#judgeOf === undefined || this.#list.size < FIRST_ROWS
    const { clock } = this.#options
    while (this.#reading !== undefined && isEarly() && clock.now() < this.#startedMs + PATIENCE_MS) {
      await Promise.race([this.#reading, clock.sleep(25)])
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
      isJudged: this.#judgeOf !== undefined || (this.#list.size === 0 && this.#reading === undefined),
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
    const table = this.#builder(await this.#options.judges, ONE_EVIDENCE)
    table.take(sample)
    const { rows, evidence, asked } = table.finish()
    const [judged, said, question] = [rows[0] ?? row, evidence[0] ?? undefined, asked[0]]
    return {
      place,
      row: judged,
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
    this.#startedMs = this.#options.clock.now()
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
    if (!(await this.#isThere())) return
    if (this.#sizeBytes < this.#offset) this.#forget()
    if (this.#judgeOf === undefined) {
      await this.#readOn(undefined, FIRST_ROWS)
      this.#judgeOf = await this.#options.judges
      this.#offset = 0
      this.#unread = 0
    }
    if (this.#sizeBytes > this.#offset) await this.#readOn(this.#judgeOf, Number.MAX_SAFE_INTEGER)
  }

  async #readOn(judgeOf: JudgeOfItem | undefined, rows: number): Promise<void> {
    const { path, journals, clock } = this.#options
    const pieces = growingLines({ path, from: this.#offset, journals, pieceBytes: PIECE_BYTES })
    for await (const piece of pieces) {
      await this.#takeLines(piece, judgeOf)
      this.#offset = piece.start + piece.bytes.length
      if (this.#list.size >= rows) return
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

  async #takeLines({ start, bytes }: WholeLines, judgeOf: JudgeOfItem | undefined): Promise<void> {
    const table = this.#builder(judgeOf ?? nobody, NO_EVIDENCE)
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
      if (row === undefined) continue
      const isWaiting = judgeOf === undefined && row.verdict !== 'error'
      this.#put(key, line, ownCopy(isWaiting ? { ...row, outcome: NOT_JUDGED } : row))
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

  #builder(judgeOf: JudgeOfItem, evidenceLength: number): SampleTableBuilder {
    const { subject } = this.#options
    return new SampleTableBuilder({
      source: 's1',
      subject,
      judgeOf,
      rows: Number.MAX_SAFE_INTEGER,
      evidenceLength,
    })
  }
}

function nobody(): undefined {
  return undefined
}

function keyOf({ benchmark, item, variant, trial }: StoredSample): string {
  return JSON.stringify([benchmark, item, variant ?? null, trial])
}

/** Texts that are parts of others keep those alive: 200,000 rows would hold all that was said. */
function ownCopy(row: ItemRow): ItemRow {
  return JSON.parse(JSON.stringify(row)) as ItemRow // as it was: rows are data
}
