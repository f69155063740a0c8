import { AssayError } from '../errors.js'
import { printable, printableLines } from '../text/printable.js'

/**
 * An error as stderr shows it, with a line break at its end. What it quotes may come from a stranger: the place stands on one line, and no
 * line is one that GitHub would take for a command of the workflow.
 */
export function toldError(error: unknown): string {
  return `${linesOf(error).split('\n').map(commandless).join('\n')}\n`
}

function linesOf(error: unknown): string {
  if (!(error instanceof AssayError)) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `BugError: Assay failed unexpectedly; please report it with these lines.\n${printableLines(told)}`
  }
  const { name, what, where, fix } = error
  return [
    `${name}: ${printableLines(what)}`,
    ...(where === undefined ? [] : [`  where: ${printable(where)}`]),
    ...(fix === undefined ? [] : [`  fix:   ${printableLines(fix)}`]),
  ].join('\n')
}

/** `::` counts behind any indentation, and the older form `##[` anywhere in a line. */
function commandless(line: string): string {
  return line.replaceAll('##[', '## [').replace(/^(\s*)::/, '$1: :')
}
