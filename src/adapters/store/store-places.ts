import type { Clock, Journals, Locks, Notify } from '../../ports.js'
import { type ObjectFiles, objectFiles } from './object-files.js'
import { openObjectJournal, readObjectPart } from './object-journals.js'
import { type HeldLock, isObjectLockHeld, type ObjectLockOptions, takeObjectLock } from './object-locks.js'
import type { Objects } from './objects.js'
import { tryObjects } from './try-objects.js'

/** Files, journals and locks in one store of objects, by keys. */
export interface StorePlaces {
  readonly files: ObjectFiles
  readonly journals: Journals
  readonly locks: Locks
  isLockHeld(key: string): Promise<boolean>
}

export interface StorePlacesOptions extends Pick<ObjectLockOptions, 'beatMs' | 'watchMs' | 'identity'> {
  /** Already retried. */
  readonly objects: Objects
  readonly clock: Clock
  readonly notify: Notify
  readonly isBreaking: () => boolean
  readonly gatherMs?: number
}

/** A store becomes places for runs; what is written below a lock that this process holds is written under it. */
export function storePlaces(options: StorePlacesOptions): StorePlaces {
  const { objects, gatherMs } = options
  const held = new Set<HeldLock>()
  const lockOf = (key: string): HeldLock | undefined => {
    let nearest: HeldLock | undefined
    for (const lock of held) {
      if (key.startsWith(lock.folder) && lock.folder.length >= (nearest?.folder.length ?? 0)) nearest = lock
    }
    return nearest
  }
  return {
    files: objectFiles({ objects, lockOf }),
    journals: {
      open: (key) =>
        openObjectJournal(key, {
          objects,
          lock: lockOf(key),
          ...(gatherMs === undefined ? {} : { gatherMs }),
        }),
      readPart: (key, part) => readObjectPart(objects, key, part),
    },
    locks: {
      async take(key) {
        // A store that two writers can share is refused before anything of the run is in it.
        await tryObjects(objects, key.slice(0, key.lastIndexOf('/') + 1))
        const lock = await takeObjectLock(key, { ...options, isBreaking: options.isBreaking() })
        held.add(lock)
        return {
          release: async () => {
            held.delete(lock)
            await lock.release()
          },
        }
      },
    },
    isLockHeld: (key) => isObjectLockHeld(objects, key),
  }
}
