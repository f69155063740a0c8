import { InputError } from '../../errors.js'
import type { AnnotationRoom, RoomAnswer } from './annotation-room.js'
import { json, type Route } from './run-routes.js'

/** What annotators ask for and say. Everything that writes is posted. */
export function annotationRoutes(room: AnnotationRoom): ReadonlyMap<string, Route> {
  const posted =
    (work: (body: RoomAnswer) => Promise<unknown>): Route =>
    async ({ method, body }) =>
      method === 'POST' ? json((await work(postedIn(body))) ?? {}) : undefined
  return new Map<string, Route>([
    ['api/annotation', async () => json(await room.hall())],
    ['api/annotation/enter', posted((body) => room.enter(body))],
    ['api/annotation/answer', posted((body) => room.answer(body))],
    ['api/annotation/skip', posted((body) => room.skip(body))],
    ['api/annotation/undo', posted((body) => room.undo(body))],
    ['api/annotation/leave', posted((body) => room.leave(body))],
    ['api/agreement', async () => json(await room.agreement())],
  ])
}

/** @throws {InputError} `serve-body`. */
function postedIn(body: unknown): RoomAnswer {
  if (typeof body === 'object' && body !== null) {
    const { annotator, seat = '', unit = '', choices = [], note = '' } = body as Record<string, unknown> // an object of JSON
    const isWhole =
      typeof annotator === 'string' &&
      typeof seat === 'string' &&
      typeof unit === 'string' &&
      typeof note === 'string' &&
      Array.isArray(choices) &&
      choices.every((one): one is number => Number.isSafeInteger(one))
    if (isWhole) return { annotator, seat, unit, choices, note }
  }
  throw new InputError({ code: 'serve-body', what: 'What was posted names no annotator, or is no answer.' })
}
