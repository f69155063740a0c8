import type { Benchmark } from '../../benchmark/item.js'
import type { BenchmarkVerdict, GateScores, RepeatedItem, SampleTally } from '../../gate/evidence.js'
import { readRun } from '../../run/read-run.js'
import { primaryMetric } from '../../score/run/item-metrics.js'
import type { ScoredItem } from '../../score/run/kind-scorer.js'
import { readScores, type StoredItem, type StoredScores } from '../../score/run/read-scores.js'
import { isJsonObject, type JsonObject } from '../../text/json.js'
import type { CliContext } from '../command.js'
import type { RunScoreDocument } from '../commands/score-run-document.js'
import { scoreUnwritten } from '../commands/score-run-run.js'
import type { ConverseScoreDocument, ScoredDialogue } from '../converse/converse-score-document.js'
import type { GateFlags } from './gate-flags.js'

/** A run, scored from its samples a moment ago. */
export interface ScoredRun {
  readonly scores: readonly GateScores[]
  /** As `assay score` writes them. */
  readonly documents: readonly (RunScoreDocument | ConverseScoreDocument)[]
  /** That its manifests speak of. */
  readonly cards: readonly BenchmarkCard[]
}

/** What the manifest of a benchmark says of itself. */
export interface BenchmarkCard {
  readonly name: string
  readonly fingerprint: string
  readonly verdict: BenchmarkVerdict
  readonly reasons: readonly string[]
}

/**
 * Scores a run from its samples; a scores.json in the folder is not looked at, nobody is asked and nothing is written.
 *
 * @throws {InputError} what reading and scoring throw.
 */
export async function scoredRun(folder: string, flags: GateFlags, context: CliContext): Promise<ScoredRun> {
  const run = await readRun(folder, context.files)
  // A gate has a seed for its own draws.
  const settings = { ...flags, seed: flags.seed ?? 0 }
  if (run.converse !== undefined) {
    // Packs and their executors are loaded where dialogues are judged.
    const { scoreConverseUnwritten } = await import('../converse/score-stored-converse.js')
    const { items, seed, resamples } = settings
    const documents = await scoreConverseUnwritten(
      run,
      { seed, resamples, ...(items === undefined ? {} : { items }) },
      context,
    )
    return { documents, cards: [], scores: documents.map((document) => ofDialogues(document, folder)) }
  }
  const { documents, benchmarks } = await scoreUnwritten(run, settings, context)
  return {
    documents,
    scores: documents.map((document) => ofItems(document, folder)),
    cards: benchmarks.flatMap(cardOf),
  }
}

function ofItems(document: RunScoreDocument, where: string): GateScores {
  const { details } = document
  const items = [...document.items]
  const gaps = details.kinds.map((kind) => kind.gaps)
  return {
    ...headOf(document),
    stored: { ...storedOf(document, where), items: items.map(storedItem), hidesClusters: false },
    samples: {
      measured: items.reduce((sum, { samples }) => sum + samples, 0),
      errors: gaps.reduce((sum, { errors }) => sum + errors.count, 0),
      missing: gaps.reduce((sum, { missing }) => sum + missing.count, 0),
      leftOut: details.counts.otherKinds * details.run.trials,
    },
    repeated: repeatedItems(items),
    ...(details.unmeasured === undefined ? {} : { unmeasured: details.unmeasured }),
    ...(details.importedFrom === undefined ? {} : { importedFrom: details.importedFrom.format }),
  }
}

function headOf({
  subject,
  benchmark,
  details,
  scores,
}: RunScoreDocument | ConverseScoreDocument): Pick<
  GateScores,
  'subject' | 'benchmark' | 'fingerprint' | 'scores'
> {
  return { subject, benchmark, fingerprint: details.benchmark.fingerprint, scores }
}

/** All but the items, as if it had been written and read back; items of 200,000 are not turned into text for that. */
function storedOf(document: RunScoreDocument, where: string): StoredScores {
  const { items: _, ...rest } = document
  const [stored] = readScores(JSON.parse(JSON.stringify({ ...rest, items: [] })) as JsonObject, where) // made just now
  if (stored === undefined) throw new TypeError('A document holds scores.')
  return stored
}

function storedItem({ id, kind, variant, cluster, values }: ScoredItem): StoredItem {
  return {
    id,
    kind,
    ...(variant === undefined ? {} : { variant }),
    ...(cluster === undefined ? {} : { cluster }),
    values,
  }
}

/** Where some items of a kind have no variant, the others are controls, and left out as in comparisons. */
function repeatedItems(items: readonly ScoredItem[]): readonly RepeatedItem[] {
  const plain = new Set(items.flatMap(({ kind, variant }) => (variant === undefined ? [kind] : [])))
  const primaries = new Map<string, string | undefined>()
  for (const { kind, values } of items) {
    if (primaries.get(kind) === undefined) primaries.set(kind, primaryMetric(kind, Object.keys(values)))
  }
  return items.flatMap(({ id, kind, variant, cluster, repeats }): readonly RepeatedItem[] => {
    const primary = primaries.get(kind)
    if (repeats === undefined || primary === undefined) return []
    if (variant !== undefined && plain.has(kind)) return []
    return [
      {
        id,
        kind,
        ...(variant === undefined ? {} : { variant }),
        ...(cluster === undefined ? {} : { cluster }),
        trials: repeats.trials,
        isFlaky: repeats.unsteady.includes(primary),
      },
    ]
  })
}

function ofDialogues(document: ConverseScoreDocument, where: string): GateScores {
  const { details, items } = document
  const [stored] = readScores(JSON.parse(JSON.stringify(document)) as JsonObject, where) // made just now
  return {
    ...headOf(document),
    ...(stored === undefined ? {} : { stored }),
    samples: tallyOf(items, details.counts.planned),
    repeated: repeatedDialogues(items),
  }
}

function tallyOf(items: readonly ScoredDialogue[], planned: number): SampleTally {
  const measured = items.filter(({ outcome }) => outcome !== 'unmeasured').length
  return { measured, errors: items.length - measured, missing: Math.max(0, planned - items.length) }
}

/** Trials of a dialogue stand one by one. */
function repeatedDialogues(items: readonly ScoredDialogue[]): readonly RepeatedItem[] {
  const groups = new Map<string, ScoredDialogue[]>()
  for (const item of items) {
    if (item.values === undefined) continue
    const own = groups.get(item.id)
    if (own === undefined) groups.set(item.id, [item])
    else own.push(item)
  }
  return [...groups].flatMap(([id, own]): readonly RepeatedItem[] => {
    const [first] = own
    const primary = primaryMetric('dialogue', [])
    if (own.length < 2 || first === undefined || primary === undefined) return []
    const { cluster } = first
    return [
      {
        id,
        kind: 'dialogue',
        ...(cluster === undefined ? {} : { cluster }),
        trials: own.length,
        isFlaky: new Set(own.map(({ values }) => values?.[primary])).size > 1,
      },
    ]
  })
}

const VERDICTS: readonly BenchmarkVerdict[] = ['usable', 'usable-with-care', 'not-usable']

/** The verdict in a manifest counts where the manifest is of these very items. */
function cardOf({ name, manifest, fingerprint }: Benchmark): readonly BenchmarkCard[] {
  if (!isJsonObject(manifest) || manifest.fingerprint !== fingerprint) return []
  const verdict = VERDICTS.find((one) => one === manifest.verdict)
  if (verdict === undefined) return []
  const reasons = isJsonObject(manifest.reasons) ? Object.keys(manifest.reasons) : []
  return [{ name, fingerprint, verdict, reasons: reasons.map((code) => `${code}.`) }]
}
