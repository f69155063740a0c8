import { corpusStatistics } from '../../corpus/corpus-statistics.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { UserCases } from '../../ladder/batteries/battery.js'
import { type BatterySize, batterySizes } from '../../ladder/batteries/battery-sizes.js'
import { buildBatteries } from '../../ladder/batteries/build-batteries.js'
import { callOpener, OpeningReader, openingSamples } from '../../ladder/case-openings.js'
import { answerSamples } from '../../ladder/case-requests.js'
import { climb } from '../../ladder/climb.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import { lookAtPrompts } from '../../ladder/look-at-prompts.js'
import { AnswerReader } from '../../ladder/read-answers.js'
import type { RungId } from '../../ladder/rung.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { askedSamples } from '../ask-in-memory.js'

export interface MemoryClimb {
  readonly subject: Subject
  readonly corpus: ToolCorpus
  /** In which answers are read. */
  readonly dialect: Dialect
  readonly user: UserCases
  readonly size: BatterySize
  /** Cases of each battery at most; all by default. */
  readonly most?: number
  readonly seed: number
  readonly signal: AbortSignal
}

/** Rungs that say something of one subject by itself. */
const RUNGS: ReadonlySet<RungId> = new Set([0, 1, 3, 4])
const RESAMPLES = 1000

/** The way of `assay ladder` without its folder: cases, answers, first tokens, rungs. */
export async function climbInMemory(request: MemoryClimb): Promise<LadderDocument> {
  const { subject, corpus, dialect, user, size, seed, signal, most = Number.POSITIVE_INFINITY } = request
  const statistics = corpusStatistics(corpus)
  const built = buildBatteries({ corpus, statistics, seed, sizes: batterySizes[size], user })
  const counts = new Map<string, number>()
  const cases = built.cases.filter(({ battery }) => {
    const count = (counts.get(battery) ?? 0) + 1
    counts.set(battery, count)
    return count <= most
  })
  const opener = await callOpener(dialect, subject.prompts)
  const harness = await lookAtPrompts(subject, { corpus, cases, dialect, seed })
  const asking = { subject, dialect, seed }
  const answers = new AnswerReader(cases, { dialect, path: 'direct' })
  for (const sample of await askedSamples(answerSamples(cases, asking), { subject, signal })) {
    answers.take(sample)
  }
  const read = answers.finish()
  const opened = opener === undefined ? undefined : new OpeningReader(cases, opener)
  if (opener !== undefined && opened !== undefined) {
    const samples = await openingSamples(cases, { ...asking, opener })
    for (const sample of await askedSamples(samples, { subject, signal })) opened.take(sample)
  }
  const { openings, missing } = opened?.finish() ?? { openings: [], missing: [] }
  return climb({
    evidence: {
      corpus,
      statistics,
      dialect,
      cases,
      keywordSets: [],
      subject: {
        spec: subject.spec,
        label: subject.label,
        facts: subject.facts,
        givesTokenIds: subject.answers.has('token-ids'),
        givesProbabilities: subject.answers.has('next-token'),
        ...(opener === undefined ? {} : { trigger: { text: opener.text } }),
      },
      readings: read.readings,
      openings,
      missing: [...read.missing, ...missing],
      harness,
      checkpoints: [],
      grafts: [],
      runs: [],
      seed,
      resamples: RESAMPLES,
    },
    rungs: RUNGS,
    assay: 'calibration',
    createdAt: new Date(0).toISOString(),
  })
}
