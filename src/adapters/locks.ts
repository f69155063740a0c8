import { createHash, randomUUID } from 'node:crypto'
import { link, lstat, readFile, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StoreError } from '../errors.js'
import type { Lock, Locks, Notify } from '../ports.js'
import { makeFolder } from './output-place.js'
import { isProcessNumber, noProcess } from './process-identity.js'
import { codeOf } from './system-error.js'

/** Who holds a lock, as the lock file tells it. */
interface Holder {
  readonly pid: number
  readonly host: string
  readonly since: string
}

/** The holder touches the lock file this often, for processes on other hosts. */
const TOUCH_MS = 10_000
/** To who only looks on, a holder of another host that has not touched for this long by this clock is gone. */
const STALE_MS = 60_000
/** How long a silent holder of another host is watched before its lock is broken: four touches. */
const WATCH_MS = 45_000
/** Others that take or let go of the lock between a look at it and the try to take it. */
const MOST_LOOKS = 3

export interface FileLockOptions {
  /** Take the lock of a holder on another host that gives no sign of life while it is watched. */
  readonly isBreaking: () => boolean
  readonly notify: Notify
  /** Default 45 s. */
  readonly watchMs?: number
}

/**
 * Locks of this host. A lock is a local socket named after the file, which the host takes back when the process dies,
 * whatever kills it; the file beside it names the holder, and holds off processes on other hosts of a shared folder. The
 * file is made by linking, which one of two hosts does. When it was made is never compared with a clock of another host.
 */
export function fileLocks(options: FileLockOptions): Locks {
  return {
    async take(path) {
      await makeFolder(dirname(path)).catch((cause: unknown) => {
        throw unlockable(path, cause)
      })
      const server = await listenFor(path).catch((cause: unknown) => {
        throw cause instanceof StoreError ? cause : unlockable(path, cause)
      })
      try {
        const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
        const line = `${JSON.stringify(holder)}\n`
        await claim(path, line, options)
        const lock = lockOn(server, path, line)
        // Both kinds of lock are made first and looked for afterwards, so that of two processes one sees the other.
        if (!(await isShared(path))) return lock
        await lock.release()
        throw shared(path)
      } catch (cause) {
        server.close()
        throw cause instanceof StoreError ? cause : unlockable(path, cause)
      }
    },
  }
}

export const hostLocks: Locks = fileLocks({ isBreaking: () => false, notify: () => undefined })

/** Whether the run is one that hosts share: its lock is a chain of states beside this one, and its journal no plain file. */
async function isShared(path: string): Promise<boolean> {
  return lstat(`${path}.chain`).then(
    () => true,
    () => false,
  )
}

/** Makes the lock file, or puts it in the place of one that a dead process left. @throws {StoreError} `lock-held`. */
async function claim(path: string, line: string, options: FileLockOptions): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, line, { flag: 'wx' })
    for (let look = 0; look < MOST_LOOKS; look++) {
      const before = await lockText(path)
      if (before === undefined) {
        if (await linked(temporary, path)) return
        continue
      }
      const foreign = holderIn(before)
      if (foreign !== undefined && !isProcessNumber(foreign.pid)) {
        options.notify(`${path}: ${noProcess(foreign.pid)}; its lock is taken`)
      } else if (foreign !== undefined && foreign.host !== hostname()) {
        if (!options.isBreaking() || !(await isSilent(path, foreign, options))) {
          throw held(path, foreign, options.isBreaking())
        }
      }
      if (await replaced(path, before, temporary)) return
    }
    throw held(path, holderIn((await lockText(path)) ?? ''))
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Undefined where there is none. A link that somebody put there is not followed. */
async function lockText(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isFile()) throw new Error('it is a link, a folder or a device')
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cause
  }
}

/** Whether this process made the file. A disk without links has the host's exclusive creation. */
async function linked(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(cause) ?? '')) throw cause
  }
  try {
    await writeFile(path, await readFile(temporary), { flag: 'wx' })
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  }
}

/** Puts the new file in the place of one with this text; one at a time does that. */
async function replaced(path: string, before: string, temporary: string): Promise<boolean> {
  const turn = `${path}.breaking`
  try {
    await writeFile(turn, '', { flag: 'wx' })
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
    throw new StoreError({
      code: 'lock-held',
      what: 'Another process is about to take the lock that a dead one left.',
      where: turn,
      fix: 'Try again; if this file stays and nobody works at the run, remove it.',
      cause,
    })
  }
  try {
    if ((await lockText(path)) !== before) return false
    await rename(temporary, path)
    return true
  } finally {
    await rm(turn, { force: true })
  }
}

/** Whether a holder gives no sign of life: the time of its file is compared with itself, never with a clock. */
async function isSilent(
  path: string,
  { pid, host }: Holder,
  { notify, watchMs = WATCH_MS }: FileLockOptions,
): Promise<boolean> {
  const before = (await stat(path)).mtimeMs
  notify(
    `${path}: watching process ${pid} on ${host} for ${Math.ceil(watchMs / 1000)} s, whether it still works`,
  )
  await setTimeout(watchMs)
  const now = await stat(path).catch(() => undefined)
  return now === undefined || now.mtimeMs === before
}

/** Whether a process holds the lock, without touching it. False where that cannot be found out. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holder = await holderOf(path)
  if (holder === undefined || !isProcessNumber(holder.pid)) return false
  if (holder.host !== hostname()) return !(await isStale(path).catch(() => true))
  return isListenedOn(await addressFor(path).catch(() => ''))
}

function lockOn(server: Server, path: string, line: string): Lock {
  const touching = setInterval(() => {
    const now = new Date()
    // The next touch comes in time; only a minute without one lets another host in.
    void utimes(path, now, now).catch(() => undefined)
  }, TOUCH_MS)
  touching.unref()
  return {
    async release() {
      clearInterval(touching)
      // Another host may have broken it; what cannot be read is not known to be ours, and stays.
      if ((await lockText(path).catch(() => undefined)) === line) await rm(path, { force: true })
      await new Promise((done) => server.close(done))
    },
  }
}

/** @throws {StoreError} `lock-held` when another process of this host listens already. */
async function listenFor(path: string): Promise<Server> {
  const address = await addressFor(path)
  for (let attempt = 1; ; attempt++) {
    const server = createServer((socket) => socket.destroy())
    server.unref()
    const failure = await new Promise<NodeJS.ErrnoException | undefined>((settle) => {
      server.once('error', settle)
      server.listen(address, () => settle(undefined))
    })
    if (failure === undefined) return server
    if (failure.code !== 'EADDRINUSE') throw unlockable(path, failure)
    if (attempt > 2 || (await answers(address))) throw held(path, await holderOf(path))
    // A socket file that nobody listens on is what a dead process left.
    await rm(address, { force: true })
  }
}

async function addressFor(path: string): Promise<string> {
  const place = join(await realpath(dirname(path)), basename(path))
  return addressOf(createHash('sha256').update(place).digest('hex').slice(0, 32))
}

/** Linux has names without a file, Windows has pipes; elsewhere a socket is a file that the dead leave behind. */
function addressOf(id: string): string {
  if (process.platform === 'linux') return `\0assay-${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\assay-${id}`
  return join(tmpdir(), `assay-${id}.sock`)
}

function answers(address: string): Promise<boolean> {
  if (process.platform === 'linux' || process.platform === 'win32') return Promise.resolve(true)
  return isListenedOn(address)
}

function isListenedOn(address: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = createConnection(address)
    socket.once('connect', () => {
      socket.destroy()
      settle(true)
    })
    socket.once('error', () => settle(false))
  })
}

/** Undefined for what cannot be read, too: a pipe in its place would be waited on for ever. */
async function holderOf(path: string): Promise<Holder | undefined> {
  return holderIn((await lockText(path).catch(() => undefined)) ?? '')
}

function holderIn(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text)
    if (typeof holder !== 'object' || holder === null) return undefined
    const { pid, host, since } = holder as Partial<Record<keyof Holder, unknown>> // any member may be missing
    return typeof pid === 'number' && typeof host === 'string' && typeof since === 'string'
      ? { pid, host, since }
      : undefined
  } catch {
    return undefined
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_MS
  } catch (error) {
    // Released meanwhile. A file that is there and cannot be looked at may still be held.
    if (codeOf(error) === 'ENOENT') return true
    throw unlockable(path, error)
  }
}

function held(path: string, holder: Holder | undefined, wasWatched = false): StoreError {
  const isElsewhere = holder !== undefined && holder.host !== hostname()
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid} on ${holder.host === hostname() ? 'this host' : holder.host}, since ${holder.since}`
  return new StoreError({
    code: 'lock-held',
    what: `The run is being continued by ${who}.`,
    where: path,
    fix: !isElsewhere
      ? 'Wait for it or stop it; a process that died lets go of the lock by itself.'
      : wasWatched
        ? 'It works still: wait for it or stop it.'
        : 'Wait for it or stop it. If it died, add --break-lock, which watches it for 45 s before it takes over.',
  })
}

function shared(path: string): StoreError {
  return new StoreError({
    code: 'lock-shared',
    what: 'The run was written as one that several hosts share.',
    where: path,
    fix: `Write shared: before the path of its folder: shared:${dirname(path)}`,
  })
}

function unlockable(path: string, cause: unknown): StoreError {
  return new StoreError({
    code: 'lock-unwritable',
    what: `The run cannot be locked: ${cause instanceof Error ? cause.message : String(cause)}.`,
    where: path,
    fix: 'Name a folder that can be written, and take away a link or a folder of this name.',
    cause,
  })
}
