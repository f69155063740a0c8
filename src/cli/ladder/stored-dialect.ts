import { InputError } from '../../errors.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { isProgram } from '../dialect/dialect-program.js'

/**
 * A dialect that a stored ladder names. One that is described by a program is opened only when the command line names the
 * same: a folder that somebody sent must run nothing.
 *
 * @param typed what the command line names.
 * @throws {InputError} `dialect-executes`, and what opening dialects throws.
 */
export async function storedDialect(
  id: string,
  typed: string | undefined,
  context: Pick<CliContext, 'files'>,
): Promise<Dialect> {
  if (!isProgram(id) || id === typed) return dialectOption(id, undefined, context)
  throw new InputError({
    code: 'dialect-executes',
    what: 'The dialect of this ladder is described by a program, and it is named by a file.',
    where: id,
    fix: 'If you trust it, repeat it on the command line with --dialect or --answer-dialect.',
  })
}
