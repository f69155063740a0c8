import { InputError, StoreError } from '../../errors.js'

/** Another process has taken the run over: what it did not acknowledge, this one may not write any more. */
export function storeLost(where: string, what: string): StoreError {
  return new StoreError({
    code: 'store-lost',
    what: `${what} Nothing more is written by this one, and what was acknowledged is kept.`,
    where,
    fix: 'Let the other process go on with the run; where it is gone too, go on with --resume.',
  })
}

/** A store that cannot keep two writers apart is no place for a run. */
export function storeUnfit(where: string, reason: string): StoreError {
  return new StoreError({
    code: 'store-unfit',
    what: `The store cannot keep two writers apart: ${reason}`,
    where,
    fix: 'Write the run to a folder of this host, or to a store that honours If-None-Match on PUT.',
  })
}

/** An object of the store is missing or is not what was written. */
export function segmentBroken(where: string, reason: string): StoreError {
  return new StoreError({
    code: 'segment-broken',
    what: `A segment of a journal is missing or is not what was written: ${reason}`,
    where,
    fix: 'Restore the object from a version or a copy; nothing was changed.',
  })
}

export function fileMissing(where: string): InputError {
  return new InputError({
    code: 'file-missing',
    what: 'There is no such file or folder.',
    where,
    fix: 'Check the address: scheme, bucket and every part of the key.',
  })
}
