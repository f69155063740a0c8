import { resolve } from 'node:path'
import { InputError } from '../errors.js'

/**
 * Refuses an output that is one of the inputs: a report would take the place of what it reports on.
 *
 * @throws {InputError} `output-is-input`.
 */
export function guardOutput(output: string | undefined, inputs: readonly string[]): void {
  if (output === undefined) return
  const place = resolve(output)
  if (inputs.every((input) => resolve(input) !== place)) return
  throw new InputError({
    code: 'output-is-input',
    what: 'The output would replace an input.',
    where: output,
    fix: 'Choose another name with -o.',
  })
}
