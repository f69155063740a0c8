import { resolve } from 'node:path'
import { InputError } from '../errors.js'

/**
 * Refuses outputs of which one is an input, or two are one.
 *
 * @throws {InputError} `output-is-input`, `outputs-clash`.
 */
export function guardOutputs(outputs: readonly (string | undefined)[], inputs: readonly string[]): void {
  const given = outputs.filter((output) => output !== undefined)
  for (const [at, output] of given.entries()) {
    guardOutput(output, inputs)
    if (given.slice(0, at).every((other) => resolve(other) !== resolve(output))) continue
    throw new InputError({
      code: 'outputs-clash',
      what: 'Two outputs would be written to one file.',
      where: output,
      fix: 'Give each a name of its own.',
    })
  }
}

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
