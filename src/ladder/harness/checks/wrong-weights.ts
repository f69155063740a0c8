import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import type { RowLoss, TrainingLoss } from '../../training-loss/training-loss.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'

/**
 * Share of chance, the logarithm of the vocabulary's size, from which the loss of a row says that nothing is known of it.
 * Wrong weights lose that much on every row; a model that merely was not taught some rows knows others.
 *
 * Measured on the loss of the likeliest row over chance: right weights 0.0003 to 0.17 (five reference models on two corpora, one
 * of them foreign to each), a model of 135M that never saw the corpus 0.04, weights of the same tensors in a random order
 * 1.7 and more, weights that know nothing by definition 1.
 */
const NOTHING_KNOWN = 0.75

/**
 * Share of chance from which all calls, or all prose, are strange to the subject. Measured: on what they were trained on 0.0004 to
 * 0.03; the model of 135M 0.05 for calls and 0.28 for prose that it never saw; reference models that were taught the other kind
 * of answer alone 1.8 and more, one on foreign prose 1.2.
 */
const STRANGE = 0.5

/**
 * Whether the weights are those of a model that knows the corpus: the mean loss (negative log-probability of a token in nats) of
 * what the assistant says in training rows, behind the prompts that the subject sees. A small loss does not show that the
 * corpus trained it: any good model finds calls likely whose tools are declared.
 */
export const wrongWeights = defineHarnessCheck({
  id: 'wrong-weights',
  looksAt: 'how likely training rows are to the subject',
  codes: ['weights-wrong', 'training-rows-unlikely', 'weights-unchecked'],
  applies: ({ evidence }) => evidence.subject !== undefined && evidence.trainingLoss !== undefined,
  run({ evidence: { trainingLoss } }) {
    if (trainingLoss === undefined) return { findings: [] }
    const { rows, vocabularySize, missing } = trainingLoss
    if (rows.length === 0) return { findings: [unchecked(missing ?? 'No training row was asked about.')] }
    const chance = vocabularySize === undefined ? undefined : Math.log(vocabularySize)
    return {
      findings: chance === undefined ? [unchecked(NO_VOCABULARY)] : judged(rows, chance),
      tables: [lossTable(trainingLoss, chance)],
    }
  },
})

const NO_VOCABULARY =
  'The size of the vocabulary is not known (give it with --vocabulary), so that chance is not.'

function unchecked(why: string): RungFinding {
  return findingOf({
    code: 'weights-unchecked',
    severity: 'info',
    what: `Not measured: whether the subject has the weights that the corpus trained. ${why}`,
    cases: [],
  })
}

function judged(rows: readonly RowLoss[], chance: number): readonly RungFinding[] {
  const least = Math.min(...rows.map(({ loss, tokens }) => loss / tokens))
  if (least >= NOTHING_KNOWN * chance) {
    return [
      findingOf({
        code: 'weights-wrong',
        severity: 'blocking',
        what: `The likeliest of ${rows.length} training answers costs the subject ${nats(least)} nats a token, and chance is ${nats(chance)}: the weights are wrong (another model's, broken in conversion, untrained), or the prompt is none that they know.`,
        cases: idsOf(rows),
      }),
    ]
  }
  return (['calls', 'prose'] as const).flatMap((kind) => {
    const some = rows.filter((row) => kindOf(row) === kind)
    const mean = meanLoss(some)
    if (mean === undefined || mean < STRANGE * chance) return []
    return [
      findingOf({
        code: 'training-rows-unlikely',
        severity: 'warn',
        what: `What ${some.length} training rows answer with ${kind} costs the subject ${nats(mean)} nats a token, and chance is ${nats(chance)}: this corpus did not train it to do that, or its weights or its template are not those of the training.`,
        cases: idsOf(some),
      }),
    ]
  })
}

function lossTable({ rows, vocabularySize, missing }: TrainingLoss, chance: number | undefined): RungTable {
  const sums = (['calls', 'prose'] as const).flatMap((kind) => {
    const some = rows.filter((row) => kindOf(row) === kind)
    return some.length === 0 ? [] : [sumRow(`all ${kind}`, some)]
  })
  return {
    id: 'training-loss',
    title: 'Loss on training rows',
    columns: ['row', 'answer', 'tokens', 'nats a token'],
    rows: [
      ...rows.map((row) => {
        const text = `${row.isBound ? '≥ ' : ''}${nats(row.loss / row.tokens)}`
        return [row.case.id, row.case.group ?? kindOf(row), row.tokens, text]
      }),
      ...sums,
      sumRow('all', rows),
      ...(chance === undefined ? [] : [['chance', `${vocabularySize} tokens`, null, nats(chance)]]),
    ],
    note: `Negative log-probability of what training showed, behind the prompt that the subject sees; at most 128 tokens of each answer.${missing === undefined ? '' : ` Rows are missing: ${missing}`}`,
  }
}

function sumRow(name: string, rows: readonly RowLoss[]): RungTable['rows'][number] {
  const isBound = rows.some((row) => row.isBound)
  return [name, '', tokensOf(rows), `${isBound ? '≥ ' : ''}${nats(meanLoss(rows) ?? 0)}`]
}

/** Over tokens, not over rows; undefined for no rows. */
function meanLoss(rows: readonly RowLoss[]): number | undefined {
  if (rows.length === 0) return undefined
  return rows.reduce((sum, { loss }) => sum + loss, 0) / tokensOf(rows)
}

function tokensOf(rows: readonly RowLoss[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0)
}

function kindOf({ case: { gold } }: RowLoss): 'calls' | 'prose' {
  return gold === undefined || gold.calls.length === 0 ? 'prose' : 'calls'
}

function idsOf(rows: readonly RowLoss[]): readonly string[] {
  return rows.map((row) => row.case.id)
}

function nats(value: number): string {
  return value < 0.01 ? value.toExponential(1) : value.toFixed(2)
}
