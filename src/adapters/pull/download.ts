import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError, SubjectError } from '../../errors.js'
import type { Clock, Notify } from '../../ports.js'
import { makeFolder, outputPlace } from '../output-place.js'
import { codeOf } from '../system-error.js'
import { hubFetch, statusFault } from './hub-request.js'
import { megabytes, type PulledModel, readRecord } from './model-folder.js'

export interface Download {
  readonly url: string
  readonly path: string
  /** For messages. */
  readonly shown: string
  readonly notify: Notify
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly token?: string
}

type Downloaded = Pick<PulledModel, 'sizeBytes' | 'sha256' | 'checked'>

/** What the hub says of a file before it is fetched. */
interface Announced {
  /** SHA-256 of a large file, the SHA-1 of git's blob of a small one, or something else. */
  readonly tag: string
  readonly sizeBytes: number | undefined
}

const ATTEMPTS = 6
const FIRST_WAIT_MS = 1000
const STALL_MS = 60_000
const PROGRESS_MS = 5000

/**
 * Fetches one file. Bytes go into `<path>.part`, and a later call goes on where an earlier one stopped, as long as the hub
 * announces the same file. It takes its name when its size and hash are those that are announced.
 */
export async function download(options: Download): Promise<Downloaded> {
  const { path, shown, notify, signal, clock } = options
  const place = await outputPlace(path)
  const announced = await announcement(options)
  const kept = await keptFile(place, announced)
  if (kept !== undefined) {
    notify(`${shown}: already there`)
    return kept
  }
  await hosted(path, () => makeFolder(dirname(place)))
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchRest(place, announced, options)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof SubjectError) || !error.retryable || attempt === ATTEMPTS) throw error
      const waitMs = FIRST_WAIT_MS * 2 ** (attempt - 1)
      notify(`${shown}: ${error.what} Going on in ${waitMs / 1000} s.`)
      await clock.sleep(waitMs, signal)
    }
  }
}

async function announcement({ url, shown, ...request }: Download): Promise<Announced> {
  const hasTag = (response: Response): boolean => response.headers.has('x-linked-etag')
  const response = await hubFetch(url, { ...request, method: 'HEAD' }, hasTag)
  const { headers, status } = response
  if (status >= 400) throw statusFault(status, shown)
  const tag = (headers.get('x-linked-etag') ?? headers.get('etag') ?? '').replace(/^W\/|"/g, '').toLowerCase()
  const size = headers.get('x-linked-size') ?? (status < 300 ? headers.get('content-length') : null)
  return { tag, sizeBytes: size !== null && /^\d{1,15}$/.test(size) ? Number(size) : undefined }
}

/** A file of the same hash that was pulled before; anything else in its place is replaced. */
async function keptFile(place: string, { tag, sizeBytes }: Announced): Promise<Downloaded | undefined> {
  const record = await readRecord(place)
  const facts = await stat(place).catch(() => undefined)
  if (record === undefined || facts?.size !== record.sizeBytes || sizeBytes !== record.sizeBytes)
    return undefined
  if (!/^[0-9a-f]{64}$/.test(tag) || record.sha256 !== tag) return undefined
  const hash = createHash('sha256')
  for await (const piece of createReadStream(place)) hash.update(piece as Uint8Array)
  return hash.digest('hex') === tag ? record : undefined
}

async function fetchRest(place: string, announced: Announced, options: Download): Promise<Downloaded> {
  const { url, shown, path } = options
  const part = `${place}.part`
  const sums = sumsOf(announced)
  let start = await startOf(part, announced, sums)
  if (announced.sizeBytes === undefined || start < announced.sizeBytes || start === 0) {
    const response = await hubFetch(url, {
      ...options,
      headers: start > 0 ? { range: `bytes=${start}-` } : {},
    })
    const range = response.headers.get('content-range')
    const goesOn = response.status === 206 && range?.startsWith(`bytes ${start}-`) === true
    if (response.status !== 200 && !goesOn) {
      await response.body?.cancel()
      // The part is of no use to this server.
      if (response.status === 416 || response.status === 206) await rm(part, { force: true })
      throw response.status === 416 || response.status === 206
        ? broken('The server gave another piece than the one that was asked for.', shown)
        : statusFault(response.status, shown)
    }
    const fresh = goesOn ? sums : sumsOf(announced)
    if (!goesOn) start = 0
    await hosted(path, () => writeFile(`${part}.json`, JSON.stringify({ tag: announced.tag })))
    await receive(response, { part, start, sums: fresh, announced, options })
    return settle(place, part, fresh, { announced, shown, path })
  }
  return settle(place, part, sums, { announced, shown, path })
}

interface Sums {
  readonly sha256: Hash
  readonly git: Hash | undefined
  sizeBytes: number
}

function sumsOf({ tag, sizeBytes }: Announced): Sums {
  const isGit = /^[0-9a-f]{40}$/.test(tag) && sizeBytes !== undefined
  return {
    sha256: createHash('sha256'),
    git: isGit ? createHash('sha1').update(`blob ${sizeBytes}\0`) : undefined,
    sizeBytes: 0,
  }
}

function add(sums: Sums, piece: Uint8Array): void {
  sums.sha256.update(piece)
  sums.git?.update(piece)
  sums.sizeBytes += piece.length
}

/** How much of this very file has come already; its bytes are added to the sums. */
async function startOf(part: string, { tag, sizeBytes }: Announced, sums: Sums): Promise<number> {
  const state = await readFile(`${part}.json`, 'utf8').catch(() => '')
  const facts = await stat(part).catch(() => undefined)
  const isSame = tag !== '' && state === JSON.stringify({ tag })
  if (!isSame || facts === undefined || (sizeBytes !== undefined && facts.size > sizeBytes)) {
    await rm(part, { force: true })
    return 0
  }
  for await (const piece of createReadStream(part)) add(sums, piece as Uint8Array)
  return sums.sizeBytes
}

interface Receiving {
  readonly part: string
  readonly start: number
  readonly sums: Sums
  readonly announced: Announced
  readonly options: Download
}

async function receive(
  response: Response,
  { part, start, sums, announced, options }: Receiving,
): Promise<void> {
  const { path, shown, notify, signal, clock } = options
  const file: FileHandle = await hosted(path, () => open(part, start > 0 ? 'a' : 'w'))
  let timer: NodeJS.Timeout | undefined
  const reader = response.body?.getReader()
  let spoke = clock.now()
  try {
    for (;;) {
      const stalled = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(broken(`No byte came for ${STALL_MS / 1000} s.`, shown)), STALL_MS)
      })
      const next = await Promise.race([reader?.read() ?? Promise.resolve(undefined), stalled])
      clearTimeout(timer)
      const piece = next?.value
      if (piece === undefined) break
      if (announced.sizeBytes !== undefined && sums.sizeBytes + piece.length > announced.sizeBytes) {
        throw broken('More bytes came than were announced.', shown)
      }
      await hosted(path, () => file.writeFile(piece))
      add(sums, piece)
      if (clock.now() - spoke < PROGRESS_MS) continue
      spoke = clock.now()
      const whole = announced.sizeBytes === undefined ? '' : ` of ${megabytes(announced.sizeBytes)}`
      notify(`${shown}: ${megabytes(sums.sizeBytes)}${whole}`)
    }
    await hosted(path, () => file.datasync())
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof InputError || cause instanceof SubjectError) throw cause
    throw broken(
      `The connection broke: ${cause instanceof Error ? cause.message : String(cause)}.`,
      shown,
      cause,
    )
  } finally {
    clearTimeout(timer)
    await reader?.cancel().catch(() => undefined)
    await file.close()
  }
}

async function settle(
  place: string,
  part: string,
  { sha256, git, sizeBytes }: Sums,
  at: { readonly announced: Announced; readonly shown: string; readonly path: string },
): Promise<Downloaded> {
  const { announced, shown, path } = at
  if (announced.sizeBytes !== undefined && sizeBytes < announced.sizeBytes) {
    throw broken(`The connection ended after ${sizeBytes} of ${announced.sizeBytes} bytes.`, shown)
  }
  const hash = sha256.digest('hex')
  const isSha256 = /^[0-9a-f]{64}$/.test(announced.tag)
  const isRight = isSha256 ? hash === announced.tag : git === undefined || git.digest('hex') === announced.tag
  if (!isRight) {
    await rm(part, { force: true })
    await rm(`${part}.json`, { force: true })
    throw new SubjectError({
      code: 'pull-corrupt',
      what: `What came is not the file that the hub announces: its SHA-256 is ${hash}.`,
      where: shown,
      fix: 'Run the same command again; nothing of it was kept. If it stays so, the mirror is out of step.',
      retryable: false,
    })
  }
  await hosted(path, () => rename(part, place))
  await rm(`${part}.json`, { force: true })
  return { sizeBytes, sha256: hash, checked: isSha256 ? 'sha256' : git === undefined ? 'none' : 'git-sha1' }
}

/** Errors of the host's disk, as one message. */
async function hosted<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    const code = codeOf(cause) ?? String(cause)
    const reason = code === 'ENOSPC' ? 'the disk is full' : code === 'EACCES' ? 'permission is denied' : code
    throw new InputError({
      code: 'file-unwritable',
      what: `The model cannot be written: ${reason}.`,
      where: path,
      fix: 'Make room or choose another place with --models-folder, and run the same command again: what has come is kept.',
      cause,
    })
  }
}

function broken(what: string, where: string, cause?: unknown): SubjectError {
  return new SubjectError({
    code: 'pull-interrupted',
    what,
    where,
    fix: 'Run the same command again: it goes on where it stopped.',
    retryable: true,
    ...(cause === undefined ? {} : { cause }),
  })
}
