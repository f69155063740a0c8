import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { turnsKey } from '../../run/converse/read-turns.js'
import { readSampleLines, type StoredSample } from '../../run/sample-lines.js'
import type { Score } from '../../score/score.js'
import { emptyObject, isJsonObject, type JsonObject } from '../../text/json.js'
import { given, numberIn, objectIn, objectsIn, textIn } from '../../text/json-members.js'
import { benchmarkJudges, type JudgeOf } from '../items/benchmark-judges.js'
import { SampleTableBuilder } from '../items/sample-table.js'
import type { Notice } from '../notice.js'
import { buildCalls } from '../pages/build-calls.js'
import { type BuiltDialogues, buildDialogues } from '../pages/build-dialogues.js'
import { headlinesOf, verdictsOf } from '../pages/build-headlines.js'
import { buildProbes } from '../pages/build-probes.js'
import type { ReportSource, SourceCounts, SourceState } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import { isPlainFile, readJsonFile } from './json-file.js'
import { runFacts } from './run-facts.js'
import { noMaterial, type RunMaterial } from './run-material.js'
import { type ScoreDocument, scoreDocumentsOf } from './score-document.js'

export interface SourceRequest {
  /** Id of the source. */
  readonly id: string
  readonly path: string
  readonly name: string
  readonly files: Files
}

export interface RunSourceRequest extends SourceRequest {
  readonly material?: RunMaterial
  /** Samples that are listed. */
  readonly rows: number
  /** Characters of evidence that are kept. */
  readonly evidenceLength: number
}

const SCHEMA = 'assay.run/1'
/** Items that cannot be read are told of up to so many notices. */
const NOTICES = 50

/**
 * A folder of `assay run`, `assay probe` or `assay converse`. Nothing that it names is opened or started.
 *
 * @throws {InputError} `report-source-invalid`, and what reading samples throws.
 */
export async function readRunSource(request: RunSourceRequest): Promise<Contribution> {
  const { id, path, name, files, material = noMaterial } = request
  const json = await readJsonFile(files.join(path, 'run.json'), files)
  const run = isJsonObject(json) ? json : emptyObject()
  const notices: Notice[] = material.faults.map((what) => ({ code: 'not-read', what, where: path }))
  const facts = runFacts(run)
  const schema = textIn(run, 'schema') ?? 'none'
  const base = { id, name, path, kind: kindOf(run), ...facts } as const
  if (schema !== SCHEMA) {
    const state: SourceState = {
      kind: 'other-version',
      schema,
      why: `Assay reads "${SCHEMA}"; shown is what run.json tells.`,
    }
    return { source: { ...base, state, notices } }
  }
  const label = facts.subject?.label ?? name
  const documents = material.scores ?? (await storedScores(request, notices))
  const dialogues = await buildDialogues({ ...request, subject: label, documents, run, material, notices })
  const judges = judgesOf({ ...material, dialogues }, (what) => {
    if (notices.length < NOTICES) notices.push({ code: 'item-unreadable', what, where: path })
  })
  const table = new SampleTableBuilder({
    source: id,
    subject: label,
    judgeOf: (benchmark, item) => judges.get(benchmark)?.(item),
    rows: request.rows,
    evidenceLength: request.evidenceLength,
  })
  const spent = new Spending()
  const torn = [...dialogues.torn]
  for await (const sample of samplesOf(request, (where) => torn.push(where))) {
    table.take(sample)
    spent.add(sample)
  }
  const counts: SourceCounts = { ...table.counts, ...spent.sums }
  const state = stateOf({
    run,
    documents,
    counts,
    torn,
    dialogues: dialogues.outcomes.size,
    faults: material.faults,
  })
  const origin = objectIn(run, 'importedFrom')
  if (origin !== undefined) notices.push(originNotice(origin, path))
  const source: ReportSource = { ...base, state, counts, notices }
  const samples = table.finish()
  const isUnmeasured = state.kind === 'unmeasured'
  const scored = isUnmeasured ? [] : documents
  const pages = {
    probes: scored.flatMap((document) =>
      buildProbes(id, document, material.benchmarks.get(document.benchmark)?.items),
    ),
    calls: isUnmeasured
      ? []
      : buildCalls({ id, subject: label, documents, table, benchmarks: facts.benchmarks }),
    dialogues: dialogues.results,
  }
  return {
    source,
    headlines: headlinesOf(id, scored),
    verdicts: verdictsOf(source, scored),
    retrieval: scored.filter(({ scores }) => scores.some(isRetrieval)),
    ranked: table.ranked(),
    ...pages,
    samples,
    stored: scored.flatMap(({ stored }) => stored ?? []),
  }
}

function originNotice(origin: JsonObject, where: string): Notice {
  const tool = [textIn(origin, 'format'), textIn(origin, 'version')].filter((part) => part !== undefined)
  return {
    code: 'harness-unmeasured',
    what: `Imported (${tool.join(' ')}): another tool asked, and preflight was not done.`,
    where,
  }
}

function isRetrieval({ metric, k }: Score): boolean {
  return k !== undefined && metric !== 'recovery'
}

function kindOf(run: JsonObject): ReportSource['kind'] {
  if (objectIn(run, 'converse') !== undefined) return 'converse'
  return objectIn(run, 'probe') === undefined ? 'run' : 'probe'
}

/** By benchmark. Items that cannot be read leave their samples without a verdict. */
function judgesOf(
  {
    benchmarks,
    catalog,
    dialect,
    vocabulary,
    dialogues,
  }: RunMaterial & { readonly dialogues: BuiltDialogues },
  tell: (what: string) => void,
): ReadonlyMap<string, JudgeOf> {
  const options = {
    ...given('catalog', catalog),
    ...given('dialect', dialect),
    ...given('vocabulary', vocabulary),
    dialogueOutcome: (sample: Pick<StoredSample, 'item' | 'trial'>) =>
      dialogues.outcomes.get(turnsKey(sample)),
  }
  return new Map(
    Array.from(benchmarks, ([name, benchmark]) => [
      name,
      benchmarkJudges(benchmark, options, (what) => tell(`${name}: ${what}`)),
    ]),
  )
}

async function* samplesOf({ path, files }: RunSourceRequest, torn: (where: string) => void) {
  const place = files.join(path, 'samples.jsonl')
  if (!(await isPlainFile(place, files))) return
  yield* readSampleLines(place, files, ({ where }) => torn(where), { hasEffort: true })
}

async function storedScores(
  { path, files }: RunSourceRequest,
  notices: Notice[],
): Promise<readonly ScoreDocument[]> {
  const place = files.join(path, 'scores.json')
  if (!(await isPlainFile(place, files))) return []
  try {
    return scoreDocumentsOf(await readJsonFile(place, files), place, (what) =>
      notices.push({ code: 'score-unread', what, where: place }),
    )
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    notices.push({ code: error.code, what: error.what, where: place })
    return []
  }
}

interface StateParts {
  readonly run: JsonObject
  readonly documents: readonly ScoreDocument[]
  readonly counts: SourceCounts
  readonly torn: readonly string[]
  readonly dialogues: number
  readonly faults: readonly string[]
}

/** Blocked before asking, cut, not scored, or whole; the first that holds. */
function stateOf({ run, documents, counts, torn, dialogues, faults }: StateParts): SourceState {
  const preflight = objectIn(run, 'preflight')
  if (preflight !== undefined && preflight.verdict === 'unmeasured') {
    const findings = objectsIn(preflight, 'findings').filter(({ severity }) => severity === 'blocking')
    return {
      kind: 'unmeasured',
      findings: findings.map((one) => ({ code: textIn(one, 'code') ?? '', what: textIn(one, 'what') ?? '' })),
    }
  }
  const missing = documents.reduce((sum, { details }) => sum + missingIn(details), 0)
  if (torn.length > 0) {
    return {
      kind: 'cut',
      why: `A crash cut the last line of ${torn.some((where) => where.includes('turns.jsonl')) ? 'turns.jsonl' : 'samples.jsonl'}.`,
      ...(missing > 0 ? { missing } : {}),
    }
  }
  if (counts.samples === 0 && dialogues === 0) return { kind: 'cut', why: 'The run holds no sample.' }
  if (missing > 0 && run.importedFrom !== undefined) {
    return { kind: 'cut', why: `The log holds no answer to ${missing} of the questions.`, missing }
  }
  if (missing > 0) {
    return { kind: 'cut', why: `Asking stopped before the end: ${missing} samples are missing.`, missing }
  }
  if (documents.length === 0) {
    const [why = 'The run holds no scores.json; `assay score` makes it.'] = faults
    return { kind: 'unscored', why }
  }
  return { kind: 'whole' }
}

/** Samples that were to be asked and are not there, as the scores count them. */
function missingIn(details: JsonObject): number {
  const ofKinds = objectsIn(details, 'kinds').reduce((sum, kind) => {
    const missing = objectIn(objectIn(kind, 'gaps') ?? emptyObject(), 'missing')
    return sum + (missing === undefined ? 0 : (numberIn(missing, 'count') ?? 0))
  }, 0)
  const counts = objectIn(details, 'counts') ?? emptyObject()
  const [planned, played] = [numberIn(counts, 'planned'), numberIn(counts, 'played')]
  return ofKinds + (planned === undefined || played === undefined ? 0 : Math.max(0, planned - played))
}

/** What all samples cost, replaced ones included. */
class Spending {
  #tokens = { prompt: 0, completion: 0 }
  #cost: number | undefined
  #durationMs = 0
  readonly #errors = new Map<
    string,
    { readonly kind: string; readonly code: string; count: number; readonly example: string }
  >()

  add({ effort, error }: Pick<StoredSample, 'effort' | 'error'>): void {
    this.#tokens.prompt += effort?.promptTokens ?? 0
    this.#tokens.completion += effort?.completionTokens ?? 0
    this.#durationMs += effort?.durationMs ?? 0
    if (effort?.cost !== undefined) this.#cost = (this.#cost ?? 0) + effort.cost
    if (error === undefined) return
    const known = this.#errors.get(error.code) ?? {
      kind: error.kind,
      code: error.code,
      count: 0,
      example: error.message.slice(0, 500),
    }
    known.count++
    this.#errors.set(error.code, known)
  }

  get sums(): Pick<SourceCounts, 'promptTokens' | 'completionTokens' | 'cost' | 'durationMs' | 'errorKinds'> {
    return {
      promptTokens: this.#tokens.prompt,
      completionTokens: this.#tokens.completion,
      ...given('cost', this.#cost),
      durationMs: this.#durationMs,
      errorKinds: [...this.#errors.values()].sort((left, right) => right.count - left.count),
    }
  }
}
