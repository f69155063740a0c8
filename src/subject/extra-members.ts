import { InputError } from '../errors.js'
import { isJsonObject, type JsonObject, parseJson } from '../text/json.js'
import type { SubjectContext } from './kind.js'

/** `extra` of the config as JSON. */
export function extraOf({ options }: Pick<SubjectContext, 'options'>): JsonObject {
  if (options.extra === undefined) return {}
  const text = JSON.stringify(options.extra)
  const reading = parseJson(text)
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw new InputError({
    code: 'subject-extra',
    what: '"extra" of a subject is no JSON object.',
    where: 'extra of a subject',
    fix: 'Write the members of the request body that are to be added, e.g. {"temperature": null}.',
  })
}
