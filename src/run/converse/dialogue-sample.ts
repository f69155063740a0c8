import type { Hash } from '../../ports.js'
import type { GenerationSettings } from '../../subject/request.js'
import type { Sample, SampleError, SampleKey } from '../sample.js'
import type { TurnLine } from './turn-line.js'

export interface DialogueSampleParts {
  readonly key: SampleKey
  readonly label: string
  readonly seed: number
  readonly generation: GenerationSettings
  /** All turns, those of earlier sessions included. */
  readonly lines: readonly TurnLine[]
  readonly hash: Hash
  readonly timing: Sample['timing']
  /** Why the dialogue did not come to its end. */
  readonly error?: SampleError
}

/** A played dialogue as its one sample: every step, what it cost in all, and a hash over the hashes of its questions. */
export function dialogueSample(parts: DialogueSampleParts): Sample {
  const { key, label, seed, generation, lines, hash, timing, error } = parts
  const asked = lines.flatMap((line) => line.asked ?? [])
  const records = lines.map(({ record }) => record)
  const usages = records.flatMap(({ steps }) => steps.flatMap(({ usage }) => usage ?? []))
  const costs = asked.flatMap(({ cost }) => cost ?? [])
  const sum = (numbers: readonly (number | undefined)[]): number =>
    numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
  const last = records.at(-1)?.steps.at(-1)?.output
  return {
    ...key,
    subject: label,
    request: { hash: hash(asked.map((one) => one.hash).join('\n')) },
    seed,
    decode: generation,
    ...(error === undefined ? { output: { text: last?.text ?? '', stopReason: 'stop' } } : { error }),
    ...(usages.length === 0
      ? {}
      : {
          usage: {
            promptTokens: sum(usages.map((usage) => usage.promptTokens)),
            completionTokens: sum(usages.map((usage) => usage.completionTokens)),
          },
        }),
    ...(costs.length === 0 ? {} : { cost: sum(costs) }),
    timing,
    attempts: Math.max(1, sum(asked.map(({ attempts }) => attempts))),
    steps: records.flatMap(({ turn, steps }) =>
      steps.map(({ output, execution }, step) => ({ turn, step, output, trace: execution.trace })),
    ),
  }
}
