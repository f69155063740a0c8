/** Types of columns, as DuckDB and Parquet name them. */
export type ColumnType = 'VARCHAR' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'MAP(VARCHAR, DOUBLE)'

export interface TableColumn {
  readonly name: string
  readonly type: ColumnType
  /** What it holds, in one phrase. */
  readonly describes: string
}

/** What can be asked of runs by SQL, and exported as Parquet. */
export interface RunTable {
  readonly name: TableName
  readonly describes: string
  readonly columns: readonly TableColumn[]
  /** Columns that order its rows, the same in every export. */
  readonly order: readonly string[]
}

export type TableName = 'runs' | 'benchmarks' | 'samples' | 'scores' | 'items'

const column = (name: string, type: ColumnType, describes: string): TableColumn => ({ name, type, describes })

const RUN = column('run', 'VARCHAR', 'id of the run, as `run.json` names it')
const BENCHMARK = column('benchmark', 'VARCHAR', 'name of the benchmark within the run')
const ITEM = column('item', 'VARCHAR', 'id of the item')
const VARIANT = column(
  'variant',
  'VARCHAR',
  'rotation, decoding, mode or control; NULL where there is one only',
)
const SUBJECT = column('subject', 'VARCHAR', 'label of the subject')

/** The tables, with all that a user may rely on: a column is added, never renamed. */
export const runTables: readonly RunTable[] = [
  {
    name: 'runs',
    describes: 'one row a run: who was asked, when and how',
    order: ['created_at', 'run'],
    columns: [
      RUN,
      column('folder', 'VARCHAR', 'where the run lies; NULL in Parquet files'),
      column('created_at', 'TIMESTAMP', 'when the run began, UTC, by the clock of its host'),
      SUBJECT,
      column('spec', 'VARCHAR', 'how the subject was named, such as `openai:gpt-4o-mini`'),
      column('model', 'VARCHAR', 'the model, as the subject names it'),
      column('dialect', 'VARCHAR', 'dialect in which calls are read'),
      column('catalog_fingerprint', 'VARCHAR', 'fingerprint of the catalog'),
      column('tools', 'BIGINT', 'tools in the catalog'),
      column('seed', 'BIGINT', 'seed of the first trial'),
      column('trials', 'BIGINT', 'times that each item was asked'),
      column('settings', 'VARCHAR', 'settings of generation, JSON'),
      column(
        'preflight',
        'VARCHAR',
        '`passed`, `unmeasured`, or `not-done` of an imported run; NULL where the run does not say',
      ),
      column('sessions', 'BIGINT', 'processes that worked at the run'),
      column('assay', 'VARCHAR', 'version of Assay that last worked at it'),
      column('node', 'VARCHAR', 'version of Node that last worked at it'),
    ],
  },
  {
    name: 'benchmarks',
    describes: 'one row a benchmark of a run',
    order: ['run', 'benchmark'],
    columns: [
      RUN,
      BENCHMARK,
      column('path', 'VARCHAR', 'where its items lay'),
      column('format', 'VARCHAR', 'id of the reader'),
      column('fingerprint', 'VARCHAR', 'fingerprint of the items'),
      column('items', 'BIGINT', 'items in the benchmark'),
    ],
  },
  {
    name: 'samples',
    describes: 'one row a sample; where a sample was asked again, its last line',
    order: ['run', 'benchmark', 'item', 'variant', 'trial'],
    columns: [
      RUN,
      BENCHMARK,
      ITEM,
      VARIANT,
      column('trial', 'BIGINT', 'repetition, from 0'),
      SUBJECT,
      column('text', 'VARCHAR', 'what was said, verbatim'),
      column('message', 'VARCHAR', 'the message of an API, JSON; its numbers as DuckDB spells them'),
      column('stop_reason', 'VARCHAR', '`stop`, `length`, `refused` or `unknown`; NULL of an error'),
      column('error_kind', 'VARCHAR', 'kind of the failure; NULL of an answer'),
      column('error_code', 'VARCHAR', 'code of the failure'),
      column('error_message', 'VARCHAR', 'what the endpoint said of it'),
      column('prompt_tokens', 'BIGINT', 'tokens of the prompt, where the subject counts them'),
      column('completion_tokens', 'BIGINT', 'tokens of the answer'),
      column('cost', 'DOUBLE', 'in the currency of the price that the run was given'),
      column('started_at', 'TIMESTAMP', 'when it was asked, UTC'),
      column('duration_ms', 'DOUBLE', 'milliseconds until the answer was whole'),
      column('waited_ms', 'DOUBLE', 'milliseconds of waiting for a limit, before'),
      column('attempts', 'BIGINT', 'requests that it took, from 1'),
      column('cached', 'BOOLEAN', 'the answer came out of the response cache'),
      column('redacted', 'BOOLEAN', 'secrets were replaced in it'),
      column('choices', 'VARCHAR', 'log-probability of each label, JSON'),
      column('steps', 'VARCHAR', 'steps of a dialogue, JSON'),
      column('request_hash', 'VARCHAR', 'SHA-256 of the canonical request'),
      column('raw_hash', 'VARCHAR', 'SHA-256 under which `raw/` holds the body'),
    ],
  },
  {
    name: 'scores',
    describes: 'one row a score of a scored run (`assay score <run>`)',
    order: ['run', 'benchmark', 'scorer', 'metric', 'k', 'tier', 'group_name'],
    columns: [
      RUN,
      BENCHMARK,
      SUBJECT,
      column('metric', 'VARCHAR', 'what was measured, such as `exact` or `recall`'),
      column('k', 'BIGINT', 'depth of the ranking'),
      column('tier', 'VARCHAR', '`all`, `easy`, `medium` or `hard`'),
      column('group_name', 'VARCHAR', 'any other division of the items'),
      column('value', 'DOUBLE', 'a proportion in [0, 1] unless `unit` says otherwise; NULL where unscored'),
      column('reason', 'VARCHAR', 'why there is no value'),
      column('n', 'BIGINT', 'items behind it'),
      column('clusters', 'BIGINT', 'clusters behind it'),
      column('interval_low', 'DOUBLE', 'lower end of the 95 % interval'),
      column('interval_high', 'DOUBLE', 'its upper end'),
      column('item_low', 'DOUBLE', 'lower end of the interval over these items only'),
      column('item_high', 'DOUBLE', 'its upper end'),
      column('method', 'VARCHAR', 'how the interval came about'),
      column('chance', 'DOUBLE', 'what uniform guessing scores'),
      column('ceiling', 'DOUBLE', 'the best that can be scored'),
      column('floor_null', 'VARCHAR', 'the strongest null model'),
      column('floor_value', 'DOUBLE', 'what that null model scores'),
      column('floor_verdict', 'VARCHAR', '`above-floor`, `at-floor`, `below-floor` or `not-enough-data`'),
      column('unit', 'VARCHAR', 'unit of the value'),
      column('better', 'VARCHAR', '`higher` or `lower`'),
      column('scorer', 'VARCHAR', 'name of the scorer'),
      column('scorer_version', 'BIGINT', 'its version; values of two versions are not one series'),
    ],
  },
  {
    name: 'items',
    describes: 'one row an item and variant of a scored run, its trials averaged',
    order: ['run', 'benchmark', 'kind', 'item', 'variant'],
    columns: [
      RUN,
      BENCHMARK,
      SUBJECT,
      column('kind', 'VARCHAR', '`call`, `mcq`, `qa`, `retrieval` or `dialogue`'),
      ITEM,
      VARIANT,
      column('cluster', 'VARCHAR', 'what makes items alike: a service, a template'),
      column('samples', 'BIGINT', 'samples behind the values'),
      column('metrics', 'MAP(VARCHAR, DOUBLE)', "value by metric in [0, 1]: `metrics['exact']`"),
      column('details', 'VARCHAR', 'whatever else the scorer says of the item, JSON'),
    ],
  },
]

export function runTable(name: TableName): RunTable {
  // The type allows no other name.
  return runTables.find((table) => table.name === name) as RunTable
}

/** Tables that a statement speaks of, in any letter case; a word too many costs a look, none too few. */
export function tablesIn(sql: string): ReadonlySet<TableName> {
  const words = new Set(sql.toLowerCase().match(/[a-z_]+/g))
  return new Set(runTables.flatMap(({ name }) => (words.has(name) ? [name] : [])))
}
