import { type Exhibit, type Figure, jsonIn, type Reading } from './exhibit.js'
import { readReferenceVerdicts } from './instrument.js'
import type { LadderOutput } from './ladder-output.js'

/** The verdict of a ladder and of each rung, and the figures that the verdict rests on. */
export function readLadder(outputs: readonly string[]): Reading {
  const ladder = jsonIn(outputs[0] ?? '') as LadderOutput // assay.ladder/1
  return {
    verdicts: [
      { of: 'ladder', verdict: ladder.verdict },
      ...ladder.rungs.map(({ id, name, verdict }) => ({ of: `rung ${id}, ${name}`, verdict })),
    ],
    figures: ladder.figures.map(
      ({ rung, metric, value, n, interval, isItemsOnly, standing }): Figure => ({
        what: `rung ${rung}, ${metric}`,
        group: metric,
        value,
        unit: metric.startsWith('p-first') ? 'probability' : 'share',
        n,
        counted: 'answers',
        ...(interval === undefined
          ? {}
          : { interval, over: isItemsOnly === true ? ('these-items' as const) : ('clusters' as const) }),
        ...(standing === undefined ? {} : { note: `stands ${standing}` }),
      }),
    ),
    faults: ladder.rungs.flatMap(({ id, findings }) =>
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ code, severity, count }) => ({ code, severity, count, of: `rung ${id}` })),
    ),
  }
}

const verdictOf = ({ verdicts }: Reading): string => verdicts[0]?.verdict ?? 'unmeasured'

const ENGINE = 'ASSAY_PEERS=test/assets/local-models '

export const models: readonly Exhibit[] = [
  {
    id: 'reference-ladders',
    section: 'models',
    title: 'Five reference subjects up the ladder',
    about:
      'Small real models, trained from scratch to have one fault each; the verdicts were written down before there were weights. The checks hold the ladder and the comparison of checkpoints against that.',
    commands: [`${ENGINE}node bin/assay.js calibrate --only ladder --only drift --json`],
    inputs: ['./reference/models', './reference/ladder'],
    needs: ['engine'],
    read: readReferenceVerdicts,
    follows: () => [
      'Five models of one size and one maker say that the verdicts can be told apart, not that they are right of a model that somebody else made.',
    ],
  },
  {
    id: 'smollm2-practice',
    section: 'models',
    title: 'SmolLM2-135M-Instruct up the ladder, on the practice corpus',
    about:
      'A chat model of 135 million parameters in 4 bits, greedy, on the corpus that Assay brings, which it was not trained on: skill and no memory.',
    commands: [`${ENGINE}node bin/assay.js ladder --subject gguf:$MODEL --json -o $OUT/practice`],
    inputs: ['$MODEL'],
    needs: ['model', 'engine'],
    read: readLadder,
    follows: (reading) => [`The verdict is \`${verdictOf(reading)}\`, of this file on this corpus.`],
  },
  {
    id: 'smollm2-corpus',
    section: 'models',
    title: 'SmolLM2-135M-Instruct up the ladder, on the reference corpus',
    about:
      'The same file on the corpus of the reference subjects, whose tools and wording it never saw, asked in the dialect of its own template.',
    commands: [
      `${ENGINE}node bin/assay.js ladder --subject gguf:$MODEL --corpus reference/ladder/corpus.jsonl --size quick --answer-dialect hermes --json -o $OUT/corpus`,
    ],
    inputs: ['$MODEL', './reference/ladder/corpus.jsonl'],
    needs: ['model', 'engine'],
    read: readLadder,
    follows: (reading) => [
      `The verdict is \`${verdictOf(reading)}\`. Nobody trained this model on this corpus, so that it says nothing of what training on it would do.`,
    ],
  },
]
