import { itemsHasher } from '../../benchmark/item-json.js'
import { InputError } from '../../errors.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { ExchangeReader, LogContext, LogInput } from '../../exchange/exchange-reader.js'
import { ItemIds, itemOfExchange } from '../../exchange/item-of-exchange.js'
import { type NoticeCount, NoticeTally } from '../../exchange/notice-tally.js'
import { QuestionBook } from '../../exchange/question-book.js'
import type { Draft, Drafts, Files } from '../../ports.js'
import { isJsonObject, type JsonObject, parseJson, writeJson } from '../../text/json.js'
import { PackedTexts } from '../../text/packed-texts.js'
import { withoutKeyShapes } from '../../text/secrets.js'
import type { RunOrigin } from '../run-document.js'
import { importedRun, type SubjectDesk, SubjectDesks } from './imported-runs.js'
import { recordedGold } from './recorded-gold.js'

/** A log, opened, with whoever reads it. */
export interface OpenedLog {
  readonly input: LogInput
  readonly reader: ExchangeReader
  readonly file: RunOrigin['files'][number]
}

export interface LogImport {
  readonly logs: readonly OpenedLog[]
  /** Where the folders `items/` and, for each subject, one of its name are written. */
  readonly folder: string
  /** As samples name the benchmark. */
  readonly name: string
  readonly turns: 'first' | 'all'
  /** Whether what a model did becomes what is right, and which model's where there are several. */
  readonly gold?: { readonly kind: 'recorded'; readonly of?: string }
  /** Version of Assay. */
  readonly assay: string
  readonly createdAt: string
}

export interface LogImportHost {
  readonly files: Files
  readonly drafts: Drafts
  readonly signal?: AbortSignal
  /** Called every few thousand exchanges. */
  readonly pause?: (exchanges: number) => Promise<void>
}

/** What an import came to. */
export interface LogImportOutcome {
  readonly exchanges: number
  readonly benchmark: {
    readonly path: string
    readonly items: number
    readonly fingerprint: string
    readonly gold: GoldCounts
  }
  readonly runs: readonly {
    readonly folder: string
    readonly subject: string
    readonly dialect?: string
    readonly items: number
    readonly trials: number
    readonly samples: number
    readonly errors: number
  }[]
  readonly notices: readonly NoticeCount[]
}

/** Items by where their gold comes from. */
export interface GoldCounts {
  readonly stated: number
  readonly recorded: number
  readonly unknown: number
}

const PAUSE = 2048

/**
 * Reads logs one exchange after the other and writes a benchmark of what was asked and a run for each subject that answered.
 * Nothing stands at its place before all was read; memory grows by some hundred bytes an item, not by what is in it (but by
 * the questions of a batch, and by recorded gold).
 *
 * @throws {InputError} `log-empty`, `log-unanswered`, `gold-whose`, `too-many-subjects`, and what readers throw.
 */
export async function importLogs(plan: LogImport, host: LogImportHost): Promise<LogImportOutcome> {
  const gold = plan.gold === undefined ? undefined : await goldOf(plan, host)
  const importing = new Importing(plan, host, gold)
  try {
    await importing.read()
    return await importing.publish()
  } finally {
    await importing.discard()
  }
}

/** What was recorded, by item. */
interface RecordedGold {
  readonly of: string
  textOf(item: string): string | undefined
}

/** A pass of its own: an item is written when it is first met, and its gold may stand further down. */
async function goldOf(plan: LogImport, host: LogImportHost): Promise<RecordedGold> {
  const texts = new PackedTexts()
  const places = new Map<string, number>()
  const models = new Set<string>()
  const ids = new ItemIds(() => undefined)
  for await (const exchange of exchangesOf(plan, host, () => undefined)) {
    const { answer, subject } = exchange
    const { id } = ids.itemOf(exchange)
    if (answer !== undefined) models.add(subject.model)
    const isWanted = plan.gold?.of === undefined || plan.gold.of === subject.model
    if (!isWanted || places.has(id)) continue
    const found = recordedGold(exchange)
    if (found !== undefined) places.set(id, texts.add(writeJson(found)))
  }
  const [of = ''] = plan.gold?.of === undefined ? models : [plan.gold.of]
  if (plan.gold?.of === undefined ? models.size > 1 : !models.has(of)) throw goldWhose(plan.gold?.of, models)
  return {
    of,
    textOf(item) {
      const place = places.get(item)
      return place === undefined ? undefined : texts.at(place)
    },
  }
}

async function* exchangesOf(
  { logs, turns }: LogImport,
  { files, signal, pause }: LogImportHost,
  notice: LogContext['notice'],
  writtenBy: (version: string) => void = () => undefined,
): AsyncGenerator<Exchange> {
  const questions = new QuestionBook()
  const context = { files, notice, turns, questions, writtenBy, ...(signal === undefined ? {} : { signal }) }
  const inOrder = [...logs].sort((left, right) => rank(left) - rank(right))
  let count = 0
  for (const { reader, input } of inOrder) {
    for await (const exchange of reader.read(input, context)) {
      yield withoutKeyInId(exchange, notice)
      if (++count % PAUSE === 0) await pause?.(count)
    }
  }
}

/** Before ids are told apart: two that differ only in their keys would else be written as one. */
function withoutKeyInId(exchange: Exchange, notice: LogContext['notice']): Exchange {
  const { id, where } = exchange
  if (id === undefined) return exchange
  const clean = withoutKeyShapes(id)
  if (clean.count === 0) return exchange
  notice({ code: 'key-masked', what: KEY_MASKED, where })
  return { ...exchange, id: clean.text }
}

const KEY_MASKED = 'A text in the form of a key was replaced by «secret:key».'

/** Questions before their answers. */
function rank({ reader }: OpenedLog): number {
  return reader.holdsQuestions === true ? 0 : 1
}

class Importing {
  readonly #plan: LogImport
  readonly #host: LogImportHost
  readonly #gold: RecordedGold | undefined
  readonly #tally = new NoticeTally()
  readonly #ids = new ItemIds((notice) => this.#tally.add(notice))
  readonly #hasher = itemsHasher()
  readonly #desks: SubjectDesks
  readonly #counts = { stated: 0, recorded: 0, unknown: 0 }
  #items: Draft | undefined
  #exchanges = 0
  #version: string | undefined

  constructor(plan: LogImport, host: LogImportHost, gold: RecordedGold | undefined) {
    this.#plan = plan
    this.#host = host
    this.#gold = gold
    this.#desks = new SubjectDesks({ folder: plan.folder, files: host.files, drafts: host.drafts })
  }

  async read(): Promise<void> {
    const notice = (one: Parameters<NoticeTally['add']>[0]): void => this.#tally.add(one)
    for await (const exchange of exchangesOf(this.#plan, this.#host, notice, (version) => {
      this.#version ??= version
    })) {
      this.#exchanges++
      const { id, isNew, print } = this.#ids.itemOf(exchange)
      if (isNew) await this.#keepItem(exchange, id)
      await this.#desks.keep(exchange, { benchmark: this.#plan.name, item: id, print }, (text) =>
        this.#masked(text, exchange.where),
      )
    }
    const where = this.#plan.logs.map(({ input }) => input.path).join(', ')
    if (this.#ids.count === 0) throw this.#empty(where)
    if (this.#desks.all.length > 0) return
    throw new InputError({
      code: 'log-unanswered',
      what: 'The log holds questions and no answer to any of them, so there is no run to write.',
      where,
      fix: 'Read the questions with `assay benchmark import`, or name the file of the answers, too.',
    })
  }

  #empty(where: string): InputError {
    const reasons = this.#tally.counts().map(({ count, what }) => ` ${count} left out: ${what}`)
    return new InputError({
      code: 'log-empty',
      what: `The log holds no exchange that could be read.${reasons.join('')}`,
      where,
      fix: 'Name a log with requests and answers; docs/import-logs.md shows the layouts that are read.',
    })
  }

  async #keepItem(exchange: Exchange, id: string): Promise<void> {
    this.#items ??= await this.#host.drafts.open(this.#path('items.jsonl'))
    const recorded = exchange.gold === undefined ? this.#gold?.textOf(id) : undefined
    this.#counts[exchange.gold !== undefined ? 'stated' : recorded === undefined ? 'unknown' : 'recorded']++
    const gold = exchange.gold ?? (recorded === undefined ? undefined : objectOf(recorded))
    const json = itemOfExchange(gold === undefined ? exchange : { ...exchange, gold }, id)
    const written = writeJson(json)
    const line = this.#masked(written, exchange.where)
    await this.#items.append(`${line}\n`)
    this.#hasher.add({ kind: 'call', id, json: line === written ? json : objectOf(line) })
  }

  #masked(text: string, where: string): string {
    const clean = withoutKeyShapes(text)
    if (clean.count > 0) {
      this.#tally.add({
        code: 'key-masked',
        what: KEY_MASKED,
        where,
      })
    }
    return clean.text
  }

  async publish(): Promise<LogImportOutcome> {
    const { logs, name, assay, createdAt } = this.#plan
    const { files } = this.#host
    const fingerprint = this.#hasher.digest()
    const formats = [...new Set(logs.map(({ reader }) => reader.id))].filter(
      (id, _at, all) => all.length === 1 || id !== 'batch-requests',
    )
    const origin: RunOrigin = {
      format: formats.join('+'),
      ...(this.#version === undefined ? {} : { version: this.#version }),
      files: logs.map(({ file }) => file),
    }
    const path = files.join(this.#plan.folder, 'items')
    const items = this.#ids.count
    const notices = this.#tally.counts()
    await this.#items?.publish()
    const card = {
      schema: 'assay.benchmark/1',
      assay,
      kind: 'call',
      counts: { items, kinds: { call: items } },
      fingerprint,
      generator: { name: 'import', version: 1 },
      gold: { ...this.#counts, ...(this.#gold === undefined ? {} : { recordedOf: this.#gold.of }) },
      importedFrom: origin,
      ...(notices.length === 0 ? {} : { notices }),
    }
    await files.write(this.#path('benchmark.json'), [`${JSON.stringify(card, undefined, 2)}\n`])
    const benchmark = { name, path, format: 'assay', fingerprint, items }
    for (const desk of this.#desks.all) {
      await desk.draft.publish()
      const run = importedRun(desk, { benchmark, origin, createdAt, isGold: this.#isGold(desk) })
      await files.write(files.join(desk.folder, 'run.json'), [`${JSON.stringify(run, undefined, 2)}\n`])
    }
    return {
      exchanges: this.#exchanges,
      benchmark: { path, items, fingerprint, gold: this.#counts },
      runs: this.#desks.all.map((desk) => ({
        folder: desk.folder,
        subject: desk.label,
        ...(desk.dialect === undefined ? {} : { dialect: desk.dialect }),
        items: desk.items,
        trials: desk.trials,
        samples: desk.samples,
        errors: desk.errors,
      })),
      notices,
    }
  }

  #isGold({ model }: SubjectDesk): boolean {
    return this.#counts.recorded > 0 && this.#gold?.of === model
  }

  async discard(): Promise<void> {
    await this.#items?.discard()
    await this.#desks.discard()
  }

  #path(name: string): string {
    const { files } = this.#host
    return files.join(this.#plan.folder, 'items', name)
  }
}

function objectOf(text: string): JsonObject {
  const reading = parseJson(text, { duplicateKeys: 'last', maxDepth: 1000 })
  return reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : {} // written from an object just before
}

function goldWhose(of: string | undefined, models: ReadonlySet<string>): InputError {
  return new InputError({
    code: 'gold-whose',
    what:
      of === undefined
        ? 'Several models answered, and it is not said whose answers are to be gold.'
        : `No model ${JSON.stringify(of)} answered.`,
    where: '--gold recorded',
    fix: `Name one with --gold-of: ${[...models].slice(0, 10).join(', ')}.`,
  })
}
