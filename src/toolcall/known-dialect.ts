import { InputError } from '../errors.js'
import { nearestWord } from '../text/nearest.js'
import type { Dialect } from './dialect.js'
import { dialects } from './dialects/index.js'

/**
 * The dialect of an id.
 *
 * @param own dialects that come before those that Assay has.
 * @param where what named it, for the message.
 * @throws {InputError} `dialect-unknown`, with the nearest known one.
 */
export function knownDialect(id: string, own: readonly Dialect[] = [], where = 'dialect'): Dialect {
  const all = [...own, ...dialects]
  const found = all.find((dialect) => dialect.id === id)
  if (found !== undefined) return found
  const near = nearestWord(
    id,
    all.map((dialect) => dialect.id),
  )
  throw new InputError({
    code: 'dialect-unknown',
    what: `No dialect is called ${JSON.stringify(id)}.`,
    where,
    fix: near === undefined ? '`assay dialect list` shows all.' : `Did you mean "${near}"?`,
  })
}
