import { printable } from '../../text/printable.js'

/** What went wrong with a server, before it is known which server and which secrets the message must not show. */
export class McpFailure extends Error {
  readonly code: string
  readonly what: string
  readonly fix: string | undefined

  constructor({ code, what, fix }: { readonly code: string; readonly what: string; readonly fix?: string }) {
    super(what)
    this.code = code
    this.what = what
    this.fix = fix
  }
}

export function tooSlow(timeoutMs: number): McpFailure {
  return new McpFailure({
    code: 'mcp-timeout',
    what: `The server did not list its tools within ${timeoutMs / 1000} s.`,
    fix: 'Try again if npx had to fetch it first. Otherwise check that it speaks MCP and waits for nothing else; commands that have --timeout can wait longer.',
  })
}

/**
 * Errors of the SDK and of `fetch`.
 *
 * @param hide replaces secrets; it must come before anything is cut off, or half of one could stay.
 */
export function failureOf(error: unknown, hide: (text: string) => string): McpFailure {
  const shown = printable(hide(error instanceof Error ? error.message : String(error)), { maxLength: 300 })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 401 || code === 403) {
    return new McpFailure({
      code: 'mcp-refused',
      what: `The server answered with status ${code}.`,
      fix: "Pass what it asks for, e.g. --header 'Authorization: Bearer …'.",
    })
  }
  if (typeof code === 'number' && code >= 400 && code < 600) {
    return new McpFailure({
      code: 'mcp-refused',
      what: `The server answered with status ${code}.`,
      fix: 'Check the path of the address: it must be that of streamable HTTP.',
    })
  }
  if (typeof code === 'number' && code <= -32000) {
    return new McpFailure({ code: 'mcp-refused', what: `The server refused: ${shown}` })
  }
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
  if (inner !== undefined) {
    const reason = 'code' in inner ? String(inner.code) : printable(hide(inner.message), { maxLength: 200 })
    return new McpFailure({
      code: 'mcp-unreachable',
      what: `The server cannot be reached: ${reason}.`,
      fix: 'Check the address and that the server is up.',
    })
  }
  return new McpFailure({ code: 'mcp-malformed', what: `The server does not answer as MCP asks: ${shown}` })
}
