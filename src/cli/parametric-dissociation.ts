import type { Item } from '../benchmark/item.js'
import { loadBenchmark } from '../benchmark/load.js'
import { InputError } from '../errors.js'
import { valueWithInterval } from '../report/score-text.js'
import {
  type KnownFoundTable,
  knownFound,
  type ProbeRow,
  type StageRow,
  type SubjectRow,
  stageTable,
  subjectTable,
} from '../score/parametric/dissociation.js'
import { readScore } from '../score/run/read-score.js'
import { readScores, type StoredScores } from '../score/run/read-scores.js'
import type { Score } from '../score/score.js'
import { isJsonArray, isJsonObject } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import { percent, percentInterval } from '../text/number-text.js'
import { printable } from '../text/printable.js'
import { renderTable } from '../text/table.js'
import type { CliContext } from './command.js'
import type { ParametricDocument } from './commands/parametric-document.js'

export interface DissociationFlags {
  /** Scores of probes, one a subject, in the order of the subjects. */
  readonly probes: readonly string[]
  /** The items that were asked, for the tool of each. */
  readonly probeItems: readonly string[]
  readonly seed: number
}

/** What subjects know of their tools against what they find, as `--json` gives it. */
export interface Dissociation {
  /** Depth of Rc, Rf and IS in the tables: the largest that was scored. */
  readonly k: number
  readonly subjects: readonly ({ readonly subject: string } & KnownFoundTable)[]
  readonly table: readonly SubjectRow[]
  /** The last subject against the first, query by query and question by question; absent for one subject. */
  readonly stages?: readonly StageRow[]
}

/**
 * Joins recall with the scores of probes of the same subjects.
 *
 * @throws {InputError} `probes-unpaired`, `probe-items-missing`, and what reading scores and items throws.
 */
export async function dissociationOf(
  documents: readonly ParametricDocument[],
  { probes, probeItems, seed }: DissociationFlags,
  context: CliContext,
): Promise<Dissociation> {
  if (probes.length !== documents.length) {
    throw fault(
      'probes-unpaired',
      `There are ${probes.length} scores of probes for ${documents.length} subjects.`,
      '--probes',
      'Name one for each subject, in the same order: predictions, then --subject, then --checkpoints.',
    )
  }
  const tools = await toolsOf(probeItems, context)
  const stored = await Promise.all(probes.map((path) => storedProbe(path, context)))
  const names = distinctNames(documents.map(({ subject }) => subject))
  const k = Math.max(...documents.flatMap(({ details }) => details.ks))
  const subjects = documents.map(({ items }, at) => {
    const rows = probeRows(stored[at]?.documents ?? [], tools)
    if (rows.length === 0) {
      throw fault(
        'probe-items-missing',
        'None of the probed items is among the items given, so their tools are not known.',
        probes[at] ?? '--probes',
        'Name the items that were asked with --probe-items.',
      )
    }
    return { subject: names[at] ?? '', ...knownFound(rows, items) }
  })
  const table = subjectTable(
    documents.flatMap(({ scores }, at) => [
      { subject: names[at] ?? '', scores },
      { subject: names[at] ?? '', scores: stored[at]?.scores ?? [] },
    ]),
    k,
  )
  if (documents.length < 2) return { k, subjects, table }
  const stages = [
    ...stageTable({ ...ends(documents.map(recallScores)), metrics: [`rc@${k}`, `rf@${k}`], seed }),
    ...stageTable({ ...ends(stored.map(({ documents: all }) => all)), metrics: [], seed }),
  ]
  return { k, subjects, table, stages }
}

function ends(all: readonly (readonly StoredScores[])[]): {
  readonly before: readonly StoredScores[]
  readonly after: readonly StoredScores[]
} {
  return { before: all[0] ?? [], after: all.at(-1) ?? [] }
}

function recallScores(document: ParametricDocument): readonly StoredScores[] {
  return readScores(JSON.stringify(document), document.subject)
}

/** Files of checkpoints often share one name. */
function distinctNames(names: readonly string[]): readonly string[] {
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`,
  )
}

async function toolsOf(
  paths: readonly string[],
  { files, notify }: CliContext,
): Promise<ReadonlyMap<string, string>> {
  const tools = new Map<string, string>()
  for (const path of paths) {
    const { items } = await loadBenchmark(path, { files, notify })
    for (const item of items) {
      const tool = toolOf(item)
      if (tool !== undefined) tools.set(item.id, tool)
    }
  }
  return tools
}

function toolOf(item: Item): string | undefined {
  return item.kind === 'mcq' || item.kind === 'qa' ? item.tool : undefined
}

interface StoredProbe {
  readonly documents: readonly StoredScores[]
  readonly scores: readonly Score[]
}

/** Of a folder `scores.json`, which `assay probe` writes. */
async function storedProbe(path: string, { files }: CliContext): Promise<StoredProbe> {
  const isFolder = (await files.facts(path))?.kind === 'folder'
  const place = isFolder ? files.join(path, 'scores.json') : path
  const text = new TextDecoder().decode(await files.read(place))
  const documents = readScores(text, place)
  const json = readJsonText(text, { path: place, duplicateKeys: 'last' })
  // Documents and lists of scores were found in `json` by `readScores`.
  const scores = (isJsonArray(json) ? json : [json]).flatMap((document) =>
    isJsonObject(document) && isJsonArray(document.scores)
      ? document.scores.map((score) => readScore(score, place))
      : [],
  )
  return { documents, scores }
}

/** What was examined; controls have a variant of their own. */
function probeRows(
  documents: readonly StoredScores[],
  tools: ReadonlyMap<string, string>,
): readonly ProbeRow[] {
  return documents.flatMap(({ items }) =>
    items.flatMap(({ id, variant, values }) => {
      const tool = tools.get(id)
      const value = values.accuracy ?? values['balanced-accuracy']
      return tool === undefined || value === undefined || variant !== undefined ? [] : [{ tool, value }]
    }),
  )
}

/** The tables for people. */
export function textOfDissociation({ k, subjects, table, stages }: Dissociation): string {
  const known = subjects.map(({ subject, cells, n }) => {
    const count = (isKnown: boolean, constrained: boolean, free: boolean): string =>
      String(
        cells.find((cell) => cell.known === isKnown && cell.constrained === constrained && cell.free === free)
          ?.tools ?? 0,
      )
    return [
      printable(subject),
      String(n),
      ...[true, false].flatMap((isKnown) => [
        count(isKnown, true, true),
        count(isKnown, true, false),
        count(isKnown, false, true),
        count(isKnown, false, false),
      ]),
    ]
  })
  const right = (title: string) => ({ title, align: 'right' as const })
  const found = ['both', 'trie', 'free', 'none']
  const counts = renderTable({
    columns: [
      { title: 'tools' },
      right('n'),
      ...found.map((way) => right(`known ${way}`)),
      ...found.map((way) => right(`unknown ${way}`)),
    ],
    rows: known,
  })
  const rows = table.map(({ subject, mcq, qa, rc, rf, is }) => [
    printable(subject),
    ...[mcq, qa, rc, rf].map(shown),
    is?.kind === 'scored' ? is.value.toFixed(2) : 'unscored',
  ])
  const scores = renderTable({
    columns: [
      { title: 'subject' },
      { title: 'MCQ' },
      { title: 'QA' },
      { title: `Rc@${k}` },
      { title: `Rf@${k}` },
      right(`IS@${k}`),
    ],
    rows,
  })
  const legend = `Known: at least half of its questions right. Found: at least half of its queries, at depth ${k}, under the trie and freely (both), one of them, or none.\n`
  return [counts, legend, scores, stageText(stages ?? [])].filter((part) => part !== '').join('\n')
}

function shown(score: Score | undefined): string {
  if (score === undefined) return ''
  return score.kind === 'scored' ? valueWithInterval(score) : `unscored: ${score.reason}`
}

function stageText(stages: readonly StageRow[]): string {
  if (stages.length === 0) return ''
  return renderTable({
    columns: [
      { title: 'last less first' },
      { title: 'difference' },
      { title: 'n', align: 'right' },
      { title: 'verdict' },
    ],
    rows: stages.map(({ metric, difference, interval, n, verdict }) => [
      metric,
      `${percent(difference)} ${percentInterval(interval)}`,
      String(n),
      verdict,
    ]),
  })
}

function fault(code: string, what: string, where: string, fix: string): InputError {
  return new InputError({ code, what, where, fix })
}
