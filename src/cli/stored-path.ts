import { isStoreAddress } from '../adapters/store/store-address.js'
import { InputError } from '../errors.js'

/**
 * A path that a stored run names, and nobody on the command line. Where it is in another bucket than the run, a file that
 * somebody sent would send requests with this user's keys wherever it likes.
 *
 * @throws {InputError} `items-elsewhere`.
 */
export function storedPath(path: string, folder: string): string {
  if (!path.startsWith('s3:') || !isStoreAddress(path) || bucketOf(path) === bucketOf(folder)) return path
  throw new InputError({
    code: 'items-elsewhere',
    what: 'The items of this run are in another bucket than the run, and they are named by a file.',
    where: path,
    fix: 'If you trust it, repeat it on the command line with --items.',
  })
}

function bucketOf(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}
