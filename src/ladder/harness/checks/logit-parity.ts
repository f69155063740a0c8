import { compareFirstTokens, type FirstTokenDifference } from '../../logit-parity/compare-first-tokens.js'
import type { ParityPair } from '../../logit-parity/logit-parity.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'

/** Likeliest tokens that differ while both paths tell them apart by this much, in nats, are no tie. */
const APART = 0.5

/**
 * Mean over the prompts of the largest difference of log-probabilities, in nats, from which two paths are not one model.
 *
 * Measured on a reference model against itself in other forms: the same file 0, its weights rounded to blocks of 8 bits 0.05,
 * of 5 bits 0.36, of 4 bits 0.74; the base of rotary positions doubled 1.8, fifty times as large 4.4; an epsilon of 0.01 for
 * 0.00001 6.0; another model of the same vocabulary and corpus 1.6.
 */
const MOVED = 1

/**
 * Whether the model that is asked directly and the one that is served give one distribution of first tokens: a conversion that
 * loses rotary positions, the sliding window or an epsilon shows here before any answer does. It does not block: which of
 * both is right cannot be seen, and no rung's verdict rests on the served path.
 */
export const logitParity = defineHarnessCheck({
  id: 'logit-parity',
  looksAt: 'whether first tokens are as likely directly as served',
  codes: ['logits-differ', 'logits-unchecked'],
  applies: ({ evidence }) => evidence.logitParity !== undefined,
  run({ evidence: { logitParity: parity } }) {
    if (parity === undefined) return { findings: [] }
    const compared = parity.pairs.flatMap((pair) => {
      const difference = compareFirstTokens(pair.direct, pair.served)
      return difference === undefined ? [] : [{ pair, difference }]
    })
    const findings: RungFinding[] = []
    if (compared.length === 0) {
      const why = parity.missing ?? 'The lists of first tokens are empty.'
      findings.push(
        findingOf({
          code: 'logits-unchecked',
          severity: 'info',
          what: `Not measured: whether first tokens are as likely directly as served. ${why}`,
          cases: [],
        }),
      )
      return { findings }
    }
    const apart = compared.filter(({ difference }) => isApart(difference))
    const moved = meanLargest(compared) >= MOVED
    if (apart.length > 0 || moved) findings.push(differs(moved ? compared : apart, compared))
    return { findings, tables: [parityTable(compared)] }
  },
})

interface Compared {
  readonly pair: ParityPair
  readonly difference: FirstTokenDifference
}

function isApart({ isTopEqual, margin, shared }: FirstTokenDifference): boolean {
  return shared === 0 || (!isTopEqual && (margin ?? Number.POSITIVE_INFINITY) >= APART)
}

/** 0 where no two lists share a token. */
function meanLargest(compared: readonly Compared[]): number {
  const largest = compared.flatMap(({ difference }) => difference.largest ?? [])
  return largest.reduce((sum, value) => sum + value, 0) / Math.max(1, largest.length)
}

function differs(apart: readonly Compared[], compared: readonly Compared[]): RungFinding {
  const agreed = compared.filter(({ difference }) => difference.isTopEqual).length
  const largest = Math.max(...compared.map(({ difference }) => difference.largest ?? 0))
  const isOwn = apart.some(({ pair }) => pair.prompt === 'own')
  const suspect = isOwn
    ? 'its template, or the conversion or the quantisation of the weights'
    : 'the conversion (rotary positions, window, epsilon of norms), the tokenizer or the quantisation of the weights'
  return findingOf({
    code: 'logits-differ',
    severity: 'warn',
    what: `Directly and as served the likeliest first token is the same in ${agreed} of ${compared.length} prompts, and log-probabilities of tokens that both list differ by up to ${largest.toFixed(2)}: suspect ${suspect}.`,
    cases: apart.map(({ pair }) => pair.case.id),
  })
}

function parityTable(compared: readonly Compared[]): RungTable {
  return {
    id: 'logit-parity',
    title: 'First tokens directly and as served',
    columns: ['prompt', 'given', 'likeliest', 'tokens in both', 'largest difference'],
    rows: compared.map(({ pair, difference: { isTopEqual, shared, largest } }) => [
      pair.case.id,
      pair.prompt === 'same' ? 'one text' : 'by its own template',
      isTopEqual ? 'same' : 'other',
      shared,
      largest === undefined ? null : largest.toFixed(4),
    ]),
    note: 'Differences of log-probabilities in nats, over the tokens that both list.',
  }
}
