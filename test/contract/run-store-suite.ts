import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostHash } from '../../src/adapters/hash.js'
import type { Places } from '../../src/adapters/store/addressed-places.js'
import { RunStore } from '../../src/run/run-store.js'
import type { Sample } from '../../src/run/sample.js'
import { SecretBook } from '../../src/run/secret-book.js'

/** A place for runs that is made for a test. */
export interface OpenedPlaces {
  /** As one process sees it. */
  readonly places: Pick<Places, 'files' | 'journals' | 'locks' | 'drafts'>
  /** As another process sees it. */
  readonly other: Pick<Places, 'files' | 'journals' | 'locks' | 'drafts'>
  /** Where a run may lie; nothing is there yet. */
  readonly folder: string
  close(): Promise<void>
}

const sample = (item: string): Sample => ({
  benchmark: 'qa',
  item,
  trial: 0,
  subject: 'model',
  request: { hash: 'a'.repeat(64) },
  decode: { temperature: 0, maxTokens: 8 },
  output: { text: `answer to ${item}`, stopReason: 'stop' },
  timing: { startedMs: 0, durationMs: 1 },
  attempts: 1,
})

/** What every place of a run must do, wherever it is. */
export function runStoreSuite(name: string, open: () => Promise<OpenedPlaces>): void {
  describe(`run store: ${name}`, () => {
    let opened: OpenedPlaces
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    const path = (part: string): string => opened.places.files.join(opened.folder, part)
    const textAt = async (part: string): Promise<string> =>
      new TextDecoder().decode(await opened.other.files.read(path(part)))
    const storeIn = (places: OpenedPlaces['places']): Promise<RunStore> =>
      RunStore.open({
        folder: opened.folder,
        ...places,
        hash: hostHash,
        secrets: new SecretBook(),
        notify: () => undefined,
      })

    it('has no run before one is written', async () => {
      const { files } = opened.places
      expect(await files.facts(path('run.json'))).toBeUndefined()
      await expect(files.read(path('run.json'))).rejects.toMatchObject({ code: 'file-missing' })
      await expect(async () => {
        for await (const _ of files.stream(path('samples.jsonl'))) break
      }).rejects.toMatchObject({ code: 'file-missing' })
    })

    it('keeps samples with their bodies, and goes on behind them', async () => {
      const { places, other } = opened
      const lock = await places.locks.take(path('run.lock'))
      const store = await storeIn(places)
      let stored = 0
      for (let at = 0; at < 300; at++) {
        await store.keep(sample(`q${at}`), new TextEncoder().encode(`{"body":${at}}`), () => stored++)
      }
      await store.settle()
      expect(stored).toBe(300)
      await store.close()
      await lock.release()

      const again = await other.locks.take(path('run.lock'))
      const second = await storeIn(other)
      await second.keep(sample('last'), undefined, () => stored++)
      await second.close()
      await again.release()
      expect(stored).toBe(301)

      const lines = (await textAt('samples.jsonl')).trimEnd().split('\n')
      expect(lines.map((line) => (JSON.parse(line) as Sample).item)).toEqual([
        ...Array.from({ length: 300 }, (_, at) => `q${at}`),
        'last',
      ])
      expect((await textAt('raw/bodies-0001.jsonl')).trimEnd().split('\n')).toHaveLength(300)
      const facts = await other.files.facts(path('samples.jsonl'))
      expect(facts).toEqual({ kind: 'file', sizeBytes: (await textAt('samples.jsonl')).length })
    })

    it('tells the length of what a journal held when it was opened, and reads parts of it', async () => {
      const { journals } = opened.places
      const first = await journals.open(path('lines.jsonl'))
      expect(first.sizeBytes).toBe(0)
      await Promise.all(['one', 'two', 'drei ü'].map((line) => first.append(line)))
      await first.append('four')
      await first.close()
      const second = await journals.open(path('lines.jsonl'))
      expect(second.sizeBytes).toBe('one\ntwo\ndrei ü\nfour\n'.length + 1)
      await second.close()
      const part = await journals.readPart(path('lines.jsonl'), { start: 4, length: 100 })
      expect(new TextDecoder().decode(part)).toBe('two\ndrei ü\nfour\n')
      expect(await journals.readPart(path('lines.jsonl'), { start: 100, length: 5 })).toHaveLength(0)
    })

    it('lets one process at a time work at a run', async () => {
      const { places, other } = opened
      const lock = await places.locks.take(path('run.lock'))
      await expect(other.locks.take(path('run.lock'))).rejects.toMatchObject({ code: 'lock-held' })
      await lock.release()
      await (await other.locks.take(path('run.lock'))).release()
    })

    it('gives the lock to one of ten that want it at the same time', async () => {
      const taking = Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? opened.places : opened.other).locks.take(path('run.lock')).catch(() => undefined),
      )
      const taken = (await Promise.all(taking)).filter((lock) => lock !== undefined)
      expect(taken).toHaveLength(1)
      await taken[0]?.release()
    })

    it('replaces whole files, lists what is there, and publishes drafts', async () => {
      const { files, drafts } = opened.places
      await files.write(path('run.json'), ['{"old":', 'true}'])
      await files.write(path('run.json'), ['{}\n'])
      await (await opened.places.journals.open(path('samples.jsonl'))).close()
      const draft = await drafts.open(path('items.jsonl'))
      await draft.append('{"id":"q1"}\n')
      expect(await opened.other.files.facts(path('items.jsonl'))).toBeUndefined()
      await draft.publish()
      const dropped = await drafts.open(path('dropped.jsonl'))
      await dropped.append('x')
      await dropped.discard()
      expect(await textAt('run.json')).toBe('{}\n')
      expect(await textAt('items.jsonl')).toBe('{"id":"q1"}\n')
      expect(await files.list(opened.folder)).toEqual(['items.jsonl', 'run.json', 'samples.jsonl'])
      expect(await files.facts(opened.folder)).toMatchObject({ kind: 'folder' })
    })

    it('streams a long file in pieces of at most 1 MiB', async () => {
      const long = 'x'.repeat(9 * 1024 * 1024 + 5)
      await opened.places.files.write(path('scores.json'), [long, 'end'])
      let length = 0
      for await (const piece of opened.other.files.stream(path('scores.json'))) {
        expect(piece.length).toBeLessThanOrEqual(1 << 20)
        length += piece.length
      }
      expect(length).toBe(long.length + 3)
    })
  })
}
