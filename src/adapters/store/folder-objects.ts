import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError } from '../../errors.js'
import { makeFolder } from '../output-place.js'
import { codeOf } from '../system-error.js'
import {
  type ObjectBytes,
  type ObjectEntry,
  type ObjectFacts,
  type Objects,
  PassingFault,
} from './objects.js'
import { storeUnfit } from './store-faults.js'

/** Names of files that are being written; nobody reads them. */
const TEMPORARY = '.part'

/** A path of the host as a key: without its first slash, with slashes between its parts. */
export function keyOfPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '')
}

/**
 * Objects as files of a folder that several hosts see. `create` writes a file under a name of its own and links it to the
 * key: the server of a shared folder makes one of two links, also where `O_EXCL` is only promised by the client.
 *
 * @param root the folder that keys begin in; `/` for whole paths.
 */
export function folderObjects(root: string): Objects {
  const placeOf = (key: string): string => join(root, ...key.split('/'))
  const addressOf = (key: string): string => `shared:${placeOf(key)}`

  async function written(key: string, bytes: Uint8Array): Promise<string> {
    const place = placeOf(key)
    await refuseLink(dirname(place))
    await makeFolder(dirname(place))
    const temporary = join(dirname(place), `.${randomUUID()}${TEMPORARY}`)
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw cause
    } finally {
      await file.close()
    }
    return temporary
  }

  async function guarded<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (cause) {
      throw faultOf(addressOf(key), cause)
    }
  }

  return {
    address: addressOf,
    get: (key, part) =>
      guarded(key, async (): Promise<ObjectBytes | undefined> => {
        // A pipe in its place would be waited on for ever.
        if ((await plainFacts(placeOf(key))) === undefined) return undefined
        const file = await open(placeOf(key), 'r').catch(undefinedWhereMissing)
        if (file === undefined) return undefined
        try {
          const facts = await file.stat()
          const { size } = facts
          const start = Math.min(part?.start ?? 0, size)
          const wanted = Math.min(part?.length ?? size, size - start)
          const bytes = new Uint8Array(wanted)
          let length = 0
          while (length < wanted) {
            const { bytesRead } = await file.read(bytes, length, wanted - length, start + length)
            if (bytesRead === 0) break
            length += bytesRead
          }
          return { bytes: bytes.subarray(0, length), facts: { sizeBytes: size, tag: tagOf(facts) } }
        } finally {
          await file.close()
        }
      }),
    facts: (key) =>
      guarded(key, async (): Promise<ObjectFacts | undefined> => {
        const facts = await plainFacts(placeOf(key))
        return facts === undefined ? undefined : { sizeBytes: facts.size, tag: tagOf(facts) }
      }),
    create: (key, bytes) =>
      guarded(key, async () => {
        const temporary = await written(key, bytes)
        try {
          await link(temporary, placeOf(key))
          await syncFolder(dirname(placeOf(key)))
          return true
        } catch (cause) {
          if (codeOf(cause) === 'EEXIST') return false
          if (NO_LINKS.has(codeOf(cause) ?? '')) {
            throw storeUnfit(addressOf(key), `it makes no hard links (${codeOf(cause)}).`)
          }
          throw cause
        } finally {
          await rm(temporary, { force: true }).catch(() => undefined)
        }
      }),
    put: (key, bytes) =>
      guarded(key, async () => {
        const temporary = await written(key, bytes)
        await rename(temporary, placeOf(key))
        await syncFolder(dirname(placeOf(key)))
      }),
    remove: (key) => guarded(key, () => rm(placeOf(key), { force: true })),
    async *list(prefix) {
      const folder = placeOf(prefix.replace(/\/$/, ''))
      await guarded(prefix, () => refuseLink(folder))
      const entries = await guarded(prefix, () =>
        readdir(folder, { withFileTypes: true }).catch(undefinedWhereMissing),
      )
      for (const entry of entries ?? []) {
        const { name } = entry
        if (name.endsWith(TEMPORARY)) continue
        const found = await guarded(prefix, async (): Promise<ObjectEntry | undefined> => {
          if (entry.isDirectory()) return { kind: 'folder', name }
          // Passed over, a segment would be missing, and the last one would not even be missed.
          if (!entry.isFile() && NUMBERED.test(folder)) throw noPlainFile(join(folder, name), entry)
          const facts = await plainFacts(join(folder, name))
          return facts === undefined ? undefined : { kind: 'object', name, sizeBytes: facts.size }
        })
        if (found !== undefined) yield found
      }
    },
  }
}

/** Of a file that is reached without a link; undefined for whatever else, and where nothing is. */
async function plainFacts(place: string): Promise<Stats | undefined> {
  const facts = await lstat(place).catch(undefinedWhereMissing)
  return facts?.isFile() === true ? facts : undefined
}

/** What is numbered there would be written or removed elsewhere. A run, or what stands above it, may well be a link. */
async function refuseLink(folder: string): Promise<void> {
  if (!NUMBERED.test(folder)) return
  const facts = await lstat(folder).catch(undefinedWhereMissing)
  if (facts?.isSymbolicLink() === true) throw noPlainFile(folder, facts)
}

/** Folders of numbered objects. */
const NUMBERED = /\.(?:segments|chain)$/

function noPlainFile(place: string, entry: Pick<Stats, 'isSymbolicLink'>): StoreError {
  return new StoreError({
    code: 'store-denied',
    what: entry.isSymbolicLink()
      ? 'A part of the run is a symbolic link, and nothing is read or written through it.'
      : 'A part of the run is a pipe or a device, not a file.',
    where: `shared:${place}`,
    fix: 'Put what it leads to in its place, or take it away.',
  })
}

/** What is put has a number of its own on the disk; times are too coarse for two writes in one of their steps. */
function tagOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])
/** What a server of files says while it is away or starts again. */
const PASSING: ReadonlySet<string> = new Set(['ESTALE', 'EIO', 'ETIMEDOUT', 'EAGAIN', 'EBUSY', 'EHOSTDOWN'])

function undefinedWhereMissing(cause: unknown): undefined {
  if (MISSING.has(codeOf(cause) ?? '')) return undefined
  throw cause
}

/** A name is on the disk only with its folder. Hosts that cannot sync a folder have other ways. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync().catch(() => undefined)
  } finally {
    await folder?.close()
  }
}

function faultOf(where: string, cause: unknown): Error {
  if (cause instanceof StoreError || cause instanceof PassingFault) return cause
  const code = codeOf(cause)
  if (code !== undefined && PASSING.has(code)) {
    return new PassingFault(
      new StoreError({
        code: 'store-unreachable',
        what: `The shared folder does not answer as it should: ${code}.`,
        where,
        fix: 'See whether it is mounted, then go on with --resume; what was acknowledged is kept.',
        cause,
      }),
    )
  }
  const reason =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'it is full'
      : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'permission is denied'
        : code === 'EEXIST' || code === 'ENOTDIR'
          ? 'a part of the path is a file'
          : (code ?? String(cause))
  return new StoreError({
    code: 'store-denied',
    what: `The shared folder cannot be used: ${reason}.`,
    where,
    fix: 'Make room or correct the permissions, then go on with --resume; what was acknowledged is kept.',
    cause,
  })
}
