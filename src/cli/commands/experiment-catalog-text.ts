import type { Change } from '../../experiment/measure-change.js'
import type { ToolReport } from '../../experiment/tool-report.js'
import type { WorthTesting } from '../../experiment/worth-testing.js'
import { countText, percent, pointsInterval, shownP, signedPoints } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { CatalogDocument } from './experiment-documents.js'

/** Tools in the table, tools that are explained, and queries shown of each. */
const TABLE = 20
const EXPLAINED = 12
const QUERIES = 3
const NAME = 48

const VERDICTS = {
  better: 'better',
  worse: 'worse',
  'no-difference-shown': 'no difference shown',
  'not-enough-data': 'not enough data',
} as const

/** The experiment for a terminal: verdict, the measures, the tools that changed, what was lost and what to test. */
export function textOfCatalogExperiment(document: CatalogDocument): string {
  const { overall, tools } = document
  const [first] = overall
  const worse = tools.filter(({ verdict }) => verdict === 'worse')
  const better = tools.filter(({ verdict }) => verdict === 'better')
  const lines = [
    `${sentence(VERDICTS[first.verdict])}: selection ${percent(first.before)} → ${percent(first.after)}, ${signedPoints(first.difference)} points ${pointsInterval(first.interval)}, p ${shownP(first.adjustedP)}, ${countText(first.n)} items (${printable(document.subject)}).`,
    `Of ${countText(tools.length)} tools with items, ${countText(worse.length)} worse and ${countText(better.length)} better after Holm.`,
    ...overall
      .slice(1)
      .map(
        (change) =>
          `${change.metric}: ${percent(change.before)} → ${percent(change.after)}, ${signedPoints(change.difference)} points ${pointsInterval(change.interval)}, p ${shownP(change.adjustedP)}: ${VERDICTS[change.verdict]}.`,
      ),
    ...notesOf(first),
    '',
  ]
  const changed = tools.filter(({ lost, gained }) => lost + gained > 0)
  return `${lines.join('\n')}\n${changed.length === 0 ? 'No query was lost or gained.\n' : toolTable(changed)}${explanations(document, worse.length > 0 ? worse : changed)}${footnotes(document)}`
}

function toolTable(changed: readonly ToolReport[]): string {
  const rows = changed.slice(0, TABLE)
  const table = renderTable({
    columns: [
      { title: 'tool', maxWidth: NAME },
      { title: 'n', align: 'right' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'lost', align: 'right' },
      { title: 'gained', align: 'right' },
      { title: 'p (Holm)', align: 'right' },
      { title: 'verdict' },
    ],
    rows: rows.map(({ tool, toolsAfter, n, before, after, lost, gained, adjustedP, verdict }) => [
      toolsAfter.length === 1 && toolsAfter[0] === tool ? tool : `${tool} → ${toolsAfter.join(', ')}`,
      countText(n),
      percent(before),
      percent(after),
      countText(lost),
      countText(gained),
      shownP(adjustedP),
      VERDICTS[verdict],
    ]),
  })
  const rest = changed.length - rows.length
  return `${table}${rest > 0 ? `and ${countText(rest)} more tools with a query lost or gained\n` : ''}`
}

function explanations({ wordsBy }: CatalogDocument, tools: readonly ToolReport[]): string {
  const lines: string[] = []
  for (const { tool, n, lost, to, lostWords, lostQueries, worthTesting } of tools
    .filter(({ lost }) => lost > 0)
    .slice(0, EXPLAINED)) {
    const went = to
      .slice(0, 3)
      .map(
        ({ tool: rival, queries }) =>
          `${countText(queries)} to ${rival === undefined ? 'no tool' : shown(rival)}`,
      )
    lines.push(
      '',
      `${shown(tool)} lost ${countText(lost)} of ${countText(n)} queries: ${went.join(', ')}${to.length > 3 ? ', …' : ''}`,
    )
    if (lostWords.length > 0) {
      const words = lostWords.slice(0, 6).map(({ word, weight }) => `${printable(word)} ${weight.toFixed(1)}`)
      lines.push(`  words it lost${wordsBy === 'bm25' ? ', as BM25 weighs them' : ''}: ${words.join(', ')}`)
    }
    for (const change of worthTesting) lines.push(`  worth testing: ${suggestion(change)}`)
    for (const query of lostQueries.slice(0, QUERIES)) {
      const place = (rank: number | undefined): string => (rank === undefined ? '–' : String(rank))
      const words = query.rivalWords.slice(0, 3).map(({ word }) => printable(word))
      const by =
        query.to === undefined
          ? 'nothing was named'
          : `${shown(query.to)}${words.length === 0 ? '' : ` by ${words.join(', ')}`}`
      lines.push(
        `    ${place(query.rankBefore)} → ${place(query.rankAfter)}  "${printable(query.query, { maxLength: 90 })}"  ${by}`,
      )
    }
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function suggestion(change: WorthTesting): string {
  const words = 'words' in change ? change.words.map((word) => `"${printable(word)}"`).join(', ') : ''
  switch (change.kind) {
    case 'restore-words':
      return `put ${words} back into the text of ${shown(change.tool)} (${countText(change.queries)} queries use them)`
    case 'add-words':
      return `say ${words} in the text of ${shown(change.tool)} (${countText(change.queries)} queries use them)`
    case 'tell-apart':
      return `say in ${shown(change.tool)} and in ${shown(change.rival)} when to use which (${countText(change.queries)} queries went there)`
    default:
      return change satisfies never
  }
}

function notesOf({ metric, doubt, note, needed, test, clusters, n, detectable }: Change): readonly string[] {
  const units = clusters < n ? `, ${countText(clusters)} clusters of ${countText(n)} items` : ''
  return [
    `${metric}: ${test}${units}.`,
    ...(doubt === undefined ? [] : [`Not enough data: ${doubt}.`]),
    ...(note === undefined ? [] : [`${sentence(note)}.`]),
    ...(needed === undefined || doubt !== undefined
      ? []
      : [`It would take about ${countText(needed)} items like these to tell.`]),
    ...(detectable === undefined
      ? []
      : [`These items find a difference of ${percent(detectable)} points four times in five.`]),
  ]
}

function footnotes({
  excluded,
  unmeasured,
  otherKinds,
  lostNeeds,
  mergedItems,
  margin,
  tools,
}: CatalogDocument): string {
  const reasons = new Map<string, number>()
  for (const { why } of excluded) reasons.set(why, (reasons.get(why) ?? 0) + 1)
  const lines = [
    ...Array.from(reasons, ([why, items]) => `Left out: ${countText(items)} items, ${why}.`),
    ...(otherKinds > 0
      ? [`Passed over: ${countText(otherKinds)} items of kinds that this subject is not asked.`]
      : []),
    ...(unmeasured.length > 0 ? [`Unmeasured on one side: ${countText(unmeasured.length)} items.`] : []),
    ...(lostNeeds > 0
      ? [`${countText(lostNeeds)} needs that one side cannot meet were left out on both.`]
      : []),
    ...(mergedItems > 0
      ? [`${countText(mergedItems)} items have fewer needs after, for their tools were merged.`]
      : []),
    ...(tools[0]?.units === 'items'
      ? ['Within a tool, its items are the units; six are the fewest that can show anything.']
      : []),
    `Differences up to ${percent(margin)} points do not matter. Nothing was changed: what is worth testing is for the next experiment to judge.`,
  ]
  return `\n${lines.join('\n')}\n`
}

function shown(name: string): string {
  return printable(name, { maxLength: NAME })
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
