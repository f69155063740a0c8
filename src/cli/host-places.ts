import { hostClock } from '../adapters/clock.js'
import { hostDrafts } from '../adapters/drafts.js'
import { hostFiles } from '../adapters/files.js'
import { hostJournals } from '../adapters/journal.js'
import { fileLocks, isLockHeld } from '../adapters/locks.js'
import { addressedPlaces, type Places } from '../adapters/store/addressed-places.js'
import type { Notify } from '../ports.js'

/** What the command line says of stores. */
export interface StoreFlags {
  /** Of a store that is not Amazon's. */
  readonly s3Endpoint?: string
  /** Take the lock of a holder that gives no sign of life. */
  readonly breakLock?: true
}

let storeFlags: StoreFlags = {}
let tell: Notify = () => undefined

/** Heeded from here on, and when a store is first reached. */
export function setStoreFlags(flags: StoreFlags, notify: Notify): void {
  storeFlags = flags
  tell = notify
}

const isBreaking = (): boolean => storeFlags.breakLock === true
const notify: Notify = (line) => tell(line)

/**
 * Where every command reads and writes: paths of this host, and addresses of stores such as s3://bucket/runs/first. What a
 * store needs is loaded when the first address is met.
 */
export const hostPlaces: Places = addressedPlaces({
  host: {
    files: hostFiles,
    drafts: hostDrafts,
    journals: hostJournals,
    locks: fileLocks({ isBreaking, notify }),
    isLockHeld,
  },
  open: async (address) => {
    const { openStore } = await import('../adapters/store/open-store.js')
    return openStore(address, {
      clock: hostClock,
      notify,
      variable: (name) => process.env[name],
      endpoint: () => storeFlags.s3Endpoint,
      isBreaking,
    })
  },
})
