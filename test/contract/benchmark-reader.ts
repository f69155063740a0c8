import { describe, expect, it } from 'vitest'
import type { BenchmarkNotice, Item } from '../../src/benchmark/item.js'
import { fingerprintOfItems, itemFromJson, itemToJson } from '../../src/benchmark/item-json.js'
import type { BenchmarkInput, BenchmarkReader } from '../../src/benchmark/reader.js'
import { AssayError } from '../../src/errors.js'
import { parseJson, writeJson } from '../../src/text/json.js'
import { type MemoryFiles, memoryFiles } from './memory-files.js'

/** A benchmark in the format of the reader under test. */
export interface ReaderSample {
  /** The path that is handed to the reader: a key of `files`, or a folder of them. */
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly split?: string
  /** Exactly the items that must come out. */
  readonly items: readonly Item[]
}

export interface BrokenSample {
  readonly name: string
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly split?: string
  readonly code: string
  /** Must stand in the message: the file, and the line where there is one. */
  readonly mentions: string | RegExp
}

/** The file of a sample of one file, with another text. */
export function brokenFile(
  sample: ReaderSample,
  {
    text,
    code = 'item-invalid',
    ...rest
  }: Pick<BrokenSample, 'name' | 'mentions'> & { readonly text: string; readonly code?: string },
): BrokenSample {
  return { ...rest, code, path: sample.path, files: { ...sample.files, [sample.path]: text } }
}

export interface ReaderSuite {
  readonly reader: BenchmarkReader
  readonly samples: readonly ReaderSample[]
  readonly broken: readonly BrokenSample[]
  /** Inputs of other formats, which the reader must not take for its own. */
  readonly foreign: readonly Omit<ReaderSample, 'items'>[]
}

/** Laws of every benchmark reader; readers of users can be run through them, too. */
export function describeBenchmarkReader({ reader, samples, broken, foreign }: ReaderSuite): void {
  describe(`benchmark reader ${reader.id}`, () => {
    it('has an id for --format and says what it reads', () => {
      expect(reader.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(reader.describes).not.toBe('')
    })

    it.each(samples.map((sample, number) => ({ number, sample })))(
      'recognises sample $number',
      async ({ sample }) => {
        expect(reader.detect(await openSample(sample))).toBe(true)
      },
    )

    it.each(foreign.map((sample) => ({ path: sample.path, sample })))(
      'leaves $path to others',
      async ({ sample }) => {
        expect(reader.detect(await openSample(sample))).toBe(false)
      },
    )

    it.each(samples.map((sample, number) => ({ number, sample })))(
      'reads sample $number',
      async ({ sample }) => {
        const { items } = await readSample(reader, sample)
        expect(items).toEqual(sample.items)
      },
    )

    it('gives ids of their own, and gold to every retrieval item', async () => {
      for (const sample of samples) {
        const { items } = await readSample(reader, sample)
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        for (const item of items) if (item.kind === 'retrieval') expect(item.gold.length).toBeGreaterThan(0)
      }
    })

    it('reads the same twice, and leaves the files as they are', async () => {
      for (const sample of samples) {
        const { items, files } = await readSample(reader, sample)
        const again = await readSample(reader, sample)
        expect(fingerprintOfItems(again.items)).toBe(fingerprintOfItems(items))
        expect(Object.fromEntries(files.contents)).toEqual(sample.files)
      }
    })

    it("gives items that survive Assay's own format", async () => {
      for (const sample of samples) {
        const { items } = await readSample(reader, sample)
        for (const item of items) {
          const reading = parseJson(writeJson(itemToJson(item)))
          if (reading.kind !== 'value') throw new Error(reading.fault.reason)
          const back = itemFromJson(reading.value, { path: 'items.jsonl', line: 1 })
          expect(back).toEqual(item)
        }
      }
    })

    it.each(broken)('refuses $name, saying where', async ({ code, mentions, ...sample }) => {
      const error: unknown = await readSample(reader, sample).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(AssayError)
      expect(error).toMatchObject({ code, fix: expect.stringMatching(/./) })
      expect((error as AssayError).message).toMatch(mentions) // an AssayError by the line above
    })
  })
}

async function openSample({ path, files: contents }: Omit<ReaderSample, 'items'>): Promise<BenchmarkInput> {
  const files = memoryFiles(contents)
  const isFolder = (await files.facts(path))?.kind === 'folder'
  return {
    path,
    isFolder,
    names: isFolder ? await files.list(path) : [],
    head: isFolder ? '' : (contents[path] ?? ''),
  }
}

interface SampleReading {
  readonly items: readonly Item[]
  readonly notices: readonly BenchmarkNotice[]
  readonly files: MemoryFiles
}

/** Everything that a reader makes of a sample. */
export async function readSample(
  reader: BenchmarkReader,
  sample: Omit<ReaderSample, 'items'>,
): Promise<SampleReading> {
  const files = memoryFiles(sample.files)
  const notices: BenchmarkNotice[] = []
  const items: Item[] = []
  const context = {
    files,
    notify: () => {},
    notice: (notice: BenchmarkNotice) => void notices.push(notice),
    ...(sample.split === undefined ? {} : { split: sample.split }),
  }
  for await (const item of reader.read(await openSample(sample), context)) items.push(item)
  return { items, notices, files }
}
