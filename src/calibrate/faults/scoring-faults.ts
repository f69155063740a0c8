import type { Benchmark, Item } from '../../benchmark/item.js'
import { catalogOf } from '../../catalog/catalog.js'
import { probeVariant, showingOfVariant } from '../../probe/showing.js'
import { rotationOfVariant, rotationVariant } from '../../run/choice-labels.js'
import { defineFault, type Fault } from './fault.js'
import type { Instrument } from './instrument.js'

/** What can go wrong between answers and scores. */
export const scoringFaults: readonly Fault[] = [
  defineFault({
    id: 'gold-shifted',
    breaks: 'gold is one item off',
    injection: 'each query is scored with the gold of the next',
    noticedBy: 'recall/rc@1',
    inject: (instrument) => ({
      ...instrument,
      gold: { ...instrument.gold, queries: shifted(instrument.gold.queries) },
    }),
  }),
  defineFault({
    id: 'key-rotated',
    breaks: 'options are scored in another order than they were shown in',
    injection: 'samples are read back under the next rotation',
    noticedBy: 'choices/accuracy',
    inject: (instrument) =>
      instrument.expected.choices === undefined
        ? undefined
        : { ...instrument, journal: (lines) => instrument.journal(lines).map(rotated) },
  }),
  defineFault({
    id: 'other-token-shown',
    breaks: "questions are asked about another tool's token",
    injection: 'the display gives the token of the control in place of the own one',
    noticedBy: 'choices/accuracy',
    inject(instrument) {
      const { probe, expected } = instrument
      if (probe === undefined || expected.choices === undefined) return undefined
      const display: typeof probe.display = (item) => probe.display(item, 'other-token')
      return { ...instrument, probe: { ...probe, display } }
    },
  }),
  defineFault({
    id: 'catalog-changed',
    breaks: 'the catalog is another version than the one that was asked about',
    injection: 'the last tool is left out, and the first one has another description',
    noticedBy: 'fingerprint/catalog',
    inject(instrument) {
      const [first, ...others] = instrument.catalog.tools
      if (first === undefined) return undefined
      const changed = { ...first, description: `${first.description ?? ''} (deprecated)` }
      return { ...instrument, catalog: catalogOf([changed, ...others.slice(0, -1)]) }
    },
  }),
  defineFault({
    id: 'samples-doubled',
    breaks: 'samples stand in the journal two times',
    injection: 'every fifth line is written again',
    noticedBy: 'journal/doubled',
    inject: (instrument) =>
      withJournal(instrument, (lines) => lines.flatMap((line, at) => (at % 5 === 0 ? [line, line] : [line]))),
  }),
  defineFault({
    id: 'samples-lost',
    breaks: 'samples are missing from the journal',
    injection: 'every fifth line is left out',
    noticedBy: 'journal/missing',
    inject: (instrument) => withJournal(instrument, (lines) => lines.filter((_, at) => at % 5 !== 0)),
  }),
  defineFault({
    id: 'samples-foreign',
    breaks: 'samples of another run are mixed in',
    injection: 'every fifth line gets the id of an item that was not asked',
    noticedBy: 'journal/unknown',
    inject: (instrument) =>
      withJournal(instrument, (lines) => lines.map((line, at) => (at % 5 === 0 ? renamed(line) : line))),
  }),
]

function withJournal(
  instrument: Instrument,
  bend: (lines: readonly string[]) => readonly string[],
): Instrument | undefined {
  if (instrument.subject === undefined) return undefined
  return { ...instrument, journal: (lines) => bend(instrument.journal(lines)) }
}

function shifted({ items, ...benchmark }: Benchmark): Benchmark {
  const golds = items.flatMap((item) => (item.kind === 'retrieval' ? [item.gold] : []))
  const moved = items.map((item, at): Item => {
    // A whole cluster further on, so that alike queries do not keep their tool.
    const gold = golds[(at + 2) % golds.length]
    return item.kind === 'retrieval' && gold !== undefined ? { ...item, gold } : item
  })
  return { ...benchmark, items: moved }
}

interface Line {
  readonly item: string
  readonly variant?: string
}

function rotated(line: string): string {
  const sample = JSON.parse(line) as Line // a line that was written a moment ago
  const { showing, rotation } = showingOfVariant(sample.variant ?? '') ?? {}
  const number = rotation === undefined ? undefined : rotationOfVariant(rotation)
  if (showing === undefined || number === undefined) return line
  return JSON.stringify({ ...sample, variant: probeVariant(showing, rotationVariant((number + 1) % 4)) })
}

function renamed(line: string): string {
  const sample = JSON.parse(line) as Line // a line that was written a moment ago
  return JSON.stringify({ ...sample, item: `${sample.item}, of another run` })
}
