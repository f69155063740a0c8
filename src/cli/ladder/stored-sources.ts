import { InputError } from '../../errors.js'
import { isProgram } from '../dialect/dialect-program.js'
import type { LadderFlags } from './ladder-flags.js'
import type { LadderPlan } from './ladder-plan.js'

/**
 * What a stored plan names may be read, not run: a folder can come from anybody. The command line is the user's own word.
 *
 * @throws {InputError} `dialect-executes`, `catalog-executes`.
 */
export function checkStoredSources(
  { dialectGiven, answerDialect, tools }: Pick<LadderPlan, 'dialectGiven' | 'answerDialect' | 'tools'>,
  flags: Pick<LadderFlags, 'dialect' | 'answerDialect' | 'tools'>,
): void {
  if (flags.dialect === undefined && dialectGiven !== undefined && isProgram(dialectGiven)) {
    throw executes('dialect', dialectGiven, '--dialect')
  }
  if (flags.answerDialect === undefined && isProgram(answerDialect)) {
    throw executes('dialect', answerDialect, '--answer-dialect')
  }
  if (flags.tools === undefined && tools !== undefined && isLive(tools)) {
    throw executes('catalog', tools, '--tools')
  }
}

function isLive(source: string): boolean {
  return /^(?:mcp[:+]|[a-z][a-z0-9+.-]*:\/\/)/i.test(source)
}

function executes(what: 'dialect' | 'catalog', where: string, flag: string): InputError {
  return new InputError({
    code: `${what}-executes`,
    what:
      what === 'dialect'
        ? 'The dialect of this ladder is described by a program, and it is named by a file.'
        : 'The catalog of this ladder is a live server or an address, and it is named by a file.',
    where,
    fix: `If you trust it, repeat it on the command line with ${flag}.`,
  })
}
