import type { RungTable } from '../../ladder/rung.js'
import { readScore } from '../../score/run/read-score.js'
import type { Score } from '../../score/score.js'
import type { JsonObject } from '../../text/json.js'
import { given, numberIn, objectIn, objectsIn, shortly, textIn, textsIn } from '../../text/json-members.js'
import type { SectionReport } from '../document.js'
import type { ReportSource } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import { changeCells, changeColumns, changeSentence, changeWeight } from './spoken-change.js'

type About = Pick<ReportSource, 'id' | 'name' | 'path'>

const ROWS = 500

/**
 * What an experiment with catalogs found: changes in sentences, tools and sizes and confusions in tables.
 *
 * @throws {InputError} `scores-invalid`.
 */
export function experimentSource(json: JsonObject, about: About): Contribution {
  const kind = textIn(json, 'kind') ?? 'unknown'
  const subject = textIn(json, 'subject')
  const benchmark = objectIn(json, 'benchmark')
  const name = benchmark && textIn(benchmark, 'name')
  const source: ReportSource = {
    ...about,
    kind: 'experiment',
    state: { kind: 'whole' },
    ...(subject === undefined ? {} : { subject: { label: subject, spec: subject } }),
    benchmarks:
      name === undefined
        ? []
        : [{ name, ...given('fingerprint', benchmark && textIn(benchmark, 'fingerprint')) }],
    settings: [
      ['experiment', kind],
      ...(['k', 'distractors', 'queries', 'trials', 'margin', 'seed'] as const).flatMap((key) => {
        const value = json[key]
        return value === undefined ? [] : [[key, shortly(value)] as const]
      }),
    ],
    notices: textsIn(json, 'notices').map((what) => ({ code: 'experiment', what, where: about.path })),
  }
  const found = FOUND[kind]?.(json, about.path)
  if (found === undefined) return { source }
  const { title, changes, tables, scores = [] } = found
  const section: SectionReport = {
    id: `experiment ${about.id}`,
    title,
    verdict: 'measured',
    summary: found.summary,
    findings: [],
    tables:
      scores.length === 0 ? [] : [{ subject: subject ?? '', benchmark: name ?? 'confusable pairs', scores }],
    details: { kind: 'tables', tables: tables.filter(({ rows }) => rows.length > 0) },
  }
  return {
    source,
    verdicts: changes.map(({ what, change }) => ({
      source: about.id,
      ...given('subject', subject),
      page: 'overview',
      verdict: textIn(change, 'verdict') ?? 'measured',
      weight: changeWeight(change),
      sentence: `${subject ?? 'The subject'}, ${what}: ${changeSentence(change)}`,
      evidence: [],
    })),
    // Of pairs nothing is held against anything: what was scored is all there is to say.
    headlines: scores.map((score) => ({
      source: about.id,
      subject: subject ?? '',
      benchmark: name ?? 'confusable pairs',
      page: 'overview',
      score,
    })),
    sections: [section],
  }
}

interface Found {
  readonly title: string
  readonly summary: string
  readonly changes: readonly { readonly what: string; readonly change: JsonObject }[]
  readonly tables: readonly RungTable[]
  readonly scores?: readonly Score[]
}

const FOUND: Readonly<Record<string, (json: JsonObject, where: string) => Found>> = {
  catalog: foundOfCatalogs,
  size: foundOfSizes,
  pairs: foundOfPairs,
}

function foundOfCatalogs(json: JsonObject): Found {
  const overall = objectsIn(json, 'overall')
  const tools = objectsIn(json, 'tools')
  return {
    title: 'One catalog against another',
    summary: `${toolsOf(json, 'before')} tools before, ${toolsOf(json, 'after')} after; ${tools.length} of them are needed by items.`,
    changes: overall.map((change) => ({
      what: `${textIn(change, 'metric') ?? 'selection'} with the catalog after against the one before`,
      change,
    })),
    tables: [
      {
        id: 'tools',
        title: 'Each tool, by the items that need it',
        columns: ['tool', 'before', 'after', 'lost', 'gained', ...changeColumns, 'lost queries went to'],
        rows: tools.slice(0, ROWS).map((tool) => [
          textIn(tool, 'tool') ?? '',
          ...(['before', 'after', 'lost', 'gained'] as const).map((key) => numberIn(tool, key) ?? null),
          ...changeCells(tool),
          objectsIn(tool, 'to')
            .map((to) => `${textIn(to, 'tool') ?? 'no tool'} (${numberIn(to, 'queries') ?? 0})`)
            .join(', '),
        ]),
        ...(tools.length > ROWS ? { note: `${tools.length - ROWS} more are left out.` } : {}),
      },
      {
        id: 'worth-testing',
        title: 'What would be worth testing',
        columns: ['tool', 'what'],
        rows: tools
          .flatMap((tool) =>
            objectsIn(tool, 'worthTesting').map((one) => [
              textIn(tool, 'tool') ?? '',
              textIn(one, 'what') ?? textIn(one, 'text') ?? textIn(one, 'kind') ?? '',
            ]),
          )
          .slice(0, ROWS),
      },
    ],
  }
}

function toolsOf(json: JsonObject, side: 'before' | 'after'): string {
  return String(numberIn(objectIn(json, side) ?? {}, 'tools') ?? '?')
}

function foundOfSizes(json: JsonObject, where: string): Found {
  const curve = objectsIn(json, 'curve')
  const scoreAt = (point: JsonObject, key: string): Score | undefined => {
    const score = objectIn(point, key)
    return score === undefined ? undefined : readScore(score, where)
  }
  return {
    title: 'A growing catalog',
    summary: `${curve.length} sizes, ${numberIn(json, 'items') ?? '?'} items; distractors: ${textIn(json, 'distractors') ?? '?'}.`,
    changes: curve.flatMap((point) => {
      const change = objectIn(point, 'change')
      return change === undefined
        ? []
        : [{ what: `selection with ${shortly(point.size ?? '?')} tools shown against the fewest`, change }]
    }),
    tables: [
      {
        id: 'sizes',
        title: 'Selection by the number of tools shown',
        columns: ['size', 'shown', 'n', 'selection', 'low', 'high', 'false calls'],
        rows: curve.slice(0, ROWS).map((point) => {
          const [selection, falseCalls] = [scoreAt(point, 'selection'), scoreAt(point, 'falseCalls')]
          const range =
            selection?.kind === 'scored' ? (selection.interval ?? selection.itemInterval) : undefined
          return [
            shortly(point.size ?? '?'),
            numberIn(point, 'shown') ?? null,
            selection?.n ?? null,
            numberOf(selection),
            range?.[0] ?? null,
            range?.[1] ?? null,
            numberOf(falseCalls),
          ]
        }),
        note: 'Empty where nothing was measured.',
      },
    ],
  }
}

function numberOf(score: Score | undefined): number | null {
  return score?.kind === 'scored' ? score.value : null
}

function foundOfPairs(json: JsonObject, where: string): Found {
  const result = objectIn(json, 'result')
  return {
    title: 'Pairs of tools that are easily taken for each other',
    summary: `${numberIn(json, 'pairs') ?? '?'} pairs, ${numberIn(json, 'items') ?? '?'} items${result === undefined ? '; nobody was asked' : ''}.`,
    changes: [],
    scores: result === undefined ? [] : objectsIn(result, 'scores').map((score) => readScore(score, where)),
    tables: [
      {
        id: 'confusions',
        title: 'Tools that came before the one that was expected',
        columns: ['expected', 'came first', 'items', 'by the words'],
        rows: (result === undefined ? [] : objectsIn(result, 'confusions')).slice(0, ROWS).map((one) => [
          textIn(one, 'expected') ?? '',
          textIn(one, 'fired') ?? '',
          numberIn(one, 'items') ?? null,
          objectsIn(one, 'words')
            .flatMap((word) => textIn(word, 'word') ?? textIn(word, 'term') ?? [])
            .join(', '),
        ]),
      },
    ],
  }
}
