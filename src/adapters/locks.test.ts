import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { fileLocks, hostLocks, isLockHeld } from './locks.js'

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

  it('says what stands in the way where the folder is a link that leads nowhere', async () => {
    const gone = join(folder.path, 'gone')
    await symlink(join(folder.path, 'nowhere'), gone)
    const path = join(gone, 'run.lock')
    await expect(hostLocks.take(path)).rejects.toMatchObject({ code: 'lock-unwritable', where: path })
  })

  it('takes no run that hosts share: its holder would not see this lock', async () => {
    const path = join(folder.path, 'run.lock')
    await mkdir(`${path}.chain`)
    await expect(hostLocks.take(path)).rejects.toMatchObject({
      code: 'lock-shared',
      fix: expect.stringContaining(`shared:${folder.path}`),
    })
    expect(readdirSync(folder.path)).toEqual(['run.lock.chain'])
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

  it('is not looked for in a pipe or behind a link', async () => {
    const path = join(folder.path, 'run.lock')
    execFileSync('mkfifo', [path])
    expect(await isLockHeld(path)).toBe(false)
    await rm(path)
    await writeFile(join(folder.path, 'other'), JSON.stringify({ pid: 1, host: 'elsewhere', since: '' }))
    await symlink(join(folder.path, 'other'), path)
    expect(await isLockHeld(path)).toBe(false)
  })

  it('is not held by what a dead process of this host left', async () => {
    const path = join(folder.path, 'run.lock')
    const { hostname } = await import('node:os')
    await writeFile(path, JSON.stringify({ pid: 1, host: hostname(), since: '2020-01-01T00:00:00.000Z' }))
    const lock = await hostLocks.take(path)
    await expect(hostLocks.take(path)).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
  })

  it('is not held by a process that no system could have, and says so', async () => {
    const path = join(folder.path, 'run.lock')
    for (const pid of [9_999_999_999, 0, -1, 1.5]) {
      await writeFile(path, JSON.stringify({ pid, host: 'elsewhere', since: '2020-01-01T00:00:00.000Z' }))
      expect(await isLockHeld(path)).toBe(false)
      const lines: string[] = []
      const lock = await fileLocks({
        isBreaking: () => false,
        notify: (line) => lines.push(line),
      }).take(path)
      await lock.release()
      expect(lines).toEqual([`${path}: no system gives a process the number ${pid}; its lock is taken`])
    }
  })

  it('respects another host whatever its clock says', async () => {
    const path = join(folder.path, 'run.lock')
    await writeFile(path, JSON.stringify({ pid: 7, host: 'elsewhere', since: '2031-01-01T00:00:00.000Z' }))
    for (const skewMs of [-3_600_000, 0, 3_600_000]) {
      const then = new Date(Date.now() + skewMs)
      await utimes(path, then, then)
      await expect(hostLocks.take(path)).rejects.toThrow(/process 7 on elsewhere[^]*--break-lock/)
    }
  })

  it('breaks the lock of another host only when it is told to and sees no sign of life', async () => {
    const path = join(folder.path, 'run.lock')
    const told: string[] = []
    const breaking = fileLocks({ isBreaking: () => true, notify: (line) => told.push(line), watchMs: 60 })
    await writeFile(path, JSON.stringify({ pid: 7, host: 'elsewhere', since: '2031-01-01T00:00:00.000Z' }))
    const touch = setInterval(() => void utimes(path, new Date(), new Date()), 10)
    await expect(breaking.take(path)).rejects.toThrow(/process 7 on elsewhere[^]*works still/)
    clearInterval(touch)
    await new Promise((done) => setTimeout(done, 30))
    const lock = await breaking.take(path)
    expect(told.at(-1)).toContain('watching process 7 on elsewhere')
    expect(readFileSync(path, 'utf8')).toContain(`"pid":${process.pid}`)
    await lock.release()
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('leaves the lock file alone that another host has put in its place', async () => {
    const path = join(folder.path, 'run.lock')
    const lock = await hostLocks.take(path)
    await writeFile(path, JSON.stringify({ pid: 7, host: 'elsewhere', since: '' }))
    await lock.release()
    expect(readFileSync(path, 'utf8')).toContain('elsewhere')
  })

  it('lets one at a time take what a dead process left', async () => {
    const path = join(folder.path, 'run.lock')
    const { hostname } = await import('node:os')
    await writeFile(path, JSON.stringify({ pid: 1, host: hostname(), since: '' }))
    await writeFile(`${path}.breaking`, '')
    await expect(hostLocks.take(path)).rejects.toMatchObject({ code: 'lock-held', where: `${path}.breaking` })
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
