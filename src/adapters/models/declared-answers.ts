import { InputError } from '../../errors.js'
import type { SubjectContext } from '../../subject/kind.js'
import type { SubjectRequestKind } from '../../subject/request.js'

const DECLARABLE: readonly SubjectRequestKind[] = [
  'completion',
  'next-token',
  'continuation',
  'choices',
  'logprobs',
  'token-ids',
]

/**
 * What a program of the user's can do: chat, and what `extra.answers` of the config adds.
 *
 * @throws {InputError} `subject-options`.
 */
export function declaredAnswers({
  options,
}: Pick<SubjectContext, 'options'>): ReadonlySet<SubjectRequestKind> {
  const given: unknown = options.extra?.answers ?? []
  if (Array.isArray(given)) {
    const known = DECLARABLE.filter((kind) => given.includes(kind))
    if (known.length === new Set(given.filter((kind) => kind !== 'chat')).size)
      return new Set(['chat', ...known])
  }
  throw new InputError({
    code: 'subject-options',
    what: '"answers" must be a list of what the program can do.',
    where: 'extra',
    fix: `Choose from ${DECLARABLE.join(', ')}.`,
  })
}
