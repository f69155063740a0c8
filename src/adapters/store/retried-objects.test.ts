import { describe, expect, it } from 'vitest'
import { memoryObjects } from '../../../test/contract/memory-objects.js'
import { StoreError } from '../../errors.js'
import { PassingFault } from './objects.js'
import { retriedObjects } from './retried-objects.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const busy = (): never => {
  throw new PassingFault(new StoreError({ code: 'store-unreachable', what: 'Busy.' }))
}

function setUp(faults: Parameters<typeof memoryObjects>[0]) {
  const waits: number[] = []
  const clock = { now: () => 0, sleep: async (durationMs: number) => void waits.push(durationMs) }
  const inner = memoryObjects(faults)
  return { inner, waits, objects: retriedObjects(inner, { clock, random: () => 1 }) }
}

describe('retriedObjects', () => {
  it('tries again after waits that double, and at last tells what it was', async () => {
    const { objects, waits, inner } = setUp({ before: busy })
    await expect(objects.get('a')).rejects.toMatchObject({ name: 'StoreError', code: 'store-unreachable' })
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800])
    expect(inner.counts.get('get')).toBe(7)
  })

  it('goes on as if nothing had been where the fault passes', async () => {
    let left = 5
    const { objects } = setUp({ before: () => (left-- > 0 ? busy() : undefined) })
    await objects.put('a', bytes('x'))
    expect((await objects.get('a'))?.bytes).toEqual(bytes('x'))
  })

  it('does not try again what will not pass', async () => {
    const { objects, waits } = setUp({
      before: () => {
        throw new StoreError({ code: 'store-denied', what: 'No.' })
      },
    })
    await expect(objects.put('a', bytes('x'))).rejects.toMatchObject({ code: 'store-denied' })
    expect(waits).toEqual([])
  })

  it('knows its own object again where the answer to its creation was lost', async () => {
    let left = 1
    const { objects, inner } = setUp({
      after: (kind) => (kind === 'create' && left-- > 0 ? busy() : undefined),
    })
    expect(await objects.create('a', bytes('mine'))).toBe(true)
    expect(inner.counts.get('create')).toBe(2)
  })

  it('does not take the object of another for its own, whatever was lost', async () => {
    let left = 1
    const { objects, inner } = setUp({
      before: (kind) => (kind === 'create' && left-- > 0 ? busy() : undefined),
    })
    inner.contents.set('a', bytes('his'))
    expect(await objects.create('a', bytes('mine'))).toBe(false)
    expect(await objects.create('a', bytes('hi'))).toBe(false)
  })

  it('lists every entry once, also where a page fails in the middle', async () => {
    let left = 1
    const { objects, inner } = setUp({
      after: (kind) => (kind === 'list' && left-- > 0 ? busy() : undefined),
    })
    inner.contents.set('a/1', bytes(''))
    inner.contents.set('a/2', bytes(''))
    const names = []
    for await (const { name } of objects.list('a/')) names.push(name)
    expect(names).toEqual(['1', '2'])
  })
})
