import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostLocks, isLockHeld } from './locks.js'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(() => folder.remove())

describe('hostLocks', () => {
  it('names the holder, and lets the next one in after release', async () => {
    const path = join(folder.path, 'run.lock')
    const first = await hostLocks.take(path)
    await expect(hostLocks.take(path)).rejects.toThrow(
      new RegExp(`process ${process.pid} on this host, since 20`),
    )
    await first.release()
    expect(existsSync(path)).toBe(false)
    await (await hostLocks.take(path)).release()
  })

  it('tells who looks on whether it is held, and takes nothing', async () => {
    const path = join(folder.path, 'run.lock')
    expect(await isLockHeld(path)).toBe(false)
    const lock = await hostLocks.take(path)
    expect(await isLockHeld(path)).toBe(true)
    expect(await isLockHeld(path)).toBe(true)
    await lock.release()
    expect(await isLockHeld(path)).toBe(false)
    const { hostname } = await import('node:os')
    await writeFile(path, JSON.stringify({ pid: 1, host: hostname(), since: '' }))
    expect(await isLockHeld(path)).toBe(false)
    await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', since: '' }))
    expect(await isLockHeld(path)).toBe(true)
  })

  it('is not held by what a dead process of this host left', async () => {
    const path = join(folder.path, 'run.lock')
    const { hostname } = await import('node:os')
    await writeFile(path, JSON.stringify({ pid: 1, host: hostname(), since: '2020-01-01T00:00:00.000Z' }))
    const lock = await hostLocks.take(path)
    await expect(hostLocks.take(path)).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
  })

  it('respects another host that was there within the last minute, and no longer', async () => {
    const path = join(folder.path, 'run.lock')
    await writeFile(path, JSON.stringify({ pid: 7, host: 'elsewhere', since: '2031-01-01T00:00:00.000Z' }))
    await expect(hostLocks.take(path)).rejects.toThrow(/process 7 on elsewhere/)
    const old = new Date(Date.now() - 120_000)
    await utimes(path, old, old)
    await (await hostLocks.take(path)).release()
  })

  it('does not mind a broken lock file', async () => {
    const path = join(folder.path, 'run.lock')
    await writeFile(path, '{"pid":')
    const lock = await hostLocks.take(path)
    await expect(hostLocks.take(path)).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
  })

  it('says that the folder cannot be written', async () => {
    await writeFile(join(folder.path, 'file'), '')
    await expect(hostLocks.take(join(folder.path, 'file', 'run.lock'))).rejects.toThrow(/cannot be locked/)
  })
})
