import type { BenchmarkScores } from '../../../score/run/score-run.js'
import { figuresOf } from '../../figures-of.js'
import { defineDetector, figureSignals } from '../detector.js'

/** Recall under the trie and free, against what it is known to be. */
export const recallDetector = defineDetector({
  id: 'recall',
  describes: 'recall of tools against known figures',
  fits: () => true,
  async look(observation) {
    const { recall, tolerance } = observation.instrument.expected
    return figureSignals(recall, figuresOf((await observation.recalled()).scores), tolerance)
  },
})

/** Multiple-choice questions, against what is known. */
export const choicesDetector = defineDetector({
  id: 'choices',
  describes: 'answers to multiple-choice questions against known figures',
  fits: ({ instrument }) => instrument.expected.choices !== undefined,
  async look(observation) {
    const { choices = {}, tolerance } = observation.instrument.expected
    return figureSignals(choices, figuresIn((await observation.asked()).benchmarks, 'mcq'), tolerance)
  },
})

/** Calls, against what is known. */
export const callsDetector = defineDetector({
  id: 'calls',
  describes: 'calls against known figures',
  fits: ({ instrument }) => instrument.expected.calls !== undefined,
  async look(observation) {
    const { calls = {}, tolerance } = observation.instrument.expected
    return figureSignals(calls, figuresIn((await observation.asked()).benchmarks, 'call'), tolerance)
  },
})

function figuresIn(
  benchmarks: readonly BenchmarkScores[],
  kind: 'mcq' | 'call',
): Readonly<Record<string, number>> {
  const found = benchmarks.flatMap(({ kinds }) => kinds).find((one) => one.kind === kind)
  return found === undefined ? {} : figuresOf(found.scores)
}
