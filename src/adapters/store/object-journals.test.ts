import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MemoryObjects, memoryObjects } from '../../../test/contract/memory-objects.js'
import { StoreError } from '../../errors.js'
import type { Journal } from '../../ports.js'
import { hostClock } from '../clock.js'
import { openObjectJournal, streamSegments } from './object-journals.js'
import { type HeldLock, takeObjectLock } from './object-locks.js'
import { type Objects, PassingFault } from './objects.js'
import { retriedObjects } from './retried-objects.js'
import { listSegments } from './segments.js'

const KEY = 'run/samples.jsonl'

async function textOf(objects: Objects): Promise<string> {
  let text = ''
  for await (const piece of streamSegments(objects, await listSegments(objects, KEY)))
    text += new TextDecoder().decode(piece)
  return text
}

const segmentsIn = ({ contents }: MemoryObjects): number => contents.size
const lockOf = (objects: Objects, isBreaking = false): Promise<HeldLock> =>
  takeObjectLock('run/run.lock', {
    objects,
    clock: hostClock,
    notify: () => undefined,
    isBreaking,
    watchMs: 0,
    beatMs: 1e6,
    identity: { pid: 7, host: 'elsewhere' },
  })

describe('openObjectJournal', () => {
  it('gathers what waits together into one segment, in order', async () => {
    const objects = memoryObjects()
    const journal = await openObjectJournal(KEY, { objects, lock: undefined, gatherMs: 5 })
    await Promise.all(Array.from({ length: 100 }, (_, at) => journal.append(`${at}`)))
    expect(segmentsIn(objects)).toBe(2)
    expect(await textOf(objects)).toBe(Array.from({ length: 100 }, (_, at) => `${at}\n`).join(''))
    await journal.close()
  })

  it('does not wait for more than 128 lines, and writes what is left on closing', async () => {
    const objects = memoryObjects()
    const journal = await openObjectJournal(KEY, { objects, lock: undefined, gatherMs: 1e6 })
    const all = Promise.all(Array.from({ length: 300 }, (_, at) => journal.append(`${at}`)))
    await all
    const last = journal.append('last')
    await journal.close()
    await last
    expect((await textOf(objects)).trimEnd().split('\n')).toHaveLength(301)
  })

  it('waits for no more lines once it is to hurry', async () => {
    const objects = memoryObjects()
    const journal = await openObjectJournal(KEY, { objects, lock: undefined, gatherMs: 1e6 })
    const waiting = journal.append('one')
    journal.hurry()
    await waiting
    await journal.append('two')
    expect(await textOf(objects)).toBe('one\ntwo\n')
    await journal.close()
  })

  it('cuts a segment at a line before it has more than 8 Mi characters', async () => {
    const objects = memoryObjects()
    const journal = await openObjectJournal(KEY, { objects, lock: undefined, gatherMs: 5 })
    const long = 'x'.repeat(5 * 1024 * 1024)
    await Promise.all([long, long, 'short', 'y'.repeat(9 * 1024 * 1024)].map((line) => journal.append(line)))
    const sizes = (await listSegments(objects, KEY)).map(({ sizeBytes }) => sizeBytes)
    expect(sizes).toEqual([0, long.length + 1, long.length + 7, 9 * 1024 * 1024 + 1])
    await journal.close()
  })

  it('acknowledges nothing that is not in the store, and nothing after a failure', async () => {
    let isDown = false
    const objects = memoryObjects({
      before: () => {
        if (isDown) throw new StoreError({ code: 'store-denied', what: 'No.' })
      },
    })
    const journal = await openObjectJournal(KEY, { objects, lock: undefined, gatherMs: 0 })
    await journal.append('kept')
    isDown = true
    await expect(journal.append('lost')).rejects.toMatchObject({
      code: 'store-denied',
      what: 'The journal cannot be written. No. What was written before is kept.',
    })
    isDown = false
    await expect(journal.append('later')).rejects.toMatchObject({ code: 'store-denied' })
    await journal.close()
    expect(await textOf(objects)).toBe('kept\n')
  })

  it('shuts out a collector that slept while another took over', async () => {
    const objects = memoryObjects()
    const sleeper = await lockOf(objects)
    const old = await openObjectJournal(KEY, { objects, lock: sleeper, gatherMs: 0 })
    await old.append('before')
    const lock = await lockOf(objects, true)
    const journal = await openObjectJournal(KEY, { objects, lock, gatherMs: 0 })
    await expect(old.append('from the dead')).rejects.toMatchObject({ code: 'store-lost' })
    await journal.append('after')
    await expect(old.append('again')).rejects.toMatchObject({ code: 'store-lost' })
    await expect(openObjectJournal(KEY, { objects, lock: sleeper })).rejects.toMatchObject({
      code: 'store-lost',
    })
    expect(await textOf(objects)).toBe('before\nafter\n')
  })

  it('takes in what the other wrote between its list and its own segment', async () => {
    const objects = memoryObjects()
    const old = await openObjectJournal(KEY, { objects, lock: await lockOf(objects), gatherMs: 0 })
    const lock = await lockOf(objects, true)
    let isFirst = true
    const racing: Objects = {
      ...objects,
      async create(key, bytes) {
        if (isFirst) {
          isFirst = false
          await old.append('just in time')
        }
        return objects.create(key, bytes)
      },
    }
    const journal = await openObjectJournal(KEY, { objects: racing, lock, gatherMs: 0 })
    expect(journal.sizeBytes).toBe('just in time\n'.length)
    await expect(old.append('too late')).rejects.toMatchObject({ code: 'store-lost' })
    await journal.append('next')
    expect(await textOf(objects)).toBe('just in time\nnext\n')
  })
})

describe('openObjectJournal against a store that hides its newest segment', () => {
  it('ends, instead of looking for ever', async () => {
    const objects = memoryObjects()
    await (await openObjectJournal(KEY, { objects, lock: undefined })).close()
    const hiding: Objects = { ...objects, async *list() {} }
    await expect(openObjectJournal(KEY, { objects: hiding, lock: undefined })).rejects.toMatchObject({
      code: 'store-lost',
    })
  })
})

interface Step {
  readonly kind: 'append' | 'takeover' | 'sleeper'
  readonly count: number
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('append' as const, 'append' as const, 'takeover' as const, 'sleeper' as const),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 12 },
)
/** Of each request in turn: it goes well, fails before, fails after it took effect, or the process dies around it. */
const fates = fc.array(
  fc.constantFrom('well', 'well', 'well', 'well', 'before', 'after', 'dies before', 'dies after'),
  { maxLength: 60 },
)

describe('a journal under faults', () => {
  it('holds what was acknowledged, each once and in order, and nothing that was never appended', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fates, async (plan, fate) => {
        const contents = new Map<string, Uint8Array>()
        const coming = [...fate]
        const dead = new StoreError({ code: 'store-denied', what: 'The process is dead.' })
        /** The store as one process sees it. */
        const process = (): Objects => {
          let isDead = false
          let current = 'well'
          const objects = memoryObjects(
            {
              before() {
                if (isDead) throw dead
                current = coming.shift() ?? 'well'
                if (current === 'dies before') isDead = true
                if (isDead) throw dead
                if (current === 'before') throw new PassingFault(dead)
              },
              after() {
                if (current === 'dies after') isDead = true
                if (isDead) throw dead
                if (current === 'after') throw new PassingFault(dead)
              },
            },
            contents,
          )
          const clock = { now: () => 0, sleep: async () => undefined }
          return retriedObjects(objects, { clock, random: () => 0, tries: 50 })
        }

        const appended: string[] = []
        const acknowledged = new Set<string>()
        const append = async (journal: Journal, line: string): Promise<void> => {
          appended.push(line)
          await journal.append(line).then(
            () => void acknowledged.add(line),
            () => undefined,
          )
        }
        const open = async (): Promise<Journal | undefined> => {
          try {
            const objects = process()
            return await openObjectJournal(KEY, { objects, lock: await lockOf(objects, true), gatherMs: 0 })
          } catch {
            return undefined
          }
        }
        let count = 0
        const journals: Journal[] = []
        for (const { kind, count: lines } of [{ kind: 'takeover', count: 1 } as Step, ...plan]) {
          if (kind === 'takeover') {
            const journal = await open()
            if (journal !== undefined) journals.push(journal)
          } else {
            const writer = kind === 'append' ? journals.at(-1) : journals.at(-2)
            const batch = Array.from({ length: lines }, () => `line ${count++}`)
            if (writer !== undefined) await Promise.all(batch.map((line) => append(writer, line)))
            // Who was overtaken writes nothing, whatever the store does.
            if (kind === 'sleeper') for (const line of batch) expect(acknowledged.has(line)).toBe(false)
          }
        }
        const read = (await textOf(memoryObjects({}, contents))).split('\n').slice(0, -1)
        expect(new Set(read).size).toBe(read.length)
        for (const line of acknowledged) expect(read).toContain(line)
        expect(read).toEqual(appended.filter((line) => read.includes(line)))
      }),
      { numRuns: 300 },
    )
  })
})
