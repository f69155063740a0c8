import { splitJoinedName } from '../../catalog/alias.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'

/**
 * How a text gives a tool away. `service`: its service's title stands in it word by word, four letters at least.
 * `service-squashed`: the title without anything but letters and digits, eight at least, stands in the text so written.
 * `endpoint`: the endpoint's title, or the tool's own, of two words or more. `name`: the name as it is, or `&&`.
 */
export type NameLeak = 'service' | 'service-squashed' | 'endpoint' | 'name'

const LEAST_TITLE = 4
const LEAST_SQUASHED = 8
/** Services other than its own that use a word before it counts as anybody's. */
const GENERIC_SERVICES = 3
/** Characters of a description that are looked through for words in general use. */
const SEEN_LENGTH = 2000

/**
 * Finds names in texts. A service whose whole title is one word that three other services use ("weather") is not given
 * away by it.
 */
export class NameLeaks {
  readonly #servicesOf: ReadonlyMap<string, ReadonlySet<string>>

  constructor(catalog: Catalog) {
    this.#servicesOf = servicesByWord(catalog.tools)
  }

  /** How `text` gives the tool away, the surest first; undefined when it does not. */
  find(text: string, tool: Tool): NameLeak | undefined {
    if (text.includes('&&') || holdsName(text, tool.name)) return 'name'
    const words = nameTokens(text)
    const { service, endpoint } = titlesOf(tool)
    if (service !== undefined && !this.#isGeneric(service, tool)) {
      const length = service.join('').length
      if (length >= LEAST_TITLE && holdsRun(words, service)) return 'service'
      if (length >= LEAST_SQUASHED && words.join('').includes(service.join(''))) return 'service-squashed'
    }
    return endpoint !== undefined && endpoint.length >= 2 && holdsRun(words, endpoint)
      ? 'endpoint'
      : undefined
  }

  #isGeneric(title: readonly string[], tool: Tool): boolean {
    const [word] = title
    if (word === undefined || title.length > 1) return false
    const services = this.#servicesOf.get(word)
    if (services === undefined) return false
    return services.size - (services.has(serviceKey(tool)) ? 1 : 0) >= GENERIC_SERVICES
  }
}

/** Words of a name or a text: NFKC, accents off, camelCase opened, lower case, runs of `a-z` and `0-9`. */
function nameTokens(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
  const opened = plain.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
  return opened.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

interface Titles {
  /** Without `_v2` and `_copy` at the end. */
  readonly service: readonly string[] | undefined
  readonly endpoint: readonly string[] | undefined
}

function titlesOf(tool: Tool): Titles {
  const joined = splitJoinedName(tool.name)
  const service = tool.service ?? joined?.service
  const endpoint = tool.endpoint ?? joined?.endpoint ?? tool.title ?? tool.name
  const tokens = service === undefined ? [] : nameTokens(service.replace(/[_ ](?:v\d+|copy\d*)$/i, ''))
  const own = nameTokens(endpoint)
  return {
    service: tokens.length === 0 ? undefined : tokens,
    endpoint: own.length === 0 ? undefined : own,
  }
}

function serviceKey(tool: Tool): string {
  return tool.service ?? splitJoinedName(tool.name)?.service ?? tool.name
}

function holdsRun(words: readonly string[], run: readonly string[]): boolean {
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((word, offset) => words[at + offset] === word)) return true
  }
  return false
}

/** A name of one plain word, such as `search`, is a word of the language; one with a mark in it is not. */
function holdsName(text: string, name: string): boolean {
  if (/^\p{L}+$/u.test(name) || name.length < LEAST_TITLE) return false
  const lower = text.toLowerCase()
  const wanted = name.toLowerCase()
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
    const before = lower.charAt(at - 1)
    const after = lower.charAt(at + wanted.length)
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true
  }
  return false
}

function servicesByWord(tools: readonly Tool[]): ReadonlyMap<string, ReadonlySet<string>> {
  const services = new Map<string, Set<string>>()
  for (const tool of tools) {
    const key = serviceKey(tool)
    const texts = [tool.name, tool.title, tool.service, tool.serviceDescription, tool.description]
    for (const text of texts) {
      if (text === undefined) continue
      for (const word of nameTokens(text.slice(0, SEEN_LENGTH))) {
        const holders = services.get(word)
        if (holders === undefined) services.set(word, new Set([key]))
        else if (holders.size <= GENERIC_SERVICES) holders.add(key)
      }
    }
  }
  return services
}
