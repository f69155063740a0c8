import { shuffled } from '../../numeric/random.js'
import { addCallRows, usableTemplates } from './call-rows.js'
import { addChatRows } from './chat-rows.js'
import { EvaluationTexts } from './evaluation-texts.js'
import { MixContext, type MixNotice } from './mix-context.js'
import { addMultiCallRows } from './multi-call-rows.js'
import { addNoCallRows, addPairRows, canMention } from './no-call-rows.js'
import { type OwnRows, ownCounts, ownRows, withinQuotas } from './own-rows.js'
import { defaultRows, levelled, sharesOf } from './quotas.js'
import type { RepairRequest } from './repair-request.js'
import { type RepairPart, type RepairRow, repairParts } from './repair-row.js'
import { RowCollector } from './row-collector.js'

/** A repair mix and how it came about. */
export interface RepairMix {
  /** In random order. */
  readonly rows: readonly RepairRow[]
  /** Rows that were aimed at. */
  readonly wanted: number
  readonly shares: ReadonlyMap<RepairPart, number>
  readonly own: OwnRows
  /** Rows of the corpus beyond their quota. */
  readonly overQuota: number
  readonly dropped: RowCollector['dropped']
  /** Texts of evaluations that rows were compared with. */
  readonly evaluationTexts: number
  /** Values that makers refused because training or evaluation holds them, or one an edit away. */
  readonly rejectedValues: number
  /** Longest row, in tokens, without the marks of the chat template. */
  readonly longest: number
  readonly notices: readonly MixNotice[]
}

/** Rows of chat files are at most so long where nothing else is said. */
const CHAT_TOKENS = 1024

/** Makes the mix. The same request gives the same rows. */
export function repairMix(request: RepairRequest): RepairMix {
  const { corpus, tests, cases, chats, seed, counter, maxTokens, reserve } = request
  const evaluation = new EvaluationTexts(corpus, tests, cases)
  const limit = maxTokens === undefined ? Number.POSITIVE_INFINITY : maxTokens - reserve
  const collector = new RowCollector({ corpus, evaluation, counter, maxTokens: limit })
  const context = new MixContext({ corpus, evaluation, collector, seed })
  const own = ownRows(corpus)
  const shares = sharesOf(partsOf(context, own.rows))
  const wanted = request.rows ?? defaultRows(ownCounts(own.rows), shares)
  const quotas = new Map([...shares].map(([part, share]) => [part, Math.round(wanted * share)]))
  const kept = withinQuotas(own.rows, { quotas, seed })
  for (const row of kept) collector.add(row)
  const lacking = (part: RepairPart): number =>
    Math.max(0, (quotas.get(part) ?? 0) - collector.rows.filter((row) => row.part === part).length)
  const shortParts = new Map<RepairPart, number>()
  const tools = new Set([...ownCounts(own.rows).byTool.keys(), ...context.templates.map(({ tool }) => tool)])
  const has = new Map([...tools].map((tool) => [tool, 0]))
  for (const [tool, count] of ownCounts(collector.rows).byTool) has.set(tool, count)
  const shortTools = addCallRows(context, levelled(has, lacking('call')))
  const parts: readonly (readonly [RepairPart, (rows: number) => number])[] = [
    ['multi-call', (rows) => addMultiCallRows(context, rows)],
    ['pair', (rows) => addPairRows(context, rows)],
    ['no-call', (rows) => addNoCallRows(context, rows)],
    [
      'chat',
      (rows) => {
        if (maxTokens === undefined) collector.limitTo(Math.max(CHAT_TOKENS, collector.longest))
        return addChatRows(context, { chats, wanted: rows })
      },
    ],
  ]
  for (const [part, add] of parts) {
    const rows = lacking(part)
    const left = rows === 0 ? 0 : add(rows)
    // Of an odd number of pairs one row is left over.
    if (left > 1) shortParts.set(part, left)
  }
  return {
    rows: shuffled(collector.rows, context.stream('order')),
    wanted,
    shares,
    own,
    overQuota: own.rows.length - kept.length,
    dropped: collector.dropped,
    evaluationTexts: evaluation.size,
    rejectedValues: context.entities.rejected,
    longest: collector.longest,
    notices: [
      ...context.notices,
      ...noticesOf(context, { shortTools, shortParts, tools, hasChats: chats.length > 0 }),
    ],
  }
}

/** Parts that the corpus can have. */
function partsOf(context: MixContext, own: readonly RepairRow[]): ReadonlySet<RepairPart> {
  const isMulti =
    context.corpus.dialect.plurality !== 'single' && own.some(({ part }) => part === 'multi-call')
  const mentions = canMention(context)
  return new Set(
    repairParts.filter((part) => {
      if (part === 'multi-call') return isMulti
      if (part === 'pair') return context.places.length > 0
      return part !== 'no-call' || mentions || own.some((row) => row.part === part)
    }),
  )
}

interface Shortage {
  /** Rows that are lacking. */
  readonly shortTools: ReadonlyMap<string, number>
  readonly shortParts: ReadonlyMap<RepairPart, number>
  readonly tools: ReadonlySet<string>
  readonly hasChats: boolean
}

function noticesOf(
  context: MixContext,
  { shortTools, shortParts, tools, hasChats }: Shortage,
): readonly MixNotice[] {
  const notices: MixNotice[] = []
  const bare = [...tools].filter((tool) => usableTemplates(context, tool).length === 0)
  if (bare.length > 0) {
    notices.push({
      code: 'no-template',
      what: `No call of ${bare.join(', ')} copies a value from its prompt, so no new row could be made for ${bare.length === 1 ? 'it' : 'them'}.`,
    })
  }
  const few = [...shortTools].filter(([name]) => !bare.includes(name))
  if (few.length > 0) {
    notices.push({
      code: 'few-values',
      what: `New values ran out: ${few.map(([name, count]) => `${name} lacks ${count} rows`).join(', ')}.`,
    })
  }
  if (!canMention(context)) {
    notices.push({
      code: 'no-mentions',
      what: 'Calls of the corpus copy nothing from their prompts, so no prose row could mention what they take. Add such rows by hand.',
    })
  }
  const chat = shortParts.get('chat')
  if (chat !== undefined) {
    notices.push({
      code: 'little-chat',
      what: hasChats
        ? `The chat files hold ${chat} rows less than wanted that can be used.`
        : `Plain chat is ${chat} rows short: the pool of our own is small. Name chat data with --chat, in the languages of the users.`,
    })
  }
  for (const part of ['multi-call', 'pair', 'no-call'] as const) {
    const count = shortParts.get(part)
    if (count === undefined) continue
    notices.push({
      code: 'few-rows',
      what: `The part ${part} is ${count} rows short: values or wordings ran out.`,
    })
  }
  return notices
}
