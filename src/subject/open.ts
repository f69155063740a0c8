import { InputError } from '../errors.js'
import { nearestWord } from '../text/nearest.js'
import type { SubjectContext, SubjectKind } from './kind.js'
import type { Subject } from './subject.js'

/** Subjects inside subjects that are opened at most; deeper specs are a mistake or an attack. */
const MAX_NESTING = 8

/**
 * Opens the subject that a spec names, e.g. `openai:gpt-4o-mini` or `replay:outputs.jsonl`.
 *
 * @throws {InputError} `subject-unknown`, `subject-spec`, `subject-executes`, and whatever the kind's own files give.
 */
export function openSubject(
  spec: string,
  context: Omit<SubjectContext, 'open'>,
  kinds: readonly SubjectKind[],
): Promise<Subject> {
  const openAt =
    (depth: number) =>
    async (inner: string): Promise<Subject> => {
      if (depth > MAX_NESTING) {
        throw new InputError({
          code: 'subject-spec',
          what: `Subjects are nested more than ${MAX_NESTING} deep.`,
          where: shownSpec(spec),
          fix: 'Name the inner subject by itself.',
        })
      }
      const { id, argument } = splitSpec(inner)
      const kind = kinds.find((known) => known.id === id)
      if (kind === undefined) throw unknownKind(inner, id, kinds)
      if (kind.executes === true && !context.mayExecute) {
        throw new InputError({
          code: 'subject-executes',
          what: `"${id}:" starts a program or loads code, and this spec comes from a file.`,
          where: shownSpec(inner),
          fix: 'If you trust it, repeat the whole spec on the command line with --subject.',
        })
      }
      return kind.open(argument, { ...context, open: openAt(depth + 1) })
    }
  return openAt(0)(spec)
}

/** The word before the first colon, and what follows it. */
export function splitSpec(spec: string): { readonly id: string; readonly argument: string } {
  const colon = spec.indexOf(':')
  return colon === -1
    ? { id: spec, argument: '' }
    : { id: spec.slice(0, colon), argument: spec.slice(colon + 1) }
}

function unknownKind(spec: string, id: string, kinds: readonly SubjectKind[]): InputError {
  const nearest = nearestWord(
    id,
    kinds.map((kind) => kind.id),
  )
  const guess = kinds.find((kind) => kind.id === nearest)
  const hint = guess === undefined ? '' : `Did you mean ${guess.usage}?\n         `
  return new InputError({
    code: 'subject-unknown',
    what: `There is no kind of subject "${id}".`,
    where: spec === '' ? 'an empty spec' : shownSpec(spec),
    fix: `${hint}Known are ${kinds.map((kind) => kind.id).join(', ')}.`,
  })
}

/** A spec as messages may show it: user names, passwords and queries of addresses left out. */
export function shownSpec(spec: string): string {
  return spec.replace(/(https?:\/\/)[^@/\s]*@/g, '$1').replace(/\?[^#\s]*/g, '')
}
