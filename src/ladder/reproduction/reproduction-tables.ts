import { wilsonInterval } from '../../stats/wilson.js'
import { printable } from '../../text/printable.js'
import { unseenCells } from '../batteries/unseen-cells.js'
import { QUICK_LOOK } from '../batteries/verbatim.js'
import type { RungTable } from '../rung.js'
import { copyClasses, copyMeanings } from './copy-class.js'
import { entityOutcomes } from './entity-outcome.js'
import { isSilent, type JudgedCase, levelOf } from './judged-case.js'
import { silenceKinds } from './useful-answer.js'

type Row = readonly (string | number | null)[]

const MAX_CELL = 80
const MOST_REVIEWS = 50

/** The tables of rung 3; those without a row are left out. */
export function reproductionTables(judged: readonly JudgedCase[]): readonly RungTable[] {
  const tables = [
    quickLook(judged),
    levels(judged),
    copies(judged),
    byTool(judged),
    cells(judged),
    byType(judged),
    suppressionTable(judged),
    pairs(judged),
    novelTable(judged),
    reviews(judged),
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}

function quickLook(judged: readonly JudgedCase[]): RungTable {
  const rows = of(judged, 'verbatim').slice(0, QUICK_LOOK)
  const formed = rows.filter((one) => (one.needsCall ? one.isWellFormed : isSilent(one))).length
  const interval = rows.length === 0 ? undefined : wilsonInterval({ successes: formed, n: rows.length })
  return {
    id: 'quick-look',
    title: 'Six rows of the corpus',
    columns: ['row', 'expects', 'level', 'class', 'answer'],
    rows: rows.map((one) => [
      cell(one.case.example ?? one.case.id),
      one.needsCall ? cell(one.case.group ?? 'call') : 'prose',
      levelOf(one),
      one.copy?.class ?? one.silence ?? null,
      cell(one.reading.text),
    ]),
    ...(interval === undefined
      ? {}
      : {
          note: `${formed} of ${rows.length} have the right form (95 %: ${interval.map((bound) => bound.toFixed(3)).join(' to ')}): six rows show a fault and prove no ability.`,
        }),
  }
}

const LEVELS = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'] as const

function levels(judged: readonly JudgedCase[]): RungTable {
  const groups: readonly (readonly [string, readonly JudgedCase[]])[] = [
    ['corpus rows that call', of(judged, 'verbatim').filter(({ needsCall }) => needsCall)],
    ['corpus rows in prose', of(judged, 'verbatim').filter(({ needsCall }) => !needsCall)],
    ['novel, needs a call', of(judged, 'novel').filter(({ needsCall }) => needsCall)],
    ['novel, needs none', of(judged, 'novel').filter(({ needsCall }) => !needsCall)],
    ['unseen', of(judged, 'unseen')],
    ['suppression, needs none', of(judged, 'suppression').filter(({ needsCall }) => !needsCall)],
    ['untrained tools', of(judged, 'unseen-tools')],
    ['two calls', of(judged, 'multi-call')],
  ]
  return {
    id: 'levels',
    title: 'Level by battery and expectation',
    columns: ['battery', 'n', ...LEVELS, 'truncated'],
    rows: groups.flatMap(([name, members]): readonly Row[] =>
      members.length === 0
        ? []
        : [
            [
              name,
              members.length,
              ...LEVELS.map((level) => members.filter((one) => !isCut(one) && levelOf(one) === level).length),
              members.filter(isCut).length,
            ],
          ],
    ),
    note: 'S0 no trigger, S1 trigger, S2 closed, S3 payload readable, S4 form of a call, S5 tool declared, S6 arguments valid, S7 equal to gold. Where no call is right S0 is what is wanted.',
  }
}

function isCut({ reading }: JudgedCase): boolean {
  return reading.parsing.outcome === 'truncated'
}

function copies(judged: readonly JudgedCase[]): RungTable {
  const rows = of(judged, 'verbatim').flatMap(({ copy }) => copy ?? [])
  return {
    id: 'copies',
    title: 'Calls on rows of the corpus: memory or not',
    columns: ['class', 'n', 'share', 'counts as'],
    rows:
      rows.length === 0
        ? []
        : copyClasses.map((name) => {
            const count = rows.filter((copy) => copy.class === name).length
            return [name, count, count / rows.length, copyMeanings[name]]
          }),
  }
}

function byTool(judged: readonly JudgedCase[]): RungTable {
  const tools = new Map<string, JudgedCase[]>()
  for (const one of judged) {
    const tool = one.case.gold?.calls[0]?.name
    if (tool !== undefined) tools.set(tool, [...(tools.get(tool) ?? []), one])
  }
  return {
    id: 'tools',
    title: 'By tool',
    columns: ['tool', 'corpus rows', 'well formed', 'memory', 'new prompts', 'right tool', 'passed'],
    rows: [...tools]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([tool, members]): Row => {
        const rows = members.filter(({ copy }) => copy !== undefined)
        const fresh = members.filter(({ entity }) => entity !== undefined)
        return [
          cell(tool),
          rows.length,
          rows.filter(({ isWellFormed }) => isWellFormed).length,
          rows.filter(({ copy }) => copy?.class === 'V0' || copy?.class === 'V1').length,
          fresh.length,
          fresh.filter(({ reading }) => reading.verdict?.selection === true).length,
          fresh.filter(({ entity }) => entity === 'pass').length,
        ]
      }),
  }
}

function cells(judged: readonly JudgedCase[]): RungTable {
  const rows = of(judged, 'unseen')
  return outcomeTable({
    id: 'unseen-cells',
    title: 'Seen and unseen entities and wordings',
    first: 'cell',
    groups: unseenCells.map((name) => [name, rows.filter(({ case: one }) => one.group === name)]),
    note: 'Seen entity and unseen entity in seen wordings tell whether entities are copied; seen and new wordings with one kind of entity tell whether the wording carries the call. In `cross` one entity stands in the wordings of two tools.',
  })
}

function byType(judged: readonly JudgedCase[]): RungTable {
  const groups = new Map<string, JudgedCase[]>()
  for (const one of of(judged, 'unseen')) {
    const type = one.case.entities[0]?.type ?? 'none'
    groups.set(type, [...(groups.get(type) ?? []), one])
  }
  return outcomeTable({
    id: 'entity-types',
    title: 'Unseen battery by type of entity',
    first: 'type',
    groups: [...groups].sort(([left], [right]) => (left < right ? -1 : 1)),
  })
}

interface OutcomeGroups {
  readonly id: string
  readonly title: string
  readonly first: string
  readonly groups: readonly (readonly [string, readonly JudgedCase[]])[]
  readonly note?: string
}

function outcomeTable({ id, title, first, groups, note }: OutcomeGroups): RungTable {
  return {
    id,
    title,
    columns: [first, 'n', ...entityOutcomes],
    rows: groups.flatMap(([name, members]): readonly Row[] =>
      members.length === 0
        ? []
        : [
            [
              cell(name),
              members.length,
              ...entityOutcomes.map((outcome) => members.filter(({ entity }) => entity === outcome).length),
            ],
          ],
    ),
    ...(note === undefined ? {} : { note }),
  }
}

function suppressionTable(judged: readonly JudgedCase[]): RungTable {
  const groups = new Map<string, JudgedCase[]>()
  for (const one of of(judged, 'suppression')) {
    if (one.needsCall) continue
    const name = one.case.group ?? 'other'
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return {
    id: 'suppression',
    title: 'Prompts that need no call, by what they mention',
    columns: ['mentions', 'n', ...silenceKinds],
    rows: [...groups]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, members]) => [
        cell(name),
        members.length,
        ...silenceKinds.map((kind) => members.filter(({ silence }) => silence === kind).length),
      ]),
  }
}

/** Both halves of each near-minimal pair. */
function pairs(judged: readonly JudgedCase[]): RungTable {
  const byId = new Map(of(judged, 'suppression').map((one) => [one.case.id, one]))
  const rows = [...byId].flatMap(([id, call]): readonly Row[] => {
    const none = id.endsWith('-call') ? byId.get(id.replace(/-call$/, '-none')) : undefined
    if (none === undefined) return []
    const isRight = call.entity === 'pass' && isSilent(none)
    return [
      [
        cell(call.case.entities[0]?.value ?? id),
        call.entity ?? null,
        none.silence ?? null,
        isRight ? 'yes' : 'no',
      ],
    ]
  })
  return {
    id: 'pairs',
    title: 'One entity, with and without a need for a call',
    columns: ['entity', 'needs a call', 'needs none', 'both right'],
    rows,
  }
}

function novelTable(judged: readonly JudgedCase[]): RungTable {
  return {
    id: 'novel',
    title: 'Novel prompts',
    columns: ['prompt', 'expects', 'outcome', 'answer'],
    rows: of(judged, 'novel').map((one) => [
      cell(one.case.messages.at(-1)?.content ?? ''),
      cell(one.case.gold?.calls[0]?.name ?? 'no call'),
      one.entity ?? one.silence ?? null,
      cell(one.reading.text),
    ]),
  }
}

/** Commands that a person has to judge. */
function reviews(judged: readonly JudgedCase[]): RungTable {
  const rows = judged.flatMap(({ copy, case: one }): readonly Row[] =>
    (copy?.class === 'review' ? copy.reviews : []).map(({ command, reference, difference }) => [
      cell(one.messages.at(-1)?.content ?? ''),
      cell(command),
      cell(reference),
      cell(difference),
    ]),
  )
  return {
    id: 'command-review',
    title: 'Commands for a person to judge',
    columns: ['prompt', 'said', 'training answer', 'difference'],
    rows: rows.slice(0, MOST_REVIEWS),
    ...(rows.length > MOST_REVIEWS ? { note: `The first ${MOST_REVIEWS} of ${rows.length}.` } : {}),
  }
}

function of(judged: readonly JudgedCase[], battery: string): readonly JudgedCase[] {
  return judged.filter(({ case: one, reading }) => one.battery === battery && reading.trial === 0)
}

function cell(text: string): string {
  return printable(text, { maxLength: MAX_CELL })
}
