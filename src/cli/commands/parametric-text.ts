import { tiers } from '../../benchmark/item.js'
import { findScore, isItemsOnly, valueWithInterval } from '../../report/score-text.js'
import type { CheckpointCurve } from '../../score/parametric/dissociation.js'
import type { InternalizationScore } from '../../score/parametric/internalization.js'
import type { Score } from '../../score/score.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { ParametricDocument } from './parametric-document.js'

const SHOWN = 5
const right = (title: string) => ({ title, align: 'right' as const })

/** What `assay parametric` prints of one subject. */
export function textOfParametric(document: ParametricDocument): string {
  const { subject, benchmark, items, scores } = document
  const parts = [
    `${printable(subject)} on ${printable(benchmark)}: ${counted(items.length, 'query', 'queries')}\n`,
    recallTable(document, undefined),
    serviceTable(document),
    widthTable(document),
    shares(document),
    footnotes(scores),
    tokenText(document),
    lossText(document),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function recallTable({ scores, details: { ks } }: ParametricDocument, group: string | undefined): string {
  const rows = (['all', ...tiers] as const).flatMap((tier) =>
    (['rc', 'rf', 'is'] as const).flatMap((metric) => {
      const found = ks.map((k) =>
        findScore(scores, { metric, k, tier, ...(group === undefined ? {} : { group }) }),
      )
      const n = found[0]?.n ?? 0
      if (n === 0) return []
      const name = { rc: 'Rc', rf: 'Rf', is: 'IS' }[metric]
      return [[`${tier} ${name}`, String(n), ...found.map(cell)]]
    }),
  )
  if (rows.length === 0) return ''
  return renderTable({
    columns: [{ title: group ?? 'tools' }, right('n'), ...ks.map((k) => ({ title: `@${k}` }))],
    rows,
  })
}

function serviceTable(document: ParametricDocument): string {
  return document.scores.some(({ group }) => group === 'service') ? recallTable(document, 'service') : ''
}

function widthTable({ scores, details: { widths } }: ParametricDocument): string {
  if (widths.length === 0) return ''
  const rows = widths.map((width) => {
    const group = `beams ${width}`
    return [
      String(width),
      ...['rc', 'rf', 'is'].map((metric) =>
        cell(findScore(scores, { metric, k: width, tier: 'all', group })),
      ),
    ]
  })
  return renderTable({
    columns: [right('beams'), { title: 'Rc' }, { title: 'Rf' }, { title: 'IS' }],
    rows,
  })
}

function shares({ scores, details: { free } }: ParametricDocument): string {
  const lines: string[] = []
  const validity = findScore(scores, { metric: 'free-validity', tier: 'all' })
  if (validity !== undefined && free !== undefined) {
    lines.push(
      `Free outputs that are tools: ${cell(validity)} %. Of ${countText(free.returned)}, ${countText(free.nonTools)} are no tool and ${countText(free.duplicates)} name one again; nothing refills them.`,
    )
    if (free.examples.length > 0) lines.push(`No tool: ${named(free.examples)}`)
  }
  const mass = findScore(scores, { metric: 'tool-mass', tier: 'all' })
  if (mass !== undefined) lines.push(`Probability of tool tokens at the first step: ${cell(mass)} %.`)
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function cell(score: Score | undefined): string {
  if (score === undefined) return ''
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  const isRatio = score.metric === 'is'
  const caution =
    isRatio && (score as Extract<InternalizationScore, { kind: 'scored' }>).caution !== undefined ? '!' : '' // only they are named so
  if (!isRatio) return `${valueWithInterval(score)}${isItemsOnly(score) ? '*' : ''}`
  const interval = score.interval ?? score.itemInterval
  const brackets = interval === undefined ? '' : ` [${interval.map((bound) => bound.toFixed(2)).join(', ')}]`
  return `${score.value.toFixed(2)}${brackets}${isItemsOnly(score) ? '*' : ''}${caution}`
}

function footnotes(scores: readonly (Score | InternalizationScore)[]): string {
  const notes = new Set<string>()
  const zeros: string[] = []
  const deltas: string[] = []
  for (const score of scores) {
    if (score.kind !== 'scored') continue
    // How many there were differs from tier to tier; the JSON says so of each.
    if (score.intervalNote !== undefined)
      notes.add(
        score.intervalNote
          .replace(/^unscored: \d+ queries with/, 'fewer than 30 queries with')
          .replace(/, 30 needed$/, ''),
      )
    if (!('zeroShare' in score) || score.tier !== 'all' || score.group !== undefined) continue
    if (score.deltaInterval !== undefined)
      deltas.push(`@${score.k} [${score.deltaInterval.map((bound) => bound.toFixed(2)).join(', ')}]`)
    zeros.push(`@${score.k} ${percent(score.zeroShare ?? 0)}`)
    if (score.caution !== undefined) notes.add(`! IS@${score.k}: ${score.caution}`)
  }
  const lines = [
    'Percent but IS, a ratio. Brackets: 95 %; * these items only.',
    ...(deltas.length === 0 ? [] : [`IS by the delta method, for comparison: ${deltas.join(', ')}.`]),
    ...(zeros.length === 0 ? [] : [`Resamples with Rc = 0, percent: ${zeros.join(', ')}.`]),
    ...[...notes].map((note) => `${note.startsWith('!') ? note : `No bracket: ${note}`}.`),
  ]
  return `${lines.join('\n')}\n`
}

function tokenText({ details: { tokens } }: ParametricDocument): string {
  if (tokens === undefined) return ''
  const { split, lossy, collisions, prefixes, empty, strangers, unmapped, surplus, splitQueries } = tokens
  const lines = [`Tokens: ${countText(tokens.reachable)} tools can be decoded.`]
  const add = (list: readonly string[], what: string): void => {
    if (list.length > 0) lines.push(`  ${countText(list.length)} ${what}: ${named(list)}`)
  }
  add(strangers, 'names in the map are no tool of the catalog')
  add(unmapped, 'tools have no token')
  add(surplus, 'further spellings of tools that have a token')
  add(
    split.map(({ text, tokenCount }) => `${text} (${tokenCount})`),
    `tokens meant to be one are several (${counted(splitQueries.length, 'query', 'queries')} with such gold)`,
  )
  add(
    lossy.map(({ text, readsAs }) => `${text} as ${readsAs}`),
    'tokens read back as another text',
  )
  add(
    collisions.map(([kept, lost]) => `${lost} = ${kept}`),
    'tools share the ids of another and cannot be decoded',
  )
  add(
    prefixes.map(([shorter, longer]) => `${shorter} < ${longer}`),
    'tools begin another; the end token tells them apart',
  )
  add(empty, 'tools have tokens that the tokenizer leaves nothing of')
  return `${lines.join('\n')}\n`
}

function lossText({ details: { gold, failed, uncovered, notices } }: ParametricDocument): string {
  const lines = [...notices]
  if (gold.missingGold > 0) lines.push(`${gold.missingGold} gold names are not in the catalog.`)
  if (gold.withoutToken.length > 0) {
    lines.push(
      `${counted(gold.withoutToken.length, 'query has', 'queries have')} gold without a token of its own: ${named(gold.withoutToken.map(({ itemId }) => itemId))}`,
    )
  }
  if (gold.excludedItems > 0) {
    lines.push(`${counted(gold.excludedItems, 'query', 'queries')} without any gold left: not scored.`)
  }
  if (failed.length > 0) {
    lines.push(
      `${counted(failed.length, 'query', 'queries')} could not be decoded, unmeasured: ${named(failed.map(({ id }) => id))}`,
    )
    lines.push(`  ${failed[0]?.reason ?? ''}`)
  }
  if (uncovered.length > 0)
    lines.push(
      `${counted(uncovered.length, 'query', 'queries')} without an answer, unmeasured: ${named(uncovered)}`,
    )
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** Rc, Rf and IS over checkpoints. */
export function textOfCurve({ checkpoints, rows }: CheckpointCurve): string {
  const shown = rows.filter(({ tier, group }) => tier === 'all' && group === undefined)
  return renderTable({
    columns: [
      { title: 'checkpoint' },
      ...shown.map(({ metric, k }) => right(k === undefined ? metric : `${metric}@${k}`)),
    ],
    rows: checkpoints.map((name, at) => [
      printable(name),
      ...shown.map(({ metric, values }) => {
        const value = values[at]
        return value === null || value === undefined
          ? ''
          : metric === 'is'
            ? value.toFixed(2)
            : percent(value)
      }),
    ]),
  })
}

function named(list: readonly string[]): string {
  const shown = list.slice(0, SHOWN).map((text) => printable(text, { maxLength: 80 }))
  return `${shown.join(', ')}${list.length > SHOWN ? ', …' : ''}`
}

function counted(count: number, one: string, several: string): string {
  return `${countText(count)} ${count === 1 ? one : several}`
}
