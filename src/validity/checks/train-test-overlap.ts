import { type Overlap, TestTexts } from '../../corpus/train-test-overlap.js'
import { printable, quoted } from '../../text/printable.js'
import { askedTexts } from '../asked-texts.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'

/** Texts that are compared between two turns of others. */
const BATCH = 2000

/** Whether the training data hold what the benchmark asks. */
export const trainTestOverlap = defineAuditCheck({
  id: 'train-test-overlap',
  group: 'leaks',
  looksAt: 'questions that the training file holds, word for word or nearly (Jaccard 0.8 of words)',
  codes: ['in-training-data'],
  applies: () => true,
  missing: ({ training }) => (training === undefined ? 'no training file was given (--train)' : undefined),
  async run({ benchmark, training = [], pause }) {
    const tests = new TestTexts(
      benchmark.items.flatMap((item) =>
        askedTexts(item).map((text) => ({ benchmark: benchmark.name, id: item.id, text })),
      ),
    )
    const worst = new Map<string, Overlap>()
    for (const [at, text] of training.entries()) {
      for (const overlap of tests.overlaps(text)) {
        const known = worst.get(overlap.test.id)
        if (known === undefined || rank(overlap) < rank(known)) worst.set(overlap.test.id, overlap)
      }
      if (at % BATCH === BATCH - 1) await pause()
    }
    const found = benchmark.items.flatMap(({ id }) => worst.get(id) ?? [])
    const [first] = found
    const example =
      first === undefined
        ? ''
        : `${quoted(first.test.text, 80)} at ${printable(first.train.id, { maxLength: 60 })}`
    return {
      findings: shareFinding({
        code: 'in-training-data',
        scale: { care: 0, bad: 0.1 },
        items: found.map(({ test }) => test.id),
        of: benchmark.items.length,
        what: `are in the training file, e.g. ${example}.`,
      }),
      counts: {
        trainingTexts: training.length,
        exact: found.filter(({ kind }) => kind === 'exact').length,
        normalised: found.filter(({ kind }) => kind === 'normalised').length,
        near: found.filter(({ kind }) => kind === 'near').length,
      },
    }
  },
})

const ORDER: readonly Overlap['kind'][] = ['exact', 'normalised', 'near']

function rank({ kind }: Overlap): number {
  return ORDER.indexOf(kind)
}
