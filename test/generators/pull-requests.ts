import type { GateBaseline, GateEvidence } from '../../src/gate/evidence.js'
import type { GateDocument } from '../../src/gate/gate-document.js'
import { judgeGate } from '../../src/gate/judge-gate.js'
import { readPolicy } from '../../src/gate/read-policy.js'
import { randomStream } from '../../src/numeric/random.js'
import type { StoredItem, StoredScores } from '../../src/score/run/read-scores.js'

/** A pull request whose subject is asked the items of the baseline again. */
export interface PullRequestDraw {
  readonly items: number
  /** Items in each cluster. */
  readonly clusterSize: number
  /** Share of items that one of the two answers right and the other wrong. */
  readonly discordance: number
  /** True loss, as a proportion; 0: nothing has changed. */
  readonly drop: number
  /** Correlation of what two items of one cluster come to, in [0, 1). */
  readonly likeness: number
  readonly seed: number
  /** Number of the pull request. */
  readonly number: number
}

const POLICY = readPolicy(
  'schema: assay.policy/1\nrules:\n  - {kind: no-worse, metric: exact, margin: 0.1}\n',
  'drill.yaml',
)

/** Share of the items that both sides answer right. */
const BOTH = 0.45

const BENCHMARK = { name: 'desk', fingerprint: 'f' } as const

/**
 * Judges one simulated pull request by the gate itself: from the text of the policy to the verdict. An item takes, with probability √likeness,
 * what its cluster came to, and else draws for itself, so that two items of a cluster correlate by the likeness.
 */
export function judgePullRequest(draw: PullRequestDraw, permutations = 10_000): GateDocument {
  const { a, b } = answersOf(draw)
  const baseline: GateBaseline = { from: 'main', scores: [storedOf('before', a, draw)] }
  const evidence: GateEvidence = {
    scores: [
      {
        subject: 'after',
        benchmark: BENCHMARK.name,
        fingerprint: BENCHMARK.fingerprint,
        scores: [],
        stored: storedOf('after', b, draw),
        samples: { measured: draw.items, errors: 0, missing: 0 },
        repeated: [],
      },
    ],
    judgements: [{ ...BENCHMARK, verdict: 'usable', reasons: [], from: 'drill' }],
    sections: [],
    ladders: [],
  }
  return judgeGate({ policy: POLICY, evidence, baseline, assay: '0', seed: draw.number, permutations })
}

interface Answers {
  readonly a: readonly number[]
  readonly b: readonly number[]
}

function answersOf({
  items,
  clusterSize,
  discordance,
  drop,
  likeness,
  seed,
  number,
}: PullRequestDraw): Answers {
  const random = randomStream(
    seed,
    `pull request ${number}, clusters of ${clusterSize}, drop ${drop}, ${likeness}`,
  )
  const onlyBefore = (discordance + drop) / 2
  const onlyAfter = (discordance - drop) / 2
  const drawPair = (): readonly [number, number] => {
    const place = random.uniform()
    if (place < onlyBefore) return [1, 0]
    if (place < onlyBefore + onlyAfter) return [0, 1]
    return place < onlyBefore + onlyAfter + BOTH ? [1, 1] : [0, 0]
  }
  const [a, b]: [number[], number[]] = [[], []]
  let ofCluster = drawPair()
  for (let item = 0; item < items; item++) {
    if (item % clusterSize === 0) ofCluster = drawPair()
    const own = drawPair()
    const [before, after] = random.uniform() < Math.sqrt(likeness) ? ofCluster : own
    a.push(before)
    b.push(after)
  }
  return { a, b }
}

function storedOf(subject: string, exact: readonly number[], { clusterSize }: PullRequestDraw): StoredScores {
  return {
    subject,
    benchmark: BENCHMARK.name,
    fingerprint: BENCHMARK.fingerprint,
    metrics: [{ metric: 'exact', better: 'higher', scorer: { name: 'calls', version: 1 } }],
    items: exact.map(
      (value, place): StoredItem => ({
        id: `i${place}`,
        kind: 'call',
        cluster: `c${Math.floor(place / clusterSize)}`,
        values: { exact: value },
      }),
    ),
    hidesClusters: false,
  }
}

/** Verdicts of many pull requests that differ in their draws alone. */
export function countVerdicts(
  draw: Omit<PullRequestDraw, 'number'>,
  count: number,
  permutations?: number,
): Readonly<Record<GateDocument['verdict'], number>> {
  const counts = { passed: 0, failed: 0, 'insufficient-data': 0 }
  for (let number = 0; number < count; number++)
    counts[judgePullRequest({ ...draw, number }, permutations).verdict]++
  return counts
}
