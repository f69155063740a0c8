import { InputError } from '../errors.js'
import type { JsonValue } from '../text/json.js'
import { decodePercent } from '../text/percent-encoding.js'

/** A live MCP server that tools are asked of. */
export type McpTarget =
  | {
      readonly kind: 'stdio'
      /** Program and arguments; no shell reads them. */
      readonly command: readonly [program: string, ...args: string[]]
    }
  | { readonly kind: 'http'; readonly url: string }

export interface McpListOptions {
  /** For the whole exchange, from the start of the server to its last page; milliseconds. */
  readonly timeoutMs: number
  /** Sent with every request to a server over HTTP. The values are secret: no message shows them. */
  readonly headers: Readonly<Record<string, string>>
  /** Variables that a child process gets besides PATH, HOME and LANG. Their values are secret too. */
  readonly variables: readonly string[]
  readonly signal?: AbortSignal
}

export interface McpListing {
  readonly server: {
    readonly name?: string
    readonly title?: string
    readonly version?: string
    readonly instructions?: string
  }
  /** The members of `tools` of all pages, in order, numbers as they were spelled. */
  readonly tools: readonly JsonValue[]
  /** Names of the secrets that the server's texts held and that were replaced in them. */
  readonly hiddenSecrets?: readonly string[]
}

/** Asks live MCP servers for their tools. */
export interface McpTools {
  /** @throws {InputError} `mcp-…` when the server cannot be started or reached, or does not answer as it should. */
  list(target: McpTarget, options: McpListOptions): Promise<McpListing>
}

/**
 * Reads `mcp:<command line>`, `mcp+http://…` or `mcp+https://…`; undefined for anything else.
 *
 * @throws {InputError} `mcp-spec`.
 */
export function mcpTargetOf(spec: string): McpTarget | undefined {
  if (spec.startsWith('mcp:')) return { kind: 'stdio', command: splitCommand(spec.slice(4)) }
  if (!/^mcp\+https?:/i.test(spec)) return undefined
  const url = spec.slice(4)
  if (!URL.canParse(url) || new URL(url).hostname === '')
    throw badSpec('The address of the MCP server cannot be read.')
  return { kind: 'http', url }
}

/**
 * Cuts a command line into program and arguments as a shell would, without being one: white space separates, single
 * and double quotes group, and a backslash takes the next quote, backslash or white space as it stands. Before any
 * other character it is a plain backslash, so that Windows paths need no doubling. Nothing is expanded.
 *
 * @throws {InputError} `mcp-spec` when nothing is there or a quote is not closed.
 */
export function splitCommand(line: string): readonly [string, ...string[]] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    const next = line.charAt(at + 1)
    const isEscape = character === '\\' && quote !== "'" && next !== '' && /["'\\\s]/.test(next)
    if (isEscape) {
      word = (word ?? '') + next
      at++
    } else if (quote !== '') {
      if (character === quote) quote = ''
      else word += character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      word = (word ?? '') + character
    }
  }
  if (quote !== '') throw badSpec(`A ${quote} in the command line is not closed.`)
  if (word !== undefined) words.push(word)
  const [program, ...args] = words
  if (program === undefined || program === '') throw badSpec('The command line of the MCP server is empty.')
  return [program, ...args]
}

function badSpec(what: string): InputError {
  return new InputError({
    code: 'mcp-spec',
    what,
    fix: 'Write mcp:<program and arguments>, e.g. "mcp:npx -y @modelcontextprotocol/server-everything", or mcp+https://host/path.',
  })
}

/**
 * How messages name a server: program and arguments without what looks secret, or the address without user and query.
 */
export function describeTarget(target: McpTarget): string {
  return targetParts(target).shown
}

/** What `describeTarget` leaves out. */
export function secretsOfTarget(target: McpTarget): readonly string[] {
  return targetParts(target).hidden
}

interface TargetParts {
  readonly shown: string
  readonly hidden: readonly string[]
}

function targetParts(target: McpTarget): TargetParts {
  if (target.kind === 'http') {
    const { protocol, host, pathname, username, password, searchParams } = new URL(target.url)
    const hidden = [username, password].filter((one) => one !== '').map(decodePercent)
    return { shown: `mcp+${protocol}//${host}${pathname}`, hidden: [...hidden, ...searchParams.values()] }
  }
  const hidden: string[] = []
  let hidesNext = false
  const words = target.command.map((word) => {
    const isHidden = hidesNext
    hidesNext = SECRET_FLAG.test(word) && !word.includes('=')
    if (isHidden || looksLikeKey(word)) {
      // Of a header the value alone is one.
      hidden.push(word.replace(/^[\w-]+: *(?:\w+ +)?/, ''))
      return '…'
    }
    const assigned = SECRET_ASSIGNMENT.exec(word)
    if (assigned !== null) {
      hidden.push(word.slice(assigned[0].length))
      return `${assigned[1]}=…`
    }
    if (URL.canParse(word) && word.includes('://')) {
      const { username, password, searchParams } = new URL(word)
      hidden.push(
        ...[username, password].filter((one) => one !== '').map(decodePercent),
        ...searchParams.values(),
      )
    }
    return word
      .replace(URL_CREDENTIALS, '$1…@')
      .replace(/\?[^\s]*/, (query) => (word.includes('://') ? '?…' : query))
  })
  return { shown: `mcp:${words.join(' ')}`, hidden }
}

/** Long, of letters and digits, without the dots and slashes of paths and packages. */
function looksLikeKey(word: string): boolean {
  return /^[\w-]{24,}$/.test(word) && /[0-9]/.test(word) && /[A-Za-z]/.test(word)
}

const SECRET_FLAG =
  /^-{1,2}[\w-]*(?:key|token|secret|password|passwd|auth|credential|bearer|header)[\w-]*(?:=|$)/i
const SECRET_ASSIGNMENT =
  /^(-{0,2}[\w-]*(?:key|token|secret|password|passwd|auth|credential|bearer|header)[\w-]*)=/i
const URL_CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/i
