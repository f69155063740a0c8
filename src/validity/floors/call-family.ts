import type { CallTask } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import { judgeCalls } from '../../score/calls/call-verdict.js'
import { OutputReader } from '../../score/calls/read-output.js'
import type { NullFamily } from './null-family.js'

/**
 * Null callers on call items, strictly: calls must be exact, and where gold has none something must be said. Where the
 * items are of both kinds, both count half.
 */
export function callFamily(tasks: readonly CallTask[]): NullFamily {
  const expects = tasks.map(({ gold }) => (gold.calls.length === 0 ? 'none' : 'calls'))
  const isTwoSided = expects.includes('none') && expects.includes('calls')
  const reader = new OutputReader({})
  return {
    kind: 'call',
    metric: isTwoSided ? 'balanced-accuracy' : 'exact',
    ...(isTwoSided ? { classes: expects } : {}),
    ids: tasks.map(({ id }) => id),
    clusters: tasks.map(({ cluster }) => cluster),
    texts: tasks.map(({ messages }) => messages.map(({ text }) => text).join('\n')),
    // Whoever never calls, or always calls rightly, is right on one half.
    chance: tasks.map(() => (isTwoSided ? 0.5 : 0)),
    nulls: nullCallers.map(({ id, describes, prepare }) => {
      const answer = prepare(tasks)
      return {
        id,
        describes,
        isBlind: true,
        right: tasks.map((task) => {
          const { expects: kind, exact, outcome } = judgeCalls(task, reader.readNull(task, answer(task)))
          return (kind === 'none' ? outcome === 'abstained' : exact) ? 1 : 0
        }),
      }
    }),
    hasOpposites: false,
    whenHigh: 'care',
  }
}
