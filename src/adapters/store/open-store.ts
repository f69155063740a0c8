import type { Clock, Notify } from '../../ports.js'
import { folderObjects } from './folder-objects.js'
import { retriedObjects } from './retried-objects.js'
import { connectS3, importS3 } from './s3-module.js'
import { s3Objects } from './s3-objects.js'
import type { StoreAddress } from './store-address.js'
import { type StorePlaces, storePlaces } from './store-places.js'

export interface StoreSettings {
  readonly clock: Clock
  readonly notify: Notify
  readonly variable: (name: string) => string | undefined
  /** Of a store that is not Amazon's; asked when a store is opened. */
  readonly endpoint: () => string | undefined
  readonly isBreaking: () => boolean
}

/** @throws {InputError} `peer-missing`, `store-endpoint`. */
export async function openStore(address: StoreAddress, settings: StoreSettings): Promise<StorePlaces> {
  const { clock } = settings
  const objects = await rawObjects(address, settings)
  return storePlaces({ ...settings, objects: retriedObjects(objects, { clock, random: Math.random }) })
}

async function rawObjects(address: StoreAddress, { endpoint, variable }: StoreSettings) {
  switch (address.kind) {
    case 's3': {
      const module = await importS3()
      const connection = connectS3(module, { endpoint: endpoint(), variable })
      return s3Objects({ module, connection, bucket: address.bucket })
    }
    case 'shared':
      return folderObjects('/')
    default:
      return address satisfies never
  }
}
