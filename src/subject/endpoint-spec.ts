import { InputError } from '../errors.js'
import { type SpecPart, specParts } from '../retrieval/spec.js'
import { nearestWord } from '../text/nearest.js'
import { printable } from '../text/printable.js'
import type { Secret } from '../text/secrets.js'
import { type EndpointAddress, HttpEndpoint } from './http-endpoint.js'
import type { SubjectContext } from './kind.js'
import { shownSpec } from './open.js'

/** A spec of a subject behind HTTP, taken apart. */
export interface EndpointSpec {
  /** As it may be shown and stored. */
  readonly spec: string
  readonly usage: string
  /** Undefined where the spec names none. */
  readonly url: string | undefined
  readonly model: string
  readonly options: ReadonlyMap<string, string>
}

export interface EndpointSpecRules {
  /** The word before the colon. */
  readonly kind: string
  readonly usage: string
  /** Whether the address stands before the model (`URL#MODEL`), or is an option (`url=`). */
  readonly hasAddress: boolean
  /** Words, and names of values with their `=`. */
  readonly options: readonly string[]
}

/** @throws {InputError} `subject-spec`. */
export function readEndpointSpec(argument: string, rules: EndpointSpecRules): EndpointSpec {
  const place = { spec: withoutKeys(`${rules.kind}:${argument}`), usage: rules.usage }
  const hash = rules.hasAddress ? argument.indexOf('#') : -1
  if (rules.hasAddress && hash === -1) throw specFault('The model is missing: it follows a "#".', place)
  const [model = '', ...rest] = argument.slice(hash + 1).split(',')
  if (model.trim() === '') throw specFault('The model is missing.', place)
  const options = new Map<string, string>()
  for (const part of specParts(rest.join(','))) {
    checkOption(part, rules.options, place)
    options.set(part.name, part.value ?? '')
  }
  const url = rules.hasAddress ? argument.slice(0, hash) : options.get('url')
  return { spec: `${rules.kind}:${argument}`, usage: rules.usage, url, model: model.trim(), options }
}

/** A spec in which a key stands where the name of its variable belongs, or in an option of the user's own invention. */
function withoutKeys(spec: string): string {
  return shownSpec(spec).replace(
    /,\s*([\w-]*(?:key|token|secret|auth|pass)[\w-]*)=([^,]*)/gi,
    (whole, name: string, value: string) => (VARIABLE.test(value) ? whole : `,${name}=…`),
  )
}

/** Names of variables as people write them; keys are hardly ever spelled so. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,60}$|^[A-Za-z_][a-z0-9_]{0,20}$/

export interface SpecPlace {
  readonly spec: string
  readonly usage: string
}

export function specFault(what: string, { spec, usage }: SpecPlace): InputError {
  return new InputError({ code: 'subject-spec', what, where: shownSpec(spec), fix: `Write ${usage}.` })
}

function checkOption({ name, value }: SpecPart, known: readonly string[], place: SpecPlace): void {
  const typed = value === undefined ? name : `${name}=`
  if (known.includes(typed)) return
  const nearest = nearestWord(typed, known)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  // What stands behind the = of an option that nobody knows may be a key.
  throw specFault(`There is no option "${typed}${value === undefined ? '' : '…'}".${hint}`, place)
}

/** The value of an option that is one of some words. */
export function optionWord<W extends string>(
  spec: EndpointSpec,
  name: string,
  words: readonly W[],
): W | undefined {
  const value = spec.options.get(name)
  if (value === undefined) return undefined
  const word = words.find((one) => one === value)
  if (word === undefined) throw specFault(`${name} is ${words.join(' or ')}, not "${value}".`, spec)
  return word
}

/** What a kind of subject says of its endpoint. */
export interface EndpointRules {
  readonly defaultUrl?: string
  /** Variables that may hold the key for the default address, in this order. */
  readonly keyNames: readonly string[]
  /** The headers that carry a key. */
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Paths that a user may have left at the end of the address. */
  readonly paths: readonly string[]
}

/** The variable that holds the key for addresses other than a provider's own. */
export const OTHER_KEY = 'ASSAY_MODEL_KEY'

/** @throws {InputError} `subject-spec`, `subject-key`, `variable-missing`. */
export function openEndpoint(
  spec: EndpointSpec,
  rules: EndpointRules,
  context: SubjectContext,
): HttpEndpoint {
  const address = addressOf(spec, rules)
  const isHome =
    rules.defaultUrl !== undefined && new URL(address.base).origin === new URL(rules.defaultUrl).origin
  const named = spec.options.get('key') ?? context.options.key
  const names = named === undefined ? (isHome ? rules.keyNames : [OTHER_KEY]) : [named]
  const key = keyOf(names, context)
  const hint = `No key was sent. Put it into the variable ${names.join(' or ')}, or name another one: …,key=VARIABLE.`
  if (key === undefined && (named !== undefined || isHome)) {
    throw new InputError({
      code: 'subject-key',
      what: `There is no key: the variable ${names.join(' or ')} is not set.`,
      where: withoutKeys(spec.spec),
      fix: 'Set it, or name the variable that holds the key: …,key=VARIABLE.',
    })
  }
  const added = addedHeaders(context)
  return new HttpEndpoint({
    address,
    model: spec.model,
    headers: {
      accept: 'application/json',
      // Some gateways turn away whoever does not say who it is.
      'user-agent': 'assay',
      ...rules.headers,
      ...(key !== undefined && rules.keyHeaders(key.value)),
      ...added.headers,
    },
    secrets: [...(key === undefined ? [] : [key]), ...added.secrets],
    keyName: key?.name,
    keyHint: hint,
    http: context.http,
    clock: context.clock,
  })
}

function keyOf(names: readonly string[], context: SubjectContext): Secret | undefined {
  for (const name of names) {
    if (!VARIABLE.test(name)) {
      throw new InputError({
        code: 'subject-key',
        what: 'What is named as the variable of a key is no name of a variable.',
        where: 'key of a subject',
        fix: 'Write the name of the variable, never the key itself: …,key=OPENAI_API_KEY.',
      })
    }
    const value = context.variable(name)?.trim()
    if (value === undefined || value === '') continue
    checkHeaderValue(name, value)
    return { name, value }
  }
  return undefined
}

/** `fetch` and node:http write a value that they refuse into their errors. */
function checkHeaderValue(name: string, value: string): void {
  if (/^[\x20-\x7e]*$/.test(value)) return
  throw new InputError({
    code: 'subject-key',
    what: `The variable ${name} holds characters that no HTTP header can carry.`,
    where: name,
    fix: 'Copy the key again, without line breaks and typographic characters.',
  })
}

/** Names of headers that carry keys. */
export const SECRET_HEADER = /auth|key|token|secret|cookie/i

function addedHeaders({ options, variable }: SubjectContext): {
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly Secret[]
} {
  const headers: Record<string, string> = {}
  const secrets: Secret[] = []
  for (const [header, text] of Object.entries(options.headers ?? {})) {
    const value = text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
      const held = variable(name)
      if (held === undefined) {
        throw new InputError({
          code: 'variable-missing',
          what: `The variable ${name} is not set.`,
          where: `header ${header} of a subject`,
          fix: 'Set it, or take the header out of the config.',
        })
      }
      secrets.push({ name, value: held })
      return held
    })
    checkHeaderValue(`of the header ${header}`, value)
    headers[header.toLowerCase()] = value
    if (SECRET_HEADER.test(header)) {
      secrets.push({ name: header, value })
      const second = /^\S+\s+(\S+)$/.exec(value)?.[1]
      if (second !== undefined) secrets.push({ name: header, value: second })
    }
  }
  return { headers, secrets }
}

const SECRET_PARAMETER = /key|token|secret|sig|auth|pass/i

function addressOf(spec: EndpointSpec, { defaultUrl, paths }: EndpointRules): EndpointAddress {
  const text = spec.url ?? defaultUrl ?? ''
  // Browsers read `http:/host`, `http:\\host` and hosts with tabs or commas, too; whoever looks at a spec should not have to.
  const isPlain = /^https?:\/\/[^\s\\/,?#]+(?:[/?#]|$)/i.test(text) && !/[\t\r\n]/.test(text)
  const url = isPlain && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) {
    throw specFault('The address is not one of http or https.', spec)
  }
  if (url.username !== '' || url.password !== '') {
    throw specFault(
      'The address holds a user name or a password; put the key in a variable: …,key=NAME.',
      spec,
    )
  }
  for (const name of url.searchParams.keys()) {
    if (!SECRET_PARAMETER.test(name)) continue
    throw specFault(
      `The query of the address holds "${printable(name, { maxLength: 40 })}", which looks like a key; put it in a header.`,
      spec,
    )
  }
  let path = url.pathname.replace(/\/+$/, '')
  for (const end of paths) if (path.endsWith(end)) path = path.slice(0, -end.length)
  const base = `${url.origin}${path}`
  return { base, root: base.replace(/\/v1$/, ''), query: url.search, shown: base }
}
