import { InputError } from '../../errors.js'
import type { AnnotationRoom } from './annotation-room.js'
import { json, type Route } from './run-routes.js'

/** What annotators ask for and say. Everything that writes is posted. */
export function annotationRoutes(room: AnnotationRoom): ReadonlyMap<string, Route> {
  const posted =
    (work: (body: Posted) => Promise<unknown>): Route =>
    async ({ method, body }) =>
      method === 'POST' ? json((await work(postedIn(body))) ?? {}) : undefined
  return new Map<string, Route>([
    ['api/annotation', async () => json(await room.hall())],
    ['api/annotation/enter', posted(({ annotator }) => room.enter(annotator))],
    ['api/annotation/answer', posted(({ annotator, ...answer }) => room.answer(annotator, answer))],
    ['api/annotation/skip', posted(({ annotator, unit }) => room.skip(annotator, unit))],
    ['api/annotation/undo', posted(({ annotator }) => room.undo(annotator))],
    ['api/annotation/leave', posted(({ annotator }) => room.leave(annotator))],
    ['api/agreement', async () => json(await room.agreement())],
  ])
}

interface Posted {
  readonly annotator: string
  readonly unit: string
  readonly choices: readonly number[]
  readonly note: string
}

/** @throws {InputError} `serve-body`. */
function postedIn(body: unknown): Posted {
  if (typeof body === 'object' && body !== null) {
    const { annotator, unit = '', choices = [], note = '' } = body as Record<string, unknown> // an object of JSON
    const isWhole =
      typeof annotator === 'string' &&
      typeof unit === 'string' &&
      typeof note === 'string' &&
      Array.isArray(choices) &&
      choices.every((one): one is number => Number.isSafeInteger(one))
    if (isWhole) return { annotator, unit, choices, note }
  }
  throw new InputError({ code: 'serve-body', what: 'What was posted names no annotator, or is no answer.' })
}
