import { type Exhibit, type Figure, jsonIn, type Reading } from './exhibit.js'
import { type LadderOutput, rowsOf, tableOf } from './ladder-output.js'
import { VECTRAYX, vectrayx } from './published.js'
import { CHOSEN_BY_GOLD } from './standing.js'

const CORPUS = 'vectrayx/corpus/tool_sft_mini_v1.jsonl'
const PEEKS = ['constant-in-prose', 'echo-and-word']

/** What null models score in each test, leakage and distinct prompts. */
export function readVectrayx(outputs: readonly string[]): Reading {
  const ladder = jsonIn(outputs[0] ?? '') as LadderOutput // assay.ladder/1
  const floors = rowsOf(tableOf(ladder, 'null-floors'))
  const leaks = rowsOf(tableOf(ladder, 'leakage'))
  const tests = [...new Set(floors.map(({ test }) => String(test)))]
  const groups = [...new Set(floors.map(({ test, measure }) => `${test} ${measure}`))]
  return {
    verdicts: [],
    figures: [
      ...groups.flatMap((group) => floorsOf(floors, group)),
      ...tests.flatMap((test) => [
        ...leaks
          .filter((row) => row.test === test)
          .map((row) =>
            count(
              `${test}: prompts that stand in the training corpus`,
              sum(row, ['exact', 'normalised', 'near (0.8)']),
              Number(row.prompts),
            ),
          ),
        ...rowsOf(tableOf(ladder, 'duplicates'))
          .filter((row) => row.test === test)
          .map((row) =>
            count(`${test}: distinct prompts`, Number(row['distinct when normalised']), Number(row.items)),
          ),
      ]),
    ],
    faults: [],
  }
}

function floorsOf(floors: ReturnType<typeof rowsOf>, group: string): readonly Figure[] {
  const figures = floors
    .filter(({ test, measure }) => `${test} ${measure}` === group)
    .map((row): Figure => {
      const { low, high } = row
      const name = String(row['null model'])
      return {
        what: `${name}: ${group}`,
        group,
        value: Number(row.score),
        unit: 'share',
        n: Number(row.n),
        counted: 'items',
        ...(typeof low === 'number' && typeof high === 'number'
          ? { interval: [low, high] as const, over: 'independent' as const }
          : {}),
        ...(PEEKS.includes(name) ? { note: CHOSEN_BY_GOLD } : {}),
      }
    })
  const first = Math.max(...figures.filter(({ note }) => note === undefined).map(({ value }) => value ?? 0))
  const shown = new Set<Figure>()
  // The strongest that does not look at gold, and those that look and are stronger.
  const strongest = figures.find(({ note, value }) => note === undefined && value === first)
  if (strongest !== undefined) shown.add(strongest)
  for (const figure of figures)
    if (figure.note !== undefined && (figure.value ?? 0) > first) shown.add(figure)
  return figures.map((figure) => (shown.has(figure) ? figure : { ...figure, isDetail: true }))
}

function count(what: string, value: number, n: number): Figure {
  return { what, group: 'size', value, unit: 'count', n, counted: 'prompts' }
}

function sum(row: Readonly<Record<string, string | number | null>>, columns: readonly string[]): number {
  return columns.reduce((total, column) => total + Number(row[column] ?? 0), 0)
}

/** Means that cannot be of so many items. */
export function readGrim(outputs: readonly string[]): Reading {
  const rows = rowsOf(tableOf(jsonIn(outputs[0] ?? '') as LadderOutput, 'published-means'))
  return {
    verdicts: rows.map((row) => ({ of: `${row.whose}, ${row.mean} of ${row.n}`, verdict: String(row.GRIM) })),
    figures: [
      {
        what: 'published means that no number of right answers gives',
        group: 'means',
        value: rows.filter(({ GRIM }) => GRIM === 'impossible').length,
        unit: 'count',
        n: rows.length,
        counted: 'means',
      },
    ],
    faults: [],
  }
}

export const vectrayxExhibits: readonly Exhibit[] = [
  {
    id: 'vectrayx',
    section: 'benchmarks',
    title: 'VectraYX: B1 to B5, by their released rules',
    about:
      'Rung 0 of the ladder answers each test with somebody who knows nothing. `released` is what the released script does, `anywhere` credits the tool’s name wherever it stands. Intervals are Wilson’s and take items as independent, which repeated prompts are not; f1-macro as released is macro recall.',
    commands: [
      `node bin/assay.js ladder --corpus $DATA/${CORPUS} --eval $DATA/vectrayx/eval_data/*.jsonl --eval $DATA/vectrayx/corpus/b4_tooluse_v2.jsonl --rungs 0 --json -o $OUT/vectrayx`,
    ],
    inputs: [CORPUS, 'vectrayx/corpus/b4_tooluse_v2.jsonl', 'vectrayx/eval_data'],
    needs: ['data'],
    read: readVectrayx,
    source: VECTRAYX,
    published: vectrayx,
    follows: () => [
      'A published number inside the interval of a null model, or below it, shows no capability: a program without a model scores as much. Which of the two rules a published B4 was scored by is not always said.',
      'Prompts that stand in the training corpus measure memory; where many do, only the others count.',
    ],
  },
  {
    id: 'vectrayx-means',
    section: 'benchmarks',
    title: 'VectraYX: published means by their arithmetic (GRIM)',
    about:
      'A mean of n right-or-wrong items is one of n + 1 fractions. The document holds three means as printed, with the n that stood beside them.',
    commands: [
      `node bin/assay.js ladder --corpus $DATA/${CORPUS} --eval scripts/evidence/vectrayx-published.yaml --rungs 0 --json -o $OUT/means`,
    ],
    inputs: [CORPUS, './scripts/evidence/vectrayx-published.yaml'],
    needs: ['data'],
    read: readGrim,
    follows: () => [
      'An impossible mean does not say that results were made up. It says that n, the digits or the way of counting are not as stated.',
    ],
  },
]
