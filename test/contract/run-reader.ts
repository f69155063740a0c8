import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../src/benchmark/call-item.js'
import { itemFromJson } from '../../src/benchmark/item-json.js'
import { AssayError } from '../../src/errors.js'
import type { Exchange, LogNotice } from '../../src/exchange/exchange.js'
import type { ExchangeReader, LogContext } from '../../src/exchange/exchange-reader.js'
import { itemOfExchange } from '../../src/exchange/item-of-exchange.js'
import { openLog } from '../../src/exchange/open-log.js'
import type { Files } from '../../src/ports.js'
import { conversationOf } from '../../src/run/tasks/call-messages.js'
import { parseJson, writeJson } from '../../src/text/json.js'
import { dialects } from '../../src/toolcall/dialects/index.js'

/** A log in the format of the reader under test. */
export interface LogSample {
  readonly path: string
  readonly files: Files
  /** How many exchanges must come out. */
  readonly exchanges: number
}

export interface BrokenLog extends Omit<LogSample, 'exchanges'> {
  readonly name: string
  /** Of the error that ends the reading, or of a notice that it goes on with. */
  readonly code: string
}

export interface RunReaderSuite {
  readonly reader: ExchangeReader
  readonly samples: readonly LogSample[]
  readonly broken: readonly BrokenLog[]
  /** Logs of other formats, which the reader must not take for its own. */
  readonly foreign: readonly Omit<LogSample, 'exchanges'>[]
}

export interface LogReading {
  readonly exchanges: readonly Exchange[]
  readonly notices: readonly LogNotice[]
  readonly version?: string
}

/** Everything that a reader makes of a log. */
export async function readLog(
  reader: ExchangeReader,
  { path, files }: Omit<LogSample, 'exchanges'>,
  more: Partial<LogContext> = {},
): Promise<LogReading> {
  const notices: LogNotice[] = []
  const exchanges: Exchange[] = []
  let version: string | undefined
  const { input } = await openLog(path, files, { format: reader.id, readers: [reader] })
  const context: LogContext = {
    files,
    notice: (notice) => void notices.push(notice),
    writtenBy: (one) => {
      version = one
    },
    ...more,
  }
  for await (const exchange of reader.read(input, context)) exchanges.push(exchange)
  return { exchanges, notices, ...(version === undefined ? {} : { version }) }
}

/** Laws of every reader of logs; readers of users can be run through them, too. */
export function describeRunReader({ reader, samples, broken, foreign }: RunReaderSuite): void {
  describe(`reader of logs ${reader.id}`, () => {
    it('has an id for --format and says what it reads', () => {
      expect(reader.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(reader.describes).not.toBe('')
      expect(samples.length).toBeGreaterThan(0)
    })

    it.each(samples)('recognises $path', async ({ path, files }) => {
      const opened = await openLog(path, files, { readers: [reader] })
      expect(opened.reader.id).toBe(reader.id)
    })

    it.each(foreign)('leaves $path to others', async ({ path, files }) => {
      await expect(openLog(path, files, { readers: [reader] })).rejects.toMatchObject({ code: 'log-unknown' })
    })

    it.each(samples)('reads $path, twice the same', async (sample) => {
      const once = await readLog(reader, sample)
      expect(once.exchanges).toHaveLength(sample.exchanges)
      expect(await readLog(reader, sample)).toEqual(once)
    })

    it.each(samples)('makes items of $path that can be scored and asked again', async (sample) => {
      for (const [place, exchange] of (await readLog(reader, sample)).exchanges.entries()) {
        const reading = parseJson(writeJson(itemOfExchange(exchange, `i${place}`)))
        if (reading.kind !== 'value') throw new Error(reading.fault.reason)
        const item = itemFromJson(reading.value, { path: 'items.jsonl', line: 1 })
        if (item.kind !== 'call') throw new Error('no call item')
        const task = callTaskOf(item, { mayLackGold: true })
        expect(task.messages.length).toBeGreaterThan(0)
        expect(conversationOf(task.messages, 'item')).toHaveLength(task.messages.length)
        expect(exchange.where).toContain(sample.path)
      }
    })

    it.each(samples)('keeps answers of $path as messages of a dialect that is known', async (sample) => {
      for (const { answer } of (await readLog(reader, sample)).exchanges) {
        if (answer?.kind === 'failed') expect(answer.message).not.toBe('')
        if (answer?.kind !== 'said') continue
        expect(dialects.map(({ id }) => id)).toContain(answer.dialect)
        expect(answer.message).toMatch(/^[{[]/)
        expect(() => JSON.parse(answer.message)).not.toThrow()
      }
    })

    it.each(broken)('says of $name what is wrong', async ({ code, ...log }) => {
      const reading = await readLog(reader, log).catch((error: unknown) => {
        if (error instanceof AssayError) return error
        throw error
      })
      const codes = reading instanceof AssayError ? [reading.code] : reading.notices.map((one) => one.code)
      expect(codes).toContain(code)
    })
  })
}
