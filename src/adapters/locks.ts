import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../errors.js'
import type { Lock, Locks } from '../ports.js'
import { makeFolder } from './output-place.js'

/** Who holds a lock, as the lock file tells it. */
interface Holder {
  readonly pid: number
  readonly host: string
  readonly since: string
}

/** Not through a link that somebody put there. Windows has no such flag. */
const TO_REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)

/** The holder touches the lock file this often, for processes on other hosts. */
const TOUCH_MS = 10_000
/** A lock of another host that was not touched for this long is let go. */
const STALE_MS = 60_000

/**
 * Locks of this host. A lock is a local socket named after the file, which the host takes back when the process dies,
 * whatever kills it; the file beside it names the holder, and holds off processes on other hosts of a shared folder.
 */
export const hostLocks: Locks = {
  async take(path) {
    await makeFolder(dirname(path)).catch((cause: unknown) => {
      throw unlockable(path, cause)
    })
    const server = await listenFor(path)
    try {
      const foreign = await holderOf(path)
      if (foreign !== undefined && foreign.host !== hostname() && !(await isStale(path))) {
        throw held(path, foreign)
      }
      const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
      await writeFile(path, `${JSON.stringify(holder)}\n`, { flag: TO_REPLACE })
    } catch (cause) {
      server.close()
      throw cause instanceof StoreError ? cause : unlockable(path, cause)
    }
    return lockOn(server, path)
  },
}

/** Whether a process holds the lock, without touching it. False where that cannot be found out. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holder = await holderOf(path)
  if (holder === undefined) return false
  if (holder.host !== hostname()) return !(await isStale(path).catch(() => true))
  return isListenedOn(await addressFor(path).catch(() => ''))
}

function lockOn(server: Server, path: string): Lock {
  const touching = setInterval(() => {
    const now = new Date()
    // The next touch comes in time; only a minute without one lets another host in.
    void utimes(path, now, now).catch(() => undefined)
  }, TOUCH_MS)
  touching.unref()
  return {
    async release() {
      clearInterval(touching)
      await rm(path, { force: true })
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

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'))
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw unlockable(path, error)
  }
}

function held(path: string, holder: Holder | undefined): StoreError {
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid} on ${holder.host === hostname() ? 'this host' : holder.host}, since ${holder.since}`
  return new StoreError({
    code: 'lock-held',
    what: `The run is being continued by ${who}.`,
    where: path,
    fix: 'Wait for it or stop it; a process that died lets go of the lock by itself.',
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
