import { isStoreAddress } from '../adapters/store/store-address.js'
import { InputError } from '../errors.js'

/**
 * For what reads or writes files of this host by itself, which would take an address for a folder named `s3:`.
 *
 * @param does one sentence: what is done with folders of this host alone.
 * @throws {InputError} `address-not-taken`.
 */
export function refuseAddresses(paths: readonly string[], does: string): void {
  const address = paths.find(isStoreAddress)
  if (address === undefined) return
  throw new InputError({
    code: 'address-not-taken',
    what: `${does}, and this is the address of a store.`,
    where: address,
    fix: 'Name a folder of this host. What reads a run in a store is assay score, compare, report, gate and trend.',
  })
}
