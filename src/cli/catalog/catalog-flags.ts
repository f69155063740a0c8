import { type Command, InvalidArgumentError, Option } from 'commander'
import { lateMcp } from '../../adapters/mcp/late-mcp.js'
import type { DuplicateRule } from '../../catalog/assemble.js'
import type { ImportOptions } from '../../catalog/import.js'
import type { ImportContext } from '../../catalog/read-records.js'
import { InputError } from '../../errors.js'
import type { CliContext } from '../command.js'
import { repeated } from '../options.js'

/** Flags of every command that takes a catalog. */
export interface CatalogFlags {
  readonly format?: string
  readonly onDuplicate: DuplicateRule
  readonly header?: readonly string[]
  readonly timeout: number
  readonly env?: readonly string[]
  readonly allowRemoteRefs?: boolean
}

/** What `--catalog` and the arguments of `assay catalog` take, for their help. */
export const CATALOG_SPECS =
  'file, folder, http(s):// address, "mcp:<command line>" or mcp+http(s)://…; the format is detected'

/** Adds the flags by which catalogs are read. */
export function addCatalogFlags(command: Command): Command {
  return command
    .option('--format <format>', 'read with this format instead of detecting it')
    .addOption(
      new Option('--on-duplicate <rule>', 'when two tools have one name')
        .choices(['error', 'first', 'qualify'])
        .default('error'),
    )
    .option('--header <name: value>', 'send to MCP servers over HTTP (repeatable)', repeated)
    .option('--timeout <seconds>', 'wait for a live server or an address', seconds, 30)
    .option(
      '--env <name>',
      'variable that an MCP server gets besides PATH, HOME and LANG (repeatable)',
      repeated,
    )
    .option('--allow-remote-refs', 'let $refs of a description leave the document')
}

/** The flags as the library takes them. */
export function importOptionsOf(flags: CatalogFlags): ImportOptions {
  return {
    onDuplicate: flags.onDuplicate,
    timeoutMs: flags.timeout * 1000,
    headers: headersOf(flags.header ?? []),
    variables: flags.env ?? [],
    allowRemoteRefs: flags.allowRemoteRefs === true,
    ...(flags.format === undefined ? {} : { format: flags.format }),
  }
}

/** What reading catalogs needs from outside. */
export function importContextOf({
  files,
  http,
  notify,
  signal,
}: Pick<CliContext, 'files' | 'http' | 'notify' | 'signal'>): ImportContext {
  return { files, http, notify, signal, mcp: lateMcp }
}

function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0 && value <= 86_400)) {
    throw new InvalidArgumentError('It must be a number of seconds, more than 0 and at most 86400.')
  }
  return value
}

/** @throws {InputError} `header-broken`; the message does not show the value. */
export function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*)$/.exec(line)
    const [, name, value] = parts ?? []
    if (name === undefined || value === undefined) {
      throw new InputError({
        code: 'header-broken',
        what: 'A header cannot be read; it is not shown, because it may hold a secret.',
        where: '--header',
        fix: "Write --header 'Name: value'.",
      })
    }
    headers[name] = value.trim()
  }
  return headers
}
