import { AssayError, BugError, InputError, StoreError, SubjectError } from '../errors.js'
import type { SecretBook } from '../run/secret-book.js'

/** The same error with secrets replaced, for providers that quote the key they were given. */
export function withoutSecrets(error: unknown, secrets: SecretBook): unknown {
  if (!(error instanceof AssayError) || secrets.clean(error.message) === error.message) return error
  const { code, what, where, fix } = error
  const fault = {
    code,
    what: secrets.clean(what),
    ...(where === undefined ? {} : { where: secrets.clean(where) }),
    ...(fix === undefined ? {} : { fix: secrets.clean(fix) }),
  }
  if (error instanceof InputError) return new InputError(fault)
  if (error instanceof StoreError) return new StoreError(fault)
  if (error instanceof SubjectError) return new SubjectError({ ...fault, retryable: error.retryable })
  return new BugError(fault)
}
