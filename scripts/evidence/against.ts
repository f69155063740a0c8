import { percentText } from '../../src/text/number-text.js'
import type { EvidenceRecord, Exhibit, Figure, Reading } from './exhibit.js'

const MISSES = /not reached|at the limit|not within rounding|, not [0-9]|\*\*[^*]*, but [0-9]/

/** What docs/figures.md says of itself that misses: of rows the promise and what was measured instead, and paragraphs. */
export function readUnreached(outputs: readonly string[]): Reading {
  const text = outputs[0] ?? ''
  const figures: Figure[] = []
  let above = ''
  let heading: string | undefined
  for (const line of text.split('\n').filter((one) => one.startsWith('| '))) {
    const [cell = '', ...others] = line.slice(2).split(' | ')
    // A table of another kind says its promise in its heading, for all of its rows.
    const [, promised = heading] = /\(promise: (.+)\)$/.exec(cell) ?? []
    heading = cell === 'promise' ? undefined : promised
    // "… than that" goes on with the promise of the row above.
    const promise = cell.startsWith('…')
      ? `${above} ${cell}`
      : `${cell}${heading === undefined ? '' : `: ${heading}`}`
    if (!cell.startsWith('…')) above = cell
    // Where there are several columns of measurements, any of them may say it.
    const measured = others.find((other) => MISSES.test(other))
    if (measured !== undefined) figures.push(missOf(promise, measured))
  }
  for (const paragraph of text.split('\n\n')) {
    const said = /^Not (?:reached|shown)[^:.]*[:.]?/.exec(paragraph)
    if (said !== null)
      figures.push(missOf(said[0].replace(/[:.]$/, ''), paragraph.slice(said[0].length).trim()))
    else if (!paragraph.startsWith('|') && paragraph.includes('**not kept**'))
      figures.push(missOf('Not kept', paragraph.trim()))
  }
  return { verdicts: [], figures, faults: [] }
}

function missOf(what: string, measured: string): Figure {
  const note = measured.replaceAll('\n', ' ')
  return { what, group: 'promises', value: null, unit: 'count', n: 1, counted: 'promises', note }
}

interface Card {
  readonly name: string
  readonly expectations: readonly { readonly statement: string; readonly held: boolean | null }[]
}

/** Expectations of reference subjects that were written down before training, and those that do not hold. */
export function readCards(outputs: readonly string[]): Reading {
  const cards = (outputs[0] ?? '')
    .split(/\n(?=\{)/)
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text) as Card) // assay.reference/1
  return {
    verdicts: [],
    figures: cards.map(({ name, expectations }): Figure => {
      const missed = expectations.filter(({ held }) => held === false)
      return {
        what: `${name}: expectations that do not hold`,
        group: 'expectations',
        value: missed.length,
        unit: 'count',
        n: expectations.length,
        counted: 'expectations',
        ...(missed.length === 0 ? {} : { note: missed.map(({ statement }) => statement).join(' ') }),
      }
    }),
    faults: [],
  }
}

export const against: readonly Exhibit[] = [
  {
    id: 'not-reached',
    section: 'against',
    title: 'Promises that are not kept',
    about:
      'Rows of the [figures](figures.md) that say of themselves that they miss what was promised, in their words.',
    commands: ['cat docs/figures.md'],
    inputs: ['./docs/figures.md'],
    needs: [],
    read: readUnreached,
    follows: () => [],
  },
  {
    id: 'cards',
    section: 'against',
    title: 'Reference subjects that did not become what they were meant to be',
    about:
      'Expectations that stood in the cards before there were weights; none was moved afterwards. Where one does not hold, the subject lacks that fault or that skill, and what it was to show of the instrument is not shown.',
    commands: ['cat reference/models/*/card.json'],
    inputs: ['./reference/models'],
    needs: [],
    read: readCards,
    follows: ({ figures }) => {
      const missed = figures.reduce((sum, { value }) => sum + (value ?? 0), 0)
      const all = figures.reduce((sum, { n }) => sum + n, 0)
      return [`${missed} of ${all} expectations do not hold.`]
    },
  },
]

/** Sentences that speak against Assay and follow from what the other exhibits measured. */
export function againstUs(record: EvidenceRecord): readonly string[] {
  return [
    ...gateSentences(record),
    ...speedSentences(record),
    ...coverageSentences(record),
    ...partialSentences(record),
    ...missing(record),
  ]
}

function figuresOf({ measurements }: EvidenceRecord, id: string): readonly Figure[] {
  const found = measurements.find((one) => one.id === id)
  return found?.kind === 'measured' ? found.reading.figures : []
}
const POWER = 0.8

function gateSentences(record: EvidenceRecord): readonly string[] {
  return figuresOf(record, 'gate-drill')
    .filter(
      ({ what, value }) =>
        what.startsWith('10 points lost') && what.endsWith(': failed') && (value ?? 0) < POWER,
    )
    .map(
      ({ what, value, interval = [0, 1] }) =>
        `The gate sees a loss least often where items of a cluster are alike. ${what.slice(0, -': failed'.length)}: it fails ${percentText(value ?? 0)} [${interval.map(percentText).join(', ')}] of the pull requests; four in five were wanted.`,
    )
}

function speedSentences(record: EvidenceRecord): readonly string[] {
  const times = figuresOf(record, 'open-cases').filter(({ group }) => group === 'time')
  const ours = times.find(({ what }) => what.startsWith('assay'))
  const faster = times.filter(({ value }) => (value ?? 0) < (ours?.value ?? 0))
  if (ours === undefined || faster.length === 0) return []
  const names = faster.map(
    ({ what, value }) => `${what.slice(0, what.indexOf(':'))} (${(value ?? 0).toFixed(1)} µs)`,
  )
  return [
    `Faster than ours at judging a pair of calls: ${names.join(', ')}; ours takes ${(ours.value ?? 0).toFixed(1)} µs.`,
  ]
}

/** A mild word for somebody who never calls. */
function partialSentences({ measurements }: EvidenceRecord): readonly string[] {
  const found = measurements.flatMap((one) => {
    if (one.kind !== 'measured' || one.reading.verdicts[0]?.verdict !== 'partial') return []
    const formed = one.reading.figures.find(({ group }) => group === 'well-formed')
    return formed?.value === 0 ? [`\`${one.id}\``] : []
  })
  if (found.length === 0) return []
  return [
    `The ladder’s verdict in ${found.join(' and ')} is \`partial\`, though none of the calls is well formed: the word says that no narrower rule fits, and not that something is there.`,
  ]
}

const NOMINAL = 0.95

function coverageSentences(record: EvidenceRecord): readonly string[] {
  const low = figuresOf(record, 'coverage').filter(({ interval }) => (interval?.[1] ?? 1) < NOMINAL)
  if (low.length === 0) return []
  return [
    `Intervals that cover less than the 95 % they claim: ${low.map(({ what, value }) => `${what} ${percentText(value ?? 0)}`).join('; ')}. Assay shows clustered intervals from 20 effective clusters on.`,
  ]
}

function missing({ measurements }: EvidenceRecord): readonly string[] {
  const left = measurements.filter(({ kind }) => kind === 'not-measured')
  if (left.length === 0) return []
  return [`Not measured on the machine of this page: ${left.map(({ id }) => `\`${id}\``).join(', ')}.`]
}
