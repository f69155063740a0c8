import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './addresses.js'
import type { FormatTest } from './format-test.js'
import { isEmail, isHostname, isIdnEmail, isIpv4, isIpv6 } from './hosts.js'
import { isDate, isDateTime, isDuration, isTime } from './times.js'

const isJsonPointer: FormatTest = (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)

/** Formats of JSON Schema that can be asserted, but for `regex`, which is read as patterns are. */
export const FORMATS: ReadonlyMap<string, FormatTest> = new Map<string, FormatTest>([
  ['date-time', isDateTime],
  ['date', isDate],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', (text) => /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text)],
  ['json-pointer', isJsonPointer],
  [
    'relative-json-pointer',
    (text) => /^(?:0|[1-9][0-9]*)(?:#$|(?:\/|$))/.test(text) && isJsonPointer(text.replace(/^[0-9]+#?/, '')),
  ],
])
