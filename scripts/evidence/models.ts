import { type Exhibit, type Figure, jsonIn, type Reading } from './exhibit.js'
import { readReferenceVerdicts } from './instrument.js'
import type { LadderOutput } from './ladder-output.js'
import { valueText } from './table-text.js'

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

interface BenchmarkScores {
  readonly benchmark: string
  readonly scores: readonly {
    readonly kind: 'scored' | 'unscored'
    readonly metric: string
    readonly group?: string
    readonly value?: number
    readonly n: number
    readonly interval?: readonly [number, number]
    readonly itemInterval?: readonly [number, number]
  }[]
}

const CALLERS = ['reference:caller', 'reference:talker', 'reference:eager', 'gguf:$MODEL'] as const
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'novel.jsonl': ['call-exact', 'keyword-anywhere'],
  'no-call.jsonl': ['false-call-rate', 'useful-abstention'],
}

/** Calls of each subject: strict and by keywords where one is due, and those that are made where none is. */
export function readCalls(outputs: readonly string[]): Reading {
  const figures = CALLERS.flatMap((subject, at) => {
    // Each subject is asked by one command and scored by the next.
    const benchmarks = jsonIn(outputs[2 * at + 1] ?? '') as readonly BenchmarkScores[]
    return benchmarks.flatMap(({ benchmark, scores }) =>
      (SHOWN[benchmark] ?? []).flatMap((metric) =>
        scores
          .filter((score) => score.metric === metric && score.group === undefined)
          .map(({ value, n, interval, itemInterval }): Figure => {
            const shown = interval ?? itemInterval
            return {
              what: `${subject}: ${metric}`,
              group: `${benchmark} ${metric}`,
              value: value ?? null,
              unit: 'share',
              n,
              counted: 'items',
              ...(shown === undefined
                ? {}
                : { interval: shown, over: interval === undefined ? 'these-items' : 'clusters' }),
            }
          }),
      ),
    )
  })
  return { verdicts: [], figures, faults: [] }
}

/** Who is credited for abstention and never did anything else. */
function neverCallsSentence({ figures }: Reading): readonly string[] {
  const silent = CALLERS.filter((subject) => {
    const value = (metric: string) => figures.find(({ what }) => what === `${subject}: ${metric}`)?.value
    return value('call-exact') === 0 && value('false-call-rate') === 0
  })
  if (silent.length === 0) return []
  const names = silent.map((subject) => `\`${subject}\``).join(' and ')
  return [
    `${names}: no right call where one is due, none where none is. High abstention alone is what never calling gets, and no merit.`,
  ]
}

/** Where naming a tool and calling it part. */
function failsOpenSentence({ figures }: Reading): readonly string[] {
  const of = (subject: string, metric: string): Figure | undefined =>
    figures.find(({ what }) => what === `${subject}: ${metric}`)
  const [keyword, strict] = [of('reference:talker', 'keyword-anywhere'), of('reference:talker', 'call-exact')]
  if (keyword === undefined || strict === undefined) return []
  return [
    `The talker, which was trained to name its tool and never to call, gets ${valueText(keyword)} by the keyword rule and ${valueText(strict)} strictly.`,
  ]
}

const verdictOf = ({ verdicts }: Reading): string => verdicts[0]?.verdict ?? 'unmeasured'

const ENGINE = 'ASSAY_PEERS=test/assets/local-models '

export const models: readonly Exhibit[] = [
  {
    id: 'reference-ladders',
    section: 'models',
    title: 'Five reference subjects up the ladder',
    about:
      'Small real models, trained from scratch to have one fault each; the verdicts were written down before there were weights. The checks hold the ladder and the comparison of checkpoints against that. A check of an expectation that the card says did not come true passes where it does not show here either.',
    commands: [`${ENGINE}node bin/assay.js calibrate --only ladder --only drift --json`],
    inputs: ['./reference/models', './reference/ladder'],
    needs: ['engine'],
    read: readReferenceVerdicts,
    follows: () => [
      'Five models of one size and one maker say that the verdicts can be told apart, not that they are right of a model that somebody else made.',
    ],
  },
  {
    id: 'small-models-calls',
    section: 'models',
    title: 'Calls of four small models, strict and by keywords',
    about:
      '24 prompts that need one call, in words that no training row has, and 40 that need none; greedy. The reference subjects answer in the dialect that they were trained on. SmolLM2’s template has no place for tools, so that they are declared as the dialect hermes does; it was not trained to call.',
    commands: CALLERS.flatMap((subject, at) => [
      `${ENGINE}node bin/assay.js run --items reference/ladder/novel.jsonl --items reference/ladder/no-call.jsonl --subject ${subject} --dialect ${subject.startsWith('gguf') ? 'hermes' : 'vectrayx'} --max-tokens-out 96 --no-cache --json -o $OUT/calls-${at}`,
      `node bin/assay.js score run $OUT/calls-${at} --json`,
    ]),
    inputs: [
      './reference/ladder/novel.jsonl',
      './reference/ladder/no-call.jsonl',
      './reference/models',
      '$MODEL',
    ],
    needs: ['model', 'engine'],
    read: readCalls,
    follows: (reading) => [...failsOpenSentence(reading), ...neverCallsSentence(reading)],
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
      'The same file on the corpus of the reference subjects, whose tools and wording it never saw, asked in the dialect hermes, since its own template has no place for tools; the smallest batteries, without the six prompts to look at. The practice corpus is this very file, so that figures that agree with the exhibit above are no second piece of evidence.',
    commands: [
      `${ENGINE}node bin/assay.js ladder --subject gguf:$MODEL --corpus reference/ladder/corpus.jsonl --size glance --rungs 0,1,3,4 --answer-dialect hermes --json -o $OUT/corpus`,
    ],
    inputs: ['$MODEL', './reference/ladder/corpus.jsonl'],
    needs: ['model', 'engine'],
    read: readLadder,
    follows: (reading) => [
      `The verdict is \`${verdictOf(reading)}\`. Nobody trained this model on this corpus, so that it says nothing of what training on it would do.`,
    ],
  },
]
