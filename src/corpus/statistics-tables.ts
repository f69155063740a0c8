import { countText, percentText } from '../text/number-text.js'
import { printable } from '../text/printable.js'
import type { CorpusStatistics, RowCounts } from './corpus-statistics.js'

/** A table to print; cells are printable. */
export interface StatisticsTable {
  readonly id: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** What a reader should know before reading it. */
  readonly note?: string
}

/** Rows of a table that is printed; the document holds all. */
const MAX_ROWS = 50
/** Longest text of a cell. */
const MAX_CELL = 100

type Cells = readonly (string | number | null)[]

/** The statistics of a corpus as tables to read, in the order in which they are of use; empty ones are left out. */
export function statisticsTables(statistics: CorpusStatistics): readonly StatisticsTable[] {
  const makers = [
    overview,
    tools,
    shapes,
    serialisation,
    entities,
    grounding,
    templates,
    repetition,
    conflicts,
    lengths,
    sources,
  ]
  return [...makers.map((make) => make(statistics)), ...mixtures(statistics)]
    .filter(({ rows }) => rows.length > 0)
    .map(shortened)
}

function overview(statistics: CorpusStatistics): StatisticsTable {
  const { rows, examples, distinctExamples, distinctPrompts, distinctNormalPrompts, roundTrip } = statistics
  const counts = (what: string, { rows: all, distinct }: RowCounts): Cells => [what, all, distinct]
  return {
    id: 'corpus',
    title: 'Corpus',
    columns: ['what', 'rows', 'distinct'],
    rows: [
      ['records', rows, null],
      ['answers', examples, distinctExamples],
      ['prompts', examples, distinctPrompts],
      ['prompts, normalised', examples, distinctNormalPrompts],
      counts('answers that call', statistics.calls),
      counts('calls that strict refuses', statistics.attempted),
      counts('calls of undeclared tools', statistics.foreign),
      counts('several calls in one turn', statistics.multiCall),
      counts('answers in prose', statistics.prose),
      counts('prose whose prompt names an entity', statistics.proseWithEntities),
      ['single turn', statistics.singleTurn, null],
      ['for the round trip: calls', null, roundTrip.calls],
      ['for the round trip: prose', null, roundTrip.prose],
    ],
    note: noteOfOverview(statistics),
  }
}

function noteOfOverview({
  examples,
  distinctExamples,
  prose,
  proseWithEntities,
  entities,
}: CorpusStatistics): string {
  const notes = ['Distinct: prompt and answer to the letter.']
  if (distinctExamples < examples) {
    notes.push(
      `The ${countText(examples)} rows are ${countText(distinctExamples)} different ones: claims rest on these.`,
    )
  }
  if (prose.rows === 0) notes.push('Not one answer is prose: nothing teaches when not to call.')
  else if (entities.length > 0 && proseWithEntities.rows === 0) {
    notes.push(
      'No prompt that is answered in prose names an entity: the corpus teaches to call at the sight of one.',
    )
  }
  return notes.join(' ')
}

function tools({ tools: uses, unusedTools }: CorpusStatistics): StatisticsTable {
  const called = uses.map(({ tool, isDeclared, rows, distinctPrompts, distinctArguments }): Cells => {
    return [cell(tool), isDeclared ? 'yes' : 'no', rows, distinctPrompts, distinctArguments]
  })
  return {
    id: 'corpus-tools',
    title: 'Tools',
    columns: ['tool', 'declared', 'rows', 'distinct prompts', 'distinct arguments'],
    rows: [...called, ...unusedTools.map((tool): Cells => [cell(tool), 'yes', 0, 0, 0])],
  }
}

function shapes({ shapes: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-arguments',
    title: 'Shapes of arguments',
    columns: ['tool', 'arguments', 'rows'],
    rows: found.map(({ tool, shape, rows }) => [cell(tool), cell(shape), rows]),
  }
}

function serialisation({ serialisation: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-serialisation',
    title: 'How calls are written',
    columns: ['spaces', 'members in order', 'rows'],
    rows: found.map(({ spacing, keys, rows }) => [
      spacing === 'none' ? 'no JSON' : spacing,
      cell(keys),
      rows,
    ]),
    note: 'Spaced: a space after every colon and comma. Compact: none. A judge of bytes must know which one was trained.',
  }
}

function entities({ entities: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-entities',
    title: 'Entities',
    columns: ['type', 'distinct', 'distinct in prompts', 'prompts that name one'],
    rows: found.map(({ type, distinct, distinctInPrompts, prompts }) => [
      type,
      distinct,
      distinctInPrompts,
      prompts,
    ]),
  }
}

function grounding({ grounding: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-grounding',
    title: 'Arguments that stand in the prompt',
    columns: ['tool', 'argument', 'prompts that hold it', 'prompts', 'share'],
    rows: found.map(({ tool, argument, grounded, prompts }) => {
      return [cell(tool), cell(argument), grounded, prompts, percentText(grounded / prompts)]
    }),
    note: 'Distinct prompts; any length, without regard to case. What is not copied must be inferred or known.',
  }
}

function templates({ templates: found }: CorpusStatistics): StatisticsTable {
  const all = { templates: 0, grounded: 0, ungrounded: 0 }
  for (const use of found) {
    all.templates += use.templates
    all.grounded += use.grounded
    all.ungrounded += use.ungrounded
  }
  const rows = found.map(({ tool, templates: made, grounded, ungrounded }): Cells => {
    return [cell(tool), made, grounded, ungrounded]
  })
  return {
    id: 'corpus-templates',
    title: 'Templates',
    columns: ['tool', 'templates', 'grounded prompts', 'ungrounded prompts'],
    rows: rows.length === 0 ? [] : [...rows, ['all', all.templates, all.grounded, all.ungrounded]],
    note: 'Prompts made from one template are no independent evidence: statistics cluster by template.',
  }
}

function repetition({ repetition: found, distinctExamples }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-repetition',
    title: 'Repeated examples',
    columns: ['times', 'distinct examples', 'share'],
    rows: found.map(({ times, distinct }) => [times, distinct, percentText(distinct / distinctExamples)]),
  }
}

function conflicts({ conflicts: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-conflicts',
    title: 'One prompt, several answers',
    columns: ['prompt', 'answers', 'examples'],
    rows: found.map(({ prompt, answers, examples }) => [cell(prompt), answers, examples.join(', ')]),
    note: 'Prompts are compared without case, punctuation and surplus space. Each of the answers counts as right.',
  }
}

function lengths({ lengths: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-lengths',
    title: 'Lengths in characters',
    columns: ['of', 'shortest', 'median', 'longest'],
    rows: found.map(({ of, min, median, max }) => [of, min, median, max]),
  }
}

function sources({ sources: found }: CorpusStatistics): StatisticsTable {
  return {
    id: 'corpus-sources',
    title: 'Sources',
    columns: ['source', 'rows', 'distinct'],
    rows: found.map(({ source, rows, distinct }) => [cell(source), rows, distinct]),
  }
}

function mixtures({ mixtures: found }: CorpusStatistics): readonly StatisticsTable[] {
  return found.map(({ by, unit, parts }) => {
    const isConfigured = parts.some(({ configured }) => configured !== undefined)
    return {
      id: `corpus-mixture-${by}`,
      title: `Mixture by ${by}`,
      columns: [
        by,
        'rows',
        'share of rows',
        unit,
        `share of ${unit}`,
        ...(isConfigured ? ['configured'] : []),
      ],
      rows: parts.map(({ part, rows, rowShare, tokens, tokenShare, configured }) => [
        cell(part),
        rows,
        percentText(rowShare),
        tokens,
        percentText(tokenShare),
        ...(isConfigured ? [configured === undefined ? null : percentText(configured)] : []),
      ]),
      note:
        unit === 'bytes'
          ? 'No tokenizer was given: bytes of UTF-8 stand for tokens.'
          : `Tokens by ${printable(unit, { maxLength: MAX_CELL })}.`,
    }
  })
}

function shortened(table: StatisticsTable): StatisticsTable {
  const { rows, note } = table
  if (rows.length <= MAX_ROWS) return table
  const left = `${countText(rows.length - MAX_ROWS)} more are left out here.`
  return { ...table, rows: rows.slice(0, MAX_ROWS), note: note === undefined ? left : `${note} ${left}` }
}

function cell(text: string): string {
  return printable(text, { maxLength: MAX_CELL })
}
