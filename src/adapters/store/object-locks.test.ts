import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { memoryObjects } from '../../../test/contract/memory-objects.js'
import { hostClock } from '../clock.js'
import { processIdentity } from '../process-identity.js'
import { openObjectJournal } from './object-journals.js'
import { isObjectLockHeld, type ObjectLockOptions, takeObjectLock } from './object-locks.js'
import type { Objects } from './objects.js'

const KEY = 'team/run/run.lock'
const elsewhere = { pid: 7, host: 'elsewhere' }
const given = (objects: Objects, more: Partial<ObjectLockOptions> = {}): ObjectLockOptions => ({
  objects,
  clock: hostClock,
  notify: () => undefined,
  isBreaking: false,
  ...more,
})
const pause = (durationMs: number): Promise<void> => new Promise((done) => setTimeout(done, durationMs))

describe('takeObjectLock', () => {
  it('names the holder, and lets the next one in after release, with a higher epoch', async () => {
    const objects = memoryObjects()
    const first = await takeObjectLock(KEY, given(objects, { identity: elsewhere }))
    expect(await isObjectLockHeld(objects, KEY)).toBe(true)
    await expect(takeObjectLock(KEY, given(objects))).rejects.toMatchObject({
      code: 'lock-held',
      what: expect.stringMatching(/process 7 on elsewhere, since 20\d\d-/),
      fix: expect.stringContaining('--break-lock'),
    })
    await first.release()
    expect(await isObjectLockHeld(objects, KEY)).toBe(false)
    const second = await takeObjectLock(KEY, given(objects))
    expect([first.epoch, second.epoch]).toEqual([1, 2])
    expect(second.folder).toBe('team/run/')
    await second.release()
    expect(objects.contents.size).toBe(1)
  })

  it('takes no run at which somebody is by the path of a plain folder', async () => {
    const objects = memoryObjects()
    await objects.create(KEY, new TextEncoder().encode('{}'))
    await expect(takeObjectLock(KEY, given(objects))).rejects.toMatchObject({ code: 'lock-plain' })
    expect(await isObjectLockHeld(objects, KEY)).toBe(false)
    await objects.remove(KEY)
    await (await takeObjectLock(KEY, given(objects))).release()
  })

  it('is held again by the same process only after release', async () => {
    const objects = memoryObjects()
    const lock = await takeObjectLock(KEY, given(objects))
    await expect(takeObjectLock(KEY, given(objects))).rejects.toMatchObject({ code: 'lock-held' })
    await lock.release()
  })

  it('takes the lock of a process of this host that is gone, and of no other', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    for (const [identity, isTaken] of [
      [{ ...processIdentity(), pid }, processIdentity().machine !== undefined],
      [{ ...processIdentity(), pid, machine: 'other start' }, false],
      [{ ...processIdentity(), pid, host: 'elsewhere' }, false],
      [{ ...processIdentity(), pid: process.ppid }, false],
    ] as const) {
      const objects = memoryObjects()
      await takeObjectLock(KEY, given(objects, { identity }))
      const taking = takeObjectLock(KEY, given(objects))
      if (isTaken) expect((await taking).epoch).toBe(2)
      else await expect(taking).rejects.toMatchObject({ code: 'lock-held' })
    }
  })

  it('breaks the lock of a silent holder, who finds out at once where it looks', async () => {
    const objects = memoryObjects()
    const told: string[] = []
    const silent = await takeObjectLock(KEY, given(objects, { identity: elsewhere, beatMs: 1e6 }))
    const breaking = given(objects, { isBreaking: true, watchMs: 20, notify: (line) => told.push(line) })
    const lock = await takeObjectLock(KEY, breaking)
    expect(told).toEqual([expect.stringMatching(/watching process 7 on elsewhere/)])
    expect(lock.epoch).toBe(2)
    expect(silent.lost).toBeUndefined()
    await expect(silent.verify()).rejects.toMatchObject({ code: 'store-lost' })
    expect(silent.lost).toMatchObject({ code: 'store-lost' })
    await silent.release()
    await lock.verify()
    await lock.release()
  })

  it('does not break the lock of a holder that gives signs of life, whatever the clocks say', async () => {
    const objects = memoryObjects()
    const told: string[] = []
    const hourAgo = { ...hostClock, now: () => Date.now() - 3_600_000 }
    const alive = await takeObjectLock(
      KEY,
      given(objects, { identity: elsewhere, beatMs: 5, clock: hourAgo }),
    )
    await expect(
      takeObjectLock(
        KEY,
        given(objects, { isBreaking: true, watchMs: 60, notify: (line) => told.push(line) }),
      ),
    ).rejects.toMatchObject({
      code: 'lock-held',
      fix: expect.stringContaining('works still'),
    })
    expect(told).toHaveLength(1)
    await alive.verify()
    await alive.release()
    // Signs of life take the place of one another.
    expect(objects.contents.size).toBe(1)
  })

  it('loses the lock at the next sign of life where it was broken', async () => {
    const objects = memoryObjects()
    const slow = await takeObjectLock(KEY, given(objects, { identity: elsewhere, beatMs: 30 }))
    const lock = await takeObjectLock(KEY, given(objects, { isBreaking: true, watchMs: 1 }))
    await pause(60)
    expect(slow.lost).toMatchObject({ code: 'store-lost' })
    await lock.release()
  })

  it('breaks for one of two that watched the same silent holder', async () => {
    const objects = memoryObjects()
    await takeObjectLock(KEY, given(objects, { identity: elsewhere, beatMs: 1e6 }))
    const taking = [0, 1].map(() =>
      takeObjectLock(KEY, given(objects, { isBreaking: true, watchMs: 20, beatMs: 5 })).catch(
        (error: unknown) => error,
      ),
    )
    const results = await Promise.all(taking)
    const locks = results.filter((one) => !(one instanceof Error)) as { release(): Promise<void> }[]
    expect(locks).toHaveLength(1)
    expect(results.find((one) => one instanceof Error)).toMatchObject({ code: 'lock-held' })
    await locks[0]?.release()
  })

  it('goes on from the epochs of segments where somebody removed the lock by hand', async () => {
    const objects = memoryObjects()
    let lock = await takeObjectLock(KEY, given(objects))
    await lock.release()
    lock = await takeObjectLock(KEY, given(objects))
    await (await openObjectJournal('team/run/samples.jsonl', { objects, lock })).close()
    await lock.release()
    for (const key of objects.contents.keys()) if (key.includes('.chain/')) objects.contents.delete(key)
    lock = await takeObjectLock(KEY, given(objects))
    expect(lock.epoch).toBe(3)
    await (await openObjectJournal('team/run/samples.jsonl', { objects, lock })).close()
    await lock.release()
  })

  it('keeps the state of whoever went further, where a slow host takes a number that was given up', async () => {
    const objects = memoryObjects()
    const first = await takeObjectLock(KEY, given(objects))
    await first.release()
    const chain = 'team/run/run.lock.chain/'
    // A host that read state 2, and creates state 3 only after others were at 3 and 4 and removed 3.
    const second = await takeObjectLock(KEY, given(objects))
    await second.release()
    const { LockChain } = await import('./lock-chain.js')
    const late = new LockChain(objects, KEY)
    const state = { ...elsewhere, state: 'held', epoch: 9, token: 't', beat: 0, since: '' } as const
    expect(await late.advance(2, state)).toBe(false)
    expect([...objects.contents.keys()]).toEqual([`${chain}0000000004`])
  })

  it('says what holds nothing that it knows', async () => {
    const objects = memoryObjects()
    objects.contents.set('team/run/run.lock.chain/0000000001', new TextEncoder().encode('{"state":"held"}'))
    await expect(takeObjectLock(KEY, given(objects))).rejects.toMatchObject({
      code: 'lock-unreadable',
      where: 'memory:team/run/run.lock.chain/0000000001',
    })
  })
})
