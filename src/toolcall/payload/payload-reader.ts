import { InputError } from '../../errors.js'
import type { DialectData } from '../dialect-data.js'
import type { LooseHints, PayloadForm } from '../loose/loose-payload.js'
import type { PayloadReader } from '../scan/frame.js'
import { gemmaPayload } from './gemma-payload.js'
import { jsonPayload } from './json-payload.js'
import { namedJsonPayload } from './named-json-payload.js'
import { pythonPayload } from './python-payload.js'
import { pastFence } from './section.js'
import { glmTags, qwenTags } from './tag-sets.js'
import { xmlPayload } from './xml-payload.js'

/** The strict reader of a dialect's payload. */
export function payloadReader(data: DialectData): PayloadReader {
  const reader = plainReader(data)
  if (data.isFenced !== true) return reader
  return (scan, from) => {
    const inner = pastFence(scan, from)
    return inner === -1 ? { kind: 'none' } : reader(scan, inner)
  }
}

function plainReader(data: DialectData): PayloadReader {
  const { payload, closer, noCallNames } = data
  switch (payload) {
    case 'json-object':
    case 'json-array':
    case 'json': {
      const top = topOf(data)
      return jsonPayload({ top, keys: keysOf(data), closers: closer, ...(noCallNames && { noCallNames }) })
    }
    case 'python':
      return pythonPayload()
    case 'python-or-json': {
      const python = pythonPayload()
      const json = jsonPayload({ top: 'array', keys: keysOf(data), closers: closer })
      return (scan, from) =>
        JSON_LIST.test(scan.text.slice(from, from + 64)) ? json(scan, from) : python(scan, from)
    }
    case 'named-json': {
      const { separator = '', idSeparator } = data
      return namedJsonPayload({
        separator,
        closers: closer,
        ...(idSeparator !== undefined && { idSeparator }),
      })
    }
    case 'xml':
      return xmlPayload({ ...qwenTags, outer: [...data.trigger, ...closer] })
    case 'pairs':
      return xmlPayload({ ...glmTags, outer: [...data.trigger, ...closer] })
    case 'gemma':
      return gemmaPayload()
    default:
      return payload satisfies never
  }
}

const JSON_LIST = /^\s*\[\s*[{\]]/

function keysOf({ id, keys }: DialectData) {
  if (keys !== undefined) return keys
  throw new InputError({
    code: 'dialect-keys-missing',
    what: 'A dialect whose payload is JSON needs the keys of its call object.',
    where: `dialect "${id}"`,
    fix: 'Add keys: { "name": "name", "arguments": "arguments" }.',
  })
}

function topOf({ payload }: DialectData): 'object' | 'array' | 'either' {
  if (payload === 'json-object') return 'object'
  return payload === 'json-array' || payload === 'python-or-json' ? 'array' : 'either'
}

/** What a loose reading needs to know of the dialect. */
export function looseHints(data: DialectData): LooseHints {
  return {
    form: formOf(data),
    keys: data.keys,
    top: topOf(data),
    closers: data.closer,
    joins: data.plurality === 'joined',
    ...(data.isFenced === true && { isFenced: true }),
    ...(data.separator !== undefined && { separator: data.separator }),
    noCallNames: data.noCallNames ?? [],
  }
}

function formOf({ payload, isFenced }: DialectData): PayloadForm {
  switch (payload) {
    case 'python':
    case 'python-or-json':
      return payload
    case 'named-json':
      return 'named'
    case 'xml':
    case 'pairs':
    case 'gemma':
      return payload
    default:
      return isFenced === true ? 'fenced-json' : 'json'
  }
}
