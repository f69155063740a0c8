import { InputError } from '../../errors.js'
import type { ConverseFacts } from '../../run/converse/converse-facts.js'
import type { StoredBenchmark, StoredRun } from '../../run/read-run.js'
import { printable } from '../../text/printable.js'
import { textOfDialogueScores } from '../dialogue-scores-text.js'
import type { ConverseScoreDocument } from './converse-score-document.js'

/** A stored run of dialogues. */
export interface ConverseRun {
  readonly run: StoredRun
  readonly facts: ConverseFacts
  readonly stored: StoredBenchmark
}

/**
 * Side by side stand runs of the same dialogues in the same world, for figures of others say nothing of each other.
 *
 * @throws {InputError} `run-twice`, `runs-differ`.
 */
export function refuseOthers([first, ...others]: readonly ConverseRun[]): void {
  if (first === undefined) return
  const seen = new Set([first.run.folder])
  for (const other of others) {
    const { folder } = other.run
    if (seen.has(folder)) {
      throw new InputError({
        code: 'run-twice',
        what: 'A run is named twice.',
        where: folder,
        fix: 'Name each run once.',
      })
    }
    seen.add(folder)
    const differs = differenceOf(first, other)
    if (differs === undefined) continue
    throw new InputError({
      code: 'runs-differ',
      what: `Runs stand side by side when they played the same dialogues, and these two differ in ${differs}.`,
      where: `${first.run.folder}, ${folder}`,
      fix: 'Score them one by one, or play them with the same --items, --split, --category, --pack, --small and --seed.',
    })
  }
}

function differenceOf(one: ConverseRun, other: ConverseRun): string | undefined {
  if (one.stored.fingerprint !== other.stored.fingerprint) return 'their items'
  if (one.facts.split !== other.facts.split) return 'the split'
  const categories = ({ facts }: ConverseRun): string => JSON.stringify([...(facts.categories ?? [])].sort())
  if (categories(one) !== categories(other)) return 'the categories'
  const { pack } = one.facts
  if (pack.knowledge !== other.facts.pack.knowledge) return 'the knowledge base'
  if (pack.semantics !== other.facts.pack.semantics) return 'the semantics of the tools'
  const switches = ({ facts }: ConverseRun): string =>
    JSON.stringify(
      Object.entries(facts.pack.switches ?? {}).sort(([left], [right]) => (left < right ? -1 : 1)),
    )
  return switches(one) === switches(other) ? undefined : 'the switches of the pack'
}

/** The scores of several runs in one table. */
export function textOfConverseRuns(documents: readonly ConverseScoreDocument[]): string {
  const labels = labelsOf(documents)
  const [first] = documents
  const title = first === undefined ? '' : `${printable(first.benchmark)}\n`
  const columns = documents.map(({ scores, details: { nulls, counts } }, index) => ({
    label: labels[index] ?? '',
    scores: { scores, nulls, counts },
  }))
  return `${title}${textOfDialogueScores(columns)}`
}

/** The names of the subjects, with as much of how they were led as tells their runs apart. */
function labelsOf(documents: readonly ConverseScoreDocument[]): readonly string[] {
  const of = (parts: (document: ConverseScoreDocument) => readonly string[]): readonly string[] =>
    documents.map((document) => [document.subject, ...parts(document)].join(' '))
  const differs = (fact: (facts: ConverseFacts) => string): boolean =>
    new Set(documents.map(({ details }) => fact(details.converse))).size > 1
  const told = FACTS.filter(differs)
  const labels = of(({ details }) => told.map((fact) => fact(details.converse)))
  if (new Set(labels).size === labels.length) return labels
  return of(({ details }) => [...told.map((fact) => fact(details.converse)), details.run.id])
}

const FACTS: readonly ((facts: ConverseFacts) => string)[] = [
  ({ mode }) => mode,
  ({ running }) => running,
  ({ executor }) => executor,
  ({ inject }) => (inject === undefined ? 'as is' : `inject ${inject.kinds.join(' ')} ${inject.rate}`),
]
