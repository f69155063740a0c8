import type { McpListOptions } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import type { Secret } from '../../text/secrets.js'

/** PATH, HOME and LANG, what Windows cannot start a program without, and the named variables. */
export function environmentOf(names: readonly string[]): Readonly<Record<string, string>> {
  const own = process.platform === 'win32' ? ['SYSTEMROOT', 'PATHEXT', 'TEMP', 'USERPROFILE'] : []
  const environment: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'LANG', ...own, ...names]) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

/**
 * What no message and no catalog may show: the values of named variables and of headers, and of a header such as
 * `Bearer …` its second part.
 *
 * @throws {InputError} `variable-missing`.
 */
export function secretsOf({ headers, variables }: McpListOptions): readonly Secret[] {
  const secrets: Secret[] = []
  for (const name of variables) {
    // A name goes into messages and marks, so it must be plain; others are never set.
    const value = /^[A-Za-z_][\w.()-]*$/.test(name) ? process.env[name] : undefined
    if (value === undefined) {
      throw new InputError({
        code: 'variable-missing',
        what: `The variable ${JSON.stringify(name)} is not set.`,
        where: '--env',
        fix: `Set it, or leave out --env ${name}.`,
      })
    }
    secrets.push({ name, value })
  }
  for (const [name, value] of Object.entries(headers)) {
    secrets.push({ name, value })
    const second = /^\S+\s+(\S+)$/.exec(value)?.[1]
    if (second !== undefined) secrets.push({ name, value: second })
  }
  return secrets
}
