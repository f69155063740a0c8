import { InputError } from '../errors.js'
import { nearestWord } from '../text/nearest.js'
import type { RetrieverContext, RetrieverKind } from './kind.js'
import type { Retriever } from './retriever.js'
import { retrieverKinds } from './retrievers/index.js'
import { redacted } from './spec.js'

/** Retrievers inside retrievers that are opened at most; deeper specs are a mistake or an attack. */
const MAX_NESTING = 8

/**
 * Opens the retriever that a spec names, e.g. `bm25`, `bm25:t3,okapi`, `hybrid:bm25+random`.
 *
 * @throws {InputError} `retriever-unknown`, `retriever-spec`, and whatever the kind's own files or addresses give.
 */
export function openRetriever(
  spec: string,
  context: Omit<RetrieverContext, 'open' | 'kindIds'>,
  kinds: readonly RetrieverKind[] = retrieverKinds,
): Promise<Retriever> {
  const kindIds = kinds.map((kind) => kind.id)
  const openAt =
    (depth: number) =>
    async (inner: string): Promise<Retriever> => {
      if (depth > MAX_NESTING) {
        throw new InputError({
          code: 'retriever-spec',
          what: `Retrievers are nested more than ${MAX_NESTING} deep.`,
          where: redacted(spec),
          fix: 'Fuse them in one hybrid: hybrid:a+b+c.',
        })
      }
      const colon = inner.indexOf(':')
      const id = colon === -1 ? inner : inner.slice(0, colon)
      const kind = kinds.find((known) => known.id === id)
      if (kind === undefined) throw unknownKind(inner, id, kinds)
      const argument = colon === -1 ? '' : inner.slice(colon + 1)
      return kind.open(argument, { ...context, kindIds, open: openAt(depth + 1) })
    }
  return openAt(0)(spec)
}

/** Whether a spec names a retriever: its word before the first colon is a known kind. */
export function isRetrieverSpec(spec: string, kinds: readonly RetrieverKind[] = retrieverKinds): boolean {
  const [id] = spec.split(':', 1)
  return kinds.some((kind) => kind.id === id)
}

function unknownKind(spec: string, id: string, kinds: readonly RetrieverKind[]): InputError {
  const nearest = nearestWord(
    id,
    kinds.map((kind) => kind.id),
  )
  const guess = kinds.find((kind) => kind.id === nearest)
  const hint = guess === undefined ? '' : `Did you mean ${guess.usage}?\n         `
  return new InputError({
    code: 'retriever-unknown',
    what: `There is no retriever "${id}".`,
    where: spec === '' ? 'an empty spec' : redacted(spec),
    fix: `${hint}Known are ${kinds.map((kind) => kind.id).join(', ')}.`,
  })
}
