import type { RungTable } from '../../ladder/rung.js'
import { isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import { objectIn, objectsIn, textIn, textsIn } from '../../text/json-members.js'
import type { SectionReport } from '../document.js'
import { changeCells, changeColumns } from './spoken-change.js'

const ROWS = 500

/** What `--checkpoints` and `--probes` put beside the scores of several subjects; undefined where there is nothing. */
export function curveSection(json: JsonObject, source: string): SectionReport | undefined {
  const curve = objectIn(json, 'curve')
  const dissociation = objectIn(json, 'dissociation')
  const tables = [
    ...(curve === undefined ? [] : [curveTable(curve)]),
    ...changeTable('change', 'The last checkpoint against the first', objectsIn(json, 'change')),
    ...(dissociation === undefined
      ? []
      : changeTable('stages', 'The last subject against the first', objectsIn(dissociation, 'stages'))),
  ]
  if (tables.length === 0) return undefined
  return {
    id: `curve ${source}`,
    title: curve === undefined ? 'Subjects side by side' : 'Curve over checkpoints',
    verdict: 'measured',
    summary: 'Every score of each stands on its page; what changed between them stands here.',
    findings: [],
    tables: [],
    details: { kind: 'tables', tables },
  }
}

function curveTable(curve: JsonObject): RungTable {
  const checkpoints = textsIn(curve, 'checkpoints')
  return {
    id: 'curve',
    title: 'Measures at each checkpoint',
    columns: ['measure', ...checkpoints],
    rows: objectsIn(curve, 'rows')
      .slice(0, ROWS)
      .map((row) => [
        [textIn(row, 'metric'), textIn(row, 'group')].filter((part) => part !== undefined).join(', '),
        ...checkpoints.map((_, at) => cellOf(isJsonArray(row.values) ? row.values[at] : undefined)),
      ]),
    note: 'Empty where a checkpoint was not scored.',
  }
}

function changeTable(id: string, title: string, changes: readonly JsonObject[]): readonly RungTable[] {
  if (changes.length === 0) return []
  return [
    {
      id,
      title,
      columns: ['measure', ...changeColumns],
      rows: changes
        .slice(0, ROWS)
        .map((one) => [
          [textIn(one, 'kind'), textIn(one, 'metric'), textIn(one, 'benchmark')]
            .filter((part) => part !== undefined)
            .join(' '),
          ...changeCells(one),
        ]),
    },
  ]
}

function cellOf(value: JsonValue | undefined): string | number | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
