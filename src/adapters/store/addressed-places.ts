import { InputError } from '../../errors.js'
import type { Drafts, Files, Journals, Locks } from '../../ports.js'
import { objectDrafts } from './object-drafts.js'
import {
  folderOfStoreAddress,
  isStoreAddress,
  joinStoreAddress,
  parseStoreAddress,
  type StoreAddress,
} from './store-address.js'
import type { StorePlaces } from './store-places.js'

/** Where commands read and write. */
export interface Places {
  readonly files: Files
  readonly drafts: Drafts
  readonly journals: Journals
  readonly locks: Locks
  isLockHeld(path: string): Promise<boolean>
}

export interface AddressedPlacesOptions {
  /** For every path that is no address of a store. */
  readonly host: Places
  /** Called once for each bucket, when it is first needed, and again where it failed. */
  readonly open: (address: StoreAddress) => Promise<StorePlaces>
}

/** The places of this host and of stores in one: an address such as s3://bucket/run is taken wherever a path is. */
export function addressedPlaces({ host, open }: AddressedPlacesOptions): Places {
  const opened = new Map<string, Promise<StorePlaces>>()

  async function at(path: string): Promise<{ readonly places: StorePlaces; readonly key: string }> {
    const address = parseStoreAddress(path)
    const name = address.kind === 's3' ? `s3://${address.bucket}` : address.kind
    const opening = opened.get(name) ?? open(address)
    opened.set(name, opening)
    opening.catch(() => opened.delete(name))
    return { places: await opening, key: address.key }
  }

  const unpack = host.files.archive
  const files: Files = {
    async read(path) {
      if (!isStoreAddress(path)) return host.files.read(path)
      const { places, key } = await at(path)
      return places.files.read(key)
    },
    async *stream(path) {
      if (!isStoreAddress(path)) return yield* host.files.stream(path)
      const { places, key } = await at(path)
      yield* places.files.stream(key)
    },
    async facts(path) {
      if (!isStoreAddress(path)) return host.files.facts(path)
      const { places, key } = await at(path)
      return places.files.facts(key)
    },
    async list(path) {
      if (!isStoreAddress(path)) return host.files.list(path)
      const { places, key } = await at(path)
      return places.files.list(key)
    },
    async write(path, pieces) {
      if (!isStoreAddress(path)) return host.files.write(path, pieces)
      const { places, key } = await at(path)
      await places.files.write(key, pieces)
    },
    async append(path, piece) {
      if (!isStoreAddress(path)) return host.files.append(path, piece)
      const { places, key } = await at(path)
      await places.files.append(key, piece)
    },
    ...(unpack === undefined ? {} : { archive: (path) => unpack(refuseAddress(path)) }),
    join: (first = '', ...parts) =>
      isStoreAddress(first) ? joinStoreAddress(first, ...parts) : host.files.join(first, ...parts),
    folderOf: (path) => (isStoreAddress(path) ? folderOfStoreAddress(path) : host.files.folderOf(path)),
  }
  const drafts = objectDrafts((path, pieces) => files.write(path, pieces))
  const { removeAbandoned } = host.drafts
  return {
    files,
    drafts: {
      open: (path) => (isStoreAddress(path) ? drafts.open(path) : host.drafts.open(path)),
      ...(removeAbandoned === undefined ? {} : { removeAbandoned }),
    },
    journals: {
      async open(path, healed, isSynced) {
        if (!isStoreAddress(path)) return host.journals.open(path, healed, isSynced)
        const { places, key } = await at(path)
        return places.journals.open(key, healed, isSynced)
      },
      async readPart(path, part) {
        if (!isStoreAddress(path)) return host.journals.readPart(path, part)
        const { places, key } = await at(path)
        return places.journals.readPart(key, part)
      },
    },
    locks: {
      async take(path) {
        if (!isStoreAddress(path)) return host.locks.take(path)
        const { places, key } = await at(path)
        return places.locks.take(key)
      },
    },
    async isLockHeld(path) {
      if (!isStoreAddress(path)) return host.isLockHeld(path)
      const { places, key } = await at(path)
      return places.isLockHeld(key)
    },
  }
}

/** A ZIP archive is read from its end, and here and there. */
function refuseAddress(path: string): string {
  if (!isStoreAddress(path)) return path
  throw new InputError({
    code: 'archive-unread',
    what: 'The archive lies in a store, and archives are read from this host alone.',
    where: path,
    fix: 'Copy it to this host first.',
  })
}
