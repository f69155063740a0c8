import { type CallOpener, OpeningReader } from '../../ladder/case-openings.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import { readSampleLines } from '../../run/sample-lines.js'
import { isJsonObject } from '../../text/json.js'
import { given, textIn } from '../../text/json-members.js'
import { benchmarkJudges } from '../items/benchmark-judges.js'
import { SampleTableBuilder } from '../items/sample-table.js'
import type { Notice } from '../notice.js'
import { cutDrift } from '../pages/cut-drift.js'
import type { LadderView, OpeningStrip } from '../pages/ladder-page.js'
import type { VerdictLine, Weight } from '../pages/overview-page.js'
import type { ReportSource, SourceState } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import { isPlainFile, readJsonFile } from './json-file.js'
import { noMaterial, type RunMaterial } from './run-material.js'
import type { SourceRequest } from './run-source.js'
import { readTrajectory } from './trajectory-file.js'
import { asDrift, asLadder } from './trusted-shape.js'

export interface LadderSourceRequest extends SourceRequest {
  /** Items and dialect of `answers/`. */
  readonly material?: RunMaterial
  /** Cases and opener of the ladder, where its folder keeps them. */
  readonly cases?: readonly LadderCase[]
  readonly opener?: CallOpener
  readonly rows: number
  readonly evidenceLength: number
}

/**
 * A folder of `assay ladder`.
 *
 * @throws {InputError} `report-source-invalid`, and what reading samples throws.
 */
export async function readLadderSource(request: LadderSourceRequest): Promise<Contribution> {
  const { id, path, name, files, material = noMaterial } = request
  const place = files.join(path, 'ladder.json')
  const json = await readJsonFile(place, files)
  const notices: Notice[] = material.faults.map((what) => ({ code: 'not-read', what, where: path }))
  const about = { id, path, name, kind: 'ladder', notices } as const
  const document = asLadder(json, place)
  if (document === undefined) {
    const schema = (isJsonObject(json) ? textIn(json, 'schema') : undefined) ?? 'none'
    const why = 'Assay reads "assay.ladder/1"; the members of this ladder are others.'
    const state: SourceState = { kind: 'other-version', schema, why }
    return { source: { ...about, state, benchmarks: [], settings: [] } }
  }
  const samples = await answersOf(request, document, notices)
  const source = sourceOf(about, document)
  const openings = await openingsOf(request)
  const drift = await driftOf(request)
  const trajectory = await trajectoryOf(request)
  const ladder: LadderView = {
    source: id,
    ladder: document,
    openings,
    ...given('drift', drift),
    ...given('trajectory', trajectory),
  }
  return {
    source,
    verdicts: [ladderVerdict(id, document)],
    ladder,
    ...(samples === undefined ? {} : { samples: samples.finish() }),
    notMeasured: document.rungs.flatMap(({ id: rung, name: title, verdict, summary }) =>
      verdict === 'unmeasured' ? [{ what: `Rung ${rung}, ${title}`, why: summary }] : [],
    ),
  }
}

function sourceOf(
  about: Pick<ReportSource, 'id' | 'path' | 'name' | 'kind' | 'notices'>,
  { subject, corpus, batteries, assay, createdAt, seed }: LadderDocument,
): ReportSource {
  return {
    ...about,
    state: stateOf(batteries),
    ...(subject === null
      ? {}
      : {
          subject: {
            label: subject.label,
            spec: subject.spec,
            model: subject.model,
            dialect: subject.dialect,
            ...given('fingerprint', subject.fingerprint),
            ...given('weights', subject.weights),
          },
        }),
    assay,
    createdAt,
    benchmarks: batteries.map(({ id, cases }) => ({ name: id, items: cases })),
    settings: [
      ['seed', String(seed)],
      ['corpus', corpus.path],
      ['corpus fingerprint', corpus.fingerprint],
      ['examples', String(corpus.examples)],
      ['dialect of the corpus', corpus.dialect],
    ],
  }
}

function stateOf(batteries: LadderDocument['batteries']): SourceState {
  const missing = batteries.reduce((sum, battery) => sum + battery.missing, 0)
  if (missing === 0) return { kind: 'whole' }
  return { kind: 'cut', why: `${missing} cases have no answer.`, missing }
}

const WEIGHTS: Readonly<Record<string, Weight>> = {
  capable: 'good',
  partial: 'warn',
  'over-triggers': 'warn',
  memorised: 'bad',
  'no-prior': 'bad',
  'false-positive': 'bad',
}

/** What a ladder came to; without a subject, that nobody was asked. */
export function ladderVerdict(
  source: string,
  { verdict, because, subject, rungs, decidedBy }: LadderDocument,
): VerdictLine {
  if (subject === null) {
    return {
      source,
      page: 'ladder',
      verdict: 'no subject',
      weight: 'unmeasured',
      sentence: 'Nobody was asked: the ladder looks at the corpus alone.',
      evidence: [],
    }
  }
  const deciding = rungs.find(({ id }) => id === decidedBy)
  return {
    source,
    subject: subject.label,
    page: 'ladder',
    verdict,
    weight: WEIGHTS[verdict] ?? 'unmeasured',
    sentence: because,
    evidence: deciding?.evidence.slice(0, 3) ?? [],
  }
}

/** Answers to the cases, read once more. */
async function answersOf(
  { id, path, files, material = noMaterial, rows, evidenceLength }: LadderSourceRequest,
  { subject }: LadderDocument,
  notices: Notice[],
): Promise<SampleTableBuilder | undefined> {
  const place = files.join(path, 'answers', 'samples.jsonl')
  if (!(await isPlainFile(place, files))) return undefined
  const judges = new Map(
    Array.from(material.benchmarks, ([name, benchmark]) => [
      name,
      benchmarkJudges(
        benchmark,
        { ...given('dialect', material.dialect), ...given('vocabulary', material.vocabulary) },
        (what) => notices.push({ code: 'item-unreadable', what, where: name }),
      ),
    ]),
  )
  const table = new SampleTableBuilder({
    source: id,
    subject: subject?.label ?? '',
    judgeOf: (benchmark, item) => judges.get(benchmark)?.(item),
    rows,
    evidenceLength,
  })
  for await (const sample of readSampleLines(place, files, () => undefined, { hasEffort: true }))
    table.take(sample)
  return table
}

/** Probability of the trigger, a point a case at the first content token. */
async function openingsOf({
  path,
  files,
  cases,
  opener,
}: LadderSourceRequest): Promise<readonly OpeningStrip[]> {
  const place = files.join(path, 'openings', 'samples.jsonl')
  if (cases === undefined || opener === undefined || !(await isPlainFile(place, files))) return []
  const reader = new OpeningReader(cases, opener)
  for await (const sample of readSampleLines(place, files, () => undefined)) reader.take(sample)
  const strips = new Map<string, OpeningStrip & { readonly points: OpeningStrip['points'][number][] }>()
  for (const { case: one, logprob, isBound, position } of reader.finish().openings) {
    const key = `${one.battery} ${position}`
    const needsCall = one.gold === undefined ? undefined : one.gold.calls.length > 0
    const strip = strips.get(`${key} ${needsCall}`) ?? {
      battery: one.battery,
      position,
      ...given('needsCall', needsCall),
      points: [],
    }
    strip.points.push({ item: one.id, logprob, isBound })
    strips.set(`${key} ${needsCall}`, strip)
  }
  return [...strips.values()]
}

async function driftOf({ path, files }: LadderSourceRequest) {
  const place = files.join(path, 'drift.json')
  if (!(await isPlainFile(place, files))) return undefined
  const drift = asDrift(await readJsonFile(place, files), place)
  return drift && cutDrift(drift)
}

async function trajectoryOf({ path, files }: LadderSourceRequest): Promise<LadderView['trajectory']> {
  const place = files.join(path, 'trajectory.csv')
  if (!(await isPlainFile(place, files))) return undefined
  const rows = readTrajectory(new TextDecoder().decode(await files.read(place)))
  return rows.length === 0 ? undefined : rows
}
