import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogAssembler } from '../../src/catalog/assemble.js'
import { toolFingerprint } from '../../src/catalog/catalog.js'
import { openInput, samplesOf } from '../../src/catalog/open-input.js'
import type { CatalogSource, SourceInput, SourceNotice, ToolRecord } from '../../src/catalog/source.js'
import { catalogLine, readCatalogLines } from '../../src/catalog/store.js'
import type { Tool } from '../../src/catalog/tool.js'
import { AssayError } from '../../src/errors.js'
import { type MemoryFiles, memoryFiles } from './memory-files.js'

/** An input in the format of the source under test. */
export interface SourceSample {
  /** The path that is handed to the source: a key of `files`, or a folder of them. */
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  /** What must come out, in order. Fields that are not named may be anything; `source` is checked by laws. */
  readonly tools: readonly Partial<Tool>[]
  /** The kind of every record. */
  readonly kind: ToolRecord['kind']
  /** Codes of the notices, in order. */
  readonly notices?: readonly string[]
}

export interface BrokenSource {
  readonly name: string
  readonly path: string
  readonly files: Readonly<Record<string, string>>
  readonly code: string
  /** Must stand in the message: the file, and the place in it. */
  readonly mentions: string
}

export interface SourceSuite {
  readonly source: CatalogSource
  readonly samples: readonly SourceSample[]
  readonly broken: readonly BrokenSource[]
  /** Inputs of other formats, which the source must not take for its own. */
  readonly foreign: readonly Pick<SourceSample, 'path' | 'files'>[]
}

/** Laws of every catalog source; sources of users can be run through them, too. */
export function describeCatalogSource({ source, samples, broken, foreign }: SourceSuite): void {
  const numbered = samples.map((sample, number) => ({ number, sample }))

  describe(`catalog source ${source.id}`, () => {
    it('has an id for --format and says what it reads', () => {
      expect(source.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(source.describes).not.toBe('')
    })

    it.each(numbered)('recognises sample $number', async ({ sample }) => {
      expect((await inputsOf(sample)).some((input) => source.detect(input))).toBe(true)
    })

    it.each(numbered)('recognises sample $number by any beginning without failing', async ({ sample }) => {
      for (const input of await inputsOf(sample)) {
        for (let end = 0; end <= input.head.length; end += Math.max(1, Math.floor(input.head.length / 50))) {
          expect(typeof source.detect({ ...input, head: input.head.slice(0, end) })).toBe('boolean')
        }
      }
    })

    it.each(foreign.map((sample) => ({ path: sample.path, sample })))(
      'leaves $path to others',
      async ({ sample }) => {
        for (const input of await inputsOf(sample)) expect(source.detect(input)).toBe(false)
      },
    )

    it.each(numbered)('reads sample $number', async ({ sample }) => {
      const { records, notices } = await readSource(source, sample)
      expect(records.map(({ tool }) => tool)).toMatchObject(sample.tools)
      expect(new Set(records.map(({ kind }) => kind))).toEqual(
        new Set(sample.tools.length === 0 ? [] : [sample.kind]),
      )
      expect(notices.map(({ code }) => code)).toEqual(sample.notices ?? [])
      for (const { what, where } of notices) expect(what.length * where.length).toBeGreaterThan(0)
    })

    it('gives each tool a name, a schema and a place in the input', async () => {
      for (const sample of samples) {
        for (const { tool } of (await readSource(source, sample)).records) {
          expect(tool.name).not.toBe('')
          expect(typeof tool.inputSchema).toBe('object')
          if (tool.source.format === source.id) expect(tool.source.at).toContain(sample.path)
          for (const text of [tool.title, tool.description, tool.service, tool.category])
            expect(text).not.toBe('')
        }
      }
    })

    it('reads the same twice, and leaves the files as they are', async () => {
      for (const sample of samples) {
        const { records, files } = await readSource(source, sample)
        const again = await readSource(source, sample)
        expect(again.records).toEqual(records)
        expect(Object.fromEntries(files.contents)).toEqual(sample.files)
      }
    })

    it('gives tools that survive catalog.jsonl with their fingerprints', async () => {
      for (const sample of samples) {
        const { records } = await readSource(source, sample)
        const lines = records.map(({ tool }) => catalogLine(tool)).join('')
        const written = memoryFiles({ 'c.jsonl': lines })
        const read: Tool[] = []
        for await (const { tool } of readCatalogLines(written.stream('c.jsonl'), 'c.jsonl')) read.push(tool)
        expect(read).toEqual(records.map(({ tool }) => tool))
        expect(read.map(toolFingerprint)).toEqual(records.map(({ tool }) => toolFingerprint(tool)))
      }
    })

    it('gives records that can be assembled', async () => {
      for (const sample of samples) {
        const assembler = new CatalogAssembler({ onDuplicate: 'qualify', notice: () => undefined })
        for (const record of (await readSource(source, sample)).records) assembler.add(record)
        expect(assembler.finish().counts.tools).toBeGreaterThanOrEqual(Math.min(1, sample.tools.length))
      }
    })

    it('answers damaged inputs with tools or with one explained error', async () => {
      const damage = fc.record({
        sample: fc.constantFrom(...samples),
        file: fc.nat(),
        at: fc.nat(),
        cut: fc.nat(8),
        insert: fc.oneof(
          fc.string({ unit: 'binary', maxLength: 3 }),
          fc.constantFrom('null', '[]', '{}', '"', '1e9', '{"__proto__":{}}', ',', ']', '}', '\n'),
        ),
      })
      await fc.assert(
        fc.asyncProperty(damage, async ({ sample, file, at, cut, insert }) => {
          const entries = Object.entries(sample.files)
          const [path = '', text = ''] = entries[file % entries.length] ?? []
          const place = at % (text.length + 1)
          const damaged = text.slice(0, place) + insert + text.slice(place + cut)
          try {
            const { records } = await readSource(source, {
              path: sample.path,
              files: { ...sample.files, [path]: damaged },
            })
            for (const { tool } of records) expect(catalogLine(tool)).toContain('"name"')
          } catch (error) {
            if (!(error instanceof AssayError)) throw error
          }
        }),
        { numRuns: 200 },
      )
    })

    it.each(broken)('refuses $name, saying where', async ({ code, mentions, ...sample }) => {
      const error: unknown = await readSource(source, sample).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(AssayError)
      expect(error).toMatchObject({ code, fix: expect.stringMatching(/./) })
      expect((error as AssayError).message).toContain(mentions) // an AssayError by the line above
    })
  })
}

async function inputsOf(sample: Pick<SourceSample, 'path' | 'files'>): Promise<readonly SourceInput[]> {
  const files = memoryFiles(sample.files)
  const { input } = await openInput(sample.path, { files, http: noHttp, timeoutMs: 1 })
  if (!input.isFolder) return [input]
  const inputs: SourceInput[] = []
  for await (const found of samplesOf(sample.path, files)) inputs.push({ ...input, sample: found })
  return inputs
}

async function readSource(
  source: CatalogSource,
  sample: Pick<SourceSample, 'path' | 'files'>,
): Promise<{
  readonly records: readonly ToolRecord[]
  readonly notices: readonly SourceNotice[]
  readonly files: MemoryFiles
}> {
  const files = memoryFiles(sample.files)
  const { input } = await openInput(sample.path, { files, http: noHttp, timeoutMs: 1 })
  const records: ToolRecord[] = []
  const notices: SourceNotice[] = []
  const context = {
    files,
    http: noHttp,
    notice: (notice: SourceNotice) => void notices.push(notice),
    notify: () => undefined,
    allowRemoteRefs: false,
  }
  for await (const record of source.read(input, context)) records.push(record)
  return { records, notices, files }
}

const noHttp = {
  send: () => Promise.reject(new Error('Sources in tests have no network.')),
}
