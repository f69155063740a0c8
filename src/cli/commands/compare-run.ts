import { interruptible } from '../../adapters/interruptible.js'
import { InputError } from '../../errors.js'
import { compareScores, type ScoreComparison } from '../../score/run/compare-scores.js'
import { readScores, type StoredScores } from '../../score/run/read-scores.js'
import { countText, percent, pointsInterval, shownP, signedPoints } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'

export interface CompareFlags {
  readonly metric?: readonly string[]
  readonly margin?: number
  readonly acrossVersions?: true
  readonly partial?: true
  readonly seed: number
  readonly permutations: number
  readonly output?: string
  readonly json?: true
}

interface CompareRequest {
  readonly a: string
  readonly b: string
  readonly flags: CompareFlags
}

/** @throws {InputError} `run-not-scored`, and what reading and comparing throw; nothing is printed by then. */
export async function runCompare({ a, b, flags }: CompareRequest, context: CliContext): Promise<void> {
  const places = { a: await scoresPlace(a, context), b: await scoresPlace(b, context) }
  guardOutput(flags.output, [places.a, places.b])
  const { margin, seed, permutations } = flags
  const stored = { a: await scoresAt(places.a, context), b: await scoresAt(places.b, context) }
  const request = {
    ...stored,
    metrics: flags.metric ?? [],
    acrossVersions: flags.acrossVersions === true,
    partial: flags.partial === true,
    seed,
    permutations,
    ...(margin === undefined ? {} : { margin }),
  }
  const comparisons = interruptible(() => compareScores(request))
  const documents = comparisons.map((comparison) => ({
    schema: 'assay.compare/1',
    ...comparison,
    margin: margin ?? 0.03,
    seed,
  }))
  const json = `${JSON.stringify(documents.length === 1 ? documents[0] : documents, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json ? json : textOf(comparisons, margin ?? 0.03))
}

async function scoresPlace(path: string, { files }: CliContext): Promise<string> {
  const facts = await files.facts(path)
  if (facts?.kind !== 'folder') return path
  const place = files.join(path, 'scores.json')
  if ((await files.facts(place)) !== undefined) return place
  throw new InputError({
    code: 'run-not-scored',
    what: 'The folder holds no scores.json.',
    where: path,
    fix: `Score it first: assay score ${path}`,
  })
}

/** A longer text cannot be held. */
const MAX_BYTES = 500 * 1024 * 1024

async function scoresAt(path: string, { files }: CliContext): Promise<readonly StoredScores[]> {
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MAX_BYTES) {
    throw new InputError({
      code: 'scores-invalid',
      what: `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.`,
      where: path,
      fix: 'Name scores that `assay score` wrote.',
    })
  }
  const bytes = await files.read(path)
  return interruptible(() => readScores(new TextDecoder().decode(bytes), path))
}

const VERDICTS = {
  better: 'B is better',
  worse: 'B is worse',
  'no-difference-shown': 'no difference shown',
  'not-enough-data': 'not enough data',
} as const

function textOf(comparisons: readonly ScoreComparison[], margin: number): string {
  const [first] = comparisons
  const title =
    first === undefined ? '' : `A: ${printable(first.a.subject)}\nB: ${printable(first.b.subject)}\n`
  const table = renderTable({
    columns: [
      { title: 'benchmark' },
      { title: 'measure' },
      { title: 'n', align: 'right' },
      { title: 'B − A' },
      { title: 'both', align: 'right' },
      { title: 'only A', align: 'right' },
      { title: 'only B', align: 'right' },
      { title: 'neither', align: 'right' },
      { title: 'p', align: 'right' },
      { title: 'verdict' },
    ],
    rows: comparisons.map(
      ({ benchmark, kind, metric, n, difference, interval, pairs, adjustedP, verdict }) => [
        benchmark,
        `${kind} ${metric}`,
        countText(n),
        `${signedPoints(difference)} ${pointsInterval(interval)}`,
        ...[pairs.both, pairs.onlyA, pairs.onlyB, pairs.neither].map(count),
        shownP(adjustedP),
        VERDICTS[verdict],
      ],
    ),
  })
  const notes = comparisons.map((comparison) => noteOf(comparison, comparisons.length > 1))
  return `${title}\n${table}\n${notes.join('')}Points of percent, with 95 % intervals; differences up to ${percent(margin)} points do not matter.\n`
}

function noteOf(comparison: ScoreComparison, isOneOfMany: boolean): string {
  const { benchmark, kind, metric, test, clusters, n, mcnemar, note, needed, detectable, p, unpaired } =
    comparison
  const units = clusters < n ? `, ${countText(clusters)} clusters of ${countText(n)} items` : ''
  const adjusted = isOneOfMany ? `; p ${shownP(p)} alone, adjusted by Holm over the table` : ''
  const lines = [
    `${printable(benchmark)}, ${printable(kind)} ${printable(metric)}: ${test}${units}${adjusted}.`,
  ]
  if (mcnemar?.ignoresClusters)
    lines.push(`McNemar p ${shownP(mcnemar.p)} ignores clusters and does not decide.`)
  if (note !== undefined) lines.push(`${note.charAt(0).toUpperCase()}${note.slice(1)}.`)
  if (needed !== undefined) lines.push(`It would take about ${countText(needed)} items like these to tell.`)
  if (detectable !== undefined) {
    lines.push(`These items find a difference of ${percent(detectable)} points four times in five.`)
  }
  if (unpaired.onlyA + unpaired.onlyB > 0) {
    lines.push(
      `Left out: ${countText(unpaired.onlyA)} items measured in A alone, ${countText(unpaired.onlyB)} in B alone.`,
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** Items that are right in part count in part. */
function count(value: number): string {
  return Number.isInteger(value) ? countText(value) : value.toFixed(1)
}
