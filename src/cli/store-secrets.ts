import { isStoreAddress } from '../adapters/store/store-address.js'
import type { SecretBook } from '../run/secret-book.js'
import type { CliContext } from './command.js'

const NAMES = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID']

/** A run in a store knows the keys of the store: whatever it writes must not hold them. */
export function learnStoreKeys(
  folder: string,
  secrets: SecretBook,
  { variable }: Pick<CliContext, 'variable'>,
): void {
  if (!isStoreAddress(folder)) return
  for (const name of NAMES) {
    const value = variable(name)
    if (value !== undefined) secrets.learn(name, value)
  }
}
