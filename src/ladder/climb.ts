import { statisticsTables } from '../corpus/statistics-tables.js'
import type { LadderDocument } from './ladder-document.js'
import type { LadderEvidence } from './ladder-evidence.js'
import type { RungId } from './rung.js'
import { rungs } from './rungs/index.js'
import { type LadderVerdict, ladderVerdict } from './verdict.js'

export interface ClimbRequest {
  readonly evidence: LadderEvidence
  /** Which rungs to climb; they are climbed in their order, whatever this one is. */
  readonly rungs: ReadonlySet<RungId>
  /** Version of Assay. */
  readonly assay: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/** Climbs the rungs over stored evidence and says what follows. Asks nobody; the same evidence gives the same document. */
export function climb({ evidence, rungs: wanted, assay, createdAt }: ClimbRequest): LadderDocument {
  // Whatever is wanted, an instrument that is broken comes first.
  const results = rungs.filter(({ id }) => id === 0 || wanted.has(id)).map((rung) => rung.judge(evidence))
  const { corpus, subject, statistics, dialect, seed } = evidence
  return {
    schema: 'assay.ladder/1',
    assay,
    createdAt,
    seed,
    ...withMissing(ladderVerdict(results, { isPractice: evidence.isPractice === true }), evidence),
    subject:
      subject === undefined
        ? null
        : {
            spec: subject.spec,
            label: subject.label,
            model: subject.facts.model,
            dialect: dialect.id,
            ...(subject.facts.fingerprint === undefined ? {} : { fingerprint: subject.facts.fingerprint }),
            ...(subject.weights === undefined ? {} : { weights: subject.weights }),
          },
    corpus: {
      path: corpus.path,
      ...(evidence.isPractice === true ? { isPractice: true } : {}),
      fingerprint: corpus.fingerprint,
      shape: corpus.shape,
      dialect: corpus.dialect.id,
      toolsIn: corpus.toolsIn,
      tools: [...new Set(corpus.examples.flatMap(({ tools }) => tools.map(({ name }) => name)))],
      rows: corpus.rows,
      examples: corpus.examples.length,
      notices: corpus.notices,
      statistics: statisticsTables(statistics),
    },
    batteries: batteriesOf(evidence),
    rungs: results,
  }
}

/** Cases that have no answer are no part of any figure, which a reader of the verdict must know. */
function withMissing(verdict: LadderVerdict, { missing, cases }: LadderEvidence): LadderVerdict {
  const lost = new Set(
    missing.filter(({ path, what }) => path === 'direct' && what === 'answer').map((one) => one.case.id),
  )
  const asked = cases.filter(({ asking }) => asking.generates).length
  if (lost.size === 0) return verdict
  const caveat = `${lost.size} of ${asked} cases have no answer, and are left out of every figure.`
  return { ...verdict, caveats: [...verdict.caveats, caveat] }
}

function batteriesOf({ cases, readings, missing }: LadderEvidence): LadderDocument['batteries'] {
  const ids = [...new Set(cases.map(({ battery }) => battery))]
  return ids.map((id) => {
    const lost = missing.filter((one) => one.case.battery === id && one.path === 'direct')
    const why = lost[0]?.reason
    return {
      id,
      cases: cases.filter(({ battery }) => battery === id).length,
      answered: new Set(
        readings.filter((one) => one.case.battery === id && one.path === 'direct').map((one) => one.case.id),
      ).size,
      missing: lost.length,
      ...(why === undefined ? {} : { why }),
    }
  })
}
