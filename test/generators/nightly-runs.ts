import type { StoredRunSpec } from './stored-run.js'

/** Which items a run has right: the first `right`, but that every `slip`-th is the other way. */
const answers = (right: number, slip: number): readonly boolean[] =>
  Array.from({ length: 200 }, (_, place) => place < right !== (place % slip === 0))

/** The runs that the pages about queries and trends speak of. */
export const nightlyRuns: readonly StoredRunSpec[] = [
  { id: 'night-1', right: answers(160, 20) },
  { id: 'night-2', right: answers(158, 25) },
  { id: 'night-3', right: answers(161, 22) },
  { id: 'night-4', right: answers(126, 21) },
  { id: 'night-5', right: answers(128, 24) },
].map((spec, at) => ({ ...spec, createdAt: `2026-11-0${at + 1}T02:00:00.000Z` }))
