import { describe, expect, it } from 'vitest'
import { memoryObjects } from '../../../test/contract/memory-objects.js'
import { hostClock } from '../clock.js'
import { objectFiles } from './object-files.js'
import type { Objects } from './objects.js'
import { storePlaces } from './store-places.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const filesOn = (objects: Objects) => objectFiles({ objects, lockOf: () => undefined })
const placesOn = (objects: Objects, isBreaking: boolean) =>
  storePlaces({
    objects,
    clock: hostClock,
    notify: () => undefined,
    isBreaking: () => isBreaking,
    watchMs: 0,
    beatMs: 1e6,
    identity: { pid: 7, host: 'elsewhere' },
  })

describe('objectFiles', () => {
  it('writes nothing below a lock that another process has taken', async () => {
    const objects = memoryObjects()
    const [sleeper, other] = [placesOn(objects, false), placesOn(objects, true)]
    await sleeper.locks.take('run/run.lock')
    await sleeper.files.write('run/run.json', ['old'])
    await other.locks.take('run/run.lock')
    await other.files.write('run/run.json', ['new'])
    await expect(sleeper.files.write('run/run.json', ['old'])).rejects.toMatchObject({ code: 'store-lost' })
    await expect(sleeper.files.append('run/run.json', 'old')).rejects.toMatchObject({ code: 'store-lost' })
    // Elsewhere it may: what lies beside a run is not what its lock guards.
    await sleeper.files.write('runs.txt', ['list'])
    expect(new TextDecoder().decode(await other.files.read('run/run.json'))).toBe('new')
  })

  it('shows files and folders, and neither locks nor names that no host takes', async () => {
    const objects = memoryObjects()
    for (const key of [
      'run/run.lock.chain/0000000001',
      'run/a',
      'run/b/c',
      'run/x.jsonl.segments/1',
      'run/../z',
    ])
      await objects.put(key, bytes('x'))
    expect(await filesOn(objects).list('run')).toEqual(['a', 'b', 'x.jsonl'])
    await expect(filesOn(objects).list('nothing')).rejects.toMatchObject({ code: 'file-missing' })
  })

  it('notices an object that is replaced while it is read', async () => {
    const objects = memoryObjects()
    await objects.put('scores.json', new Uint8Array(20 * 1024 * 1024))
    await expect(async () => {
      let isFirst = true
      for await (const _ of filesOn(objects).stream('scores.json')) {
        if (isFirst) await objects.put('scores.json', new Uint8Array(20 * 1024 * 1024).fill(1))
        isFirst = false
      }
    }).rejects.toMatchObject({ code: 'file-unreadable', what: expect.stringContaining('replaced') })
  })

  it('adds to an object, and makes it', async () => {
    const files = filesOn(memoryObjects())
    await files.append('log', 'one\n')
    await files.append('log', bytes('two\n'))
    expect(new TextDecoder().decode(await files.read('log'))).toBe('one\ntwo\n')
  })

  it('asks nothing of the root of a bucket, whose list may not be allowed', async () => {
    const objects = memoryObjects()
    expect(await filesOn(objects).facts('')).toEqual({ kind: 'folder', sizeBytes: 0 })
    expect(objects.counts.size).toBe(0)
  })
})
