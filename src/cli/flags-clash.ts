import { InputError } from '../errors.js'

/** Flags that say two things at once, or that nothing would heed. @param where the flag to look at. */
export function flagsClash(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'flags-clash', what, where, fix })
}
