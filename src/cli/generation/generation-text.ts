import type { QuestionEstimate, RoleEstimate } from '../../benchmark/generate/estimate-questions.js'
import type { Tally } from '../../benchmark/generate/tally.js'
import { costOf } from '../../run/budget.js'
import type { TokenPrice } from '../../subject/subject.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { GenerationOutcome } from './generate-items.js'
import type { AskingEnding } from './model-asker.js'

export interface Prices {
  readonly generator: TokenPrice | undefined
  readonly judge: TokenPrice | undefined
}

/** What the questions cost at least, before anything is asked. */
export function estimateText({ generator, judge }: QuestionEstimate, prices: Prices): string {
  const questions = generator.questions + judge.questions
  const tokens = [generator, judge].reduce((sum, role) => sum + role.promptTokens + role.answerTokens, 0)
  const costs = [costIn(generator, prices.generator), costIn(judge, prices.judge)]
  const known = costs.filter((cost) => cost !== undefined)
  const cost =
    known.length === 2 ? `, cost about ${((known[0] as number) + (known[1] as number)).toFixed(2)}` : '' // two of them
  return `At least ${number(questions)} questions and ${number(tokens)} tokens${cost}, if every first answer stands; limits hold in any case.`
}

function costIn(
  { questions, promptTokens, answerTokens }: RoleEstimate,
  price: TokenPrice | undefined,
): number | undefined {
  if (questions === 0) return 0
  return costOf({ promptTokens, completionTokens: answerTokens }, price)
}

export interface SummaryRequest {
  readonly result: GenerationOutcome
  readonly folder: string
  readonly files: readonly string[]
  /** Why there are fewer items than wanted. */
  readonly shortfall: string | undefined
  readonly spent: readonly string[]
  readonly counts: {
    readonly asked: number
    readonly replayed: number
    readonly failed: number
    readonly cached: number
  }
}

/** What a generation came to, for people. */
export function summaryText({ result, folder, files, shortfall, spent, counts }: SummaryRequest): string {
  const { items, eligible, refused, forms } = result.outcome
  const clusters = new Set(items.map(({ cluster }) => cluster)).size
  const left = eligible.left.ranked().map(([reason, count]) => `${number(count)} ${reason}`)
  const rows = [
    ['items', `${number(items.length)}, of ${number(clusters)} clusters`],
    ...(result.kind === 'rrb'
      ? Object.entries(result.outcome.tiers).map(([tier, { accepted, wanted, jobs }]) => [
          `  ${tier}`,
          `${number(accepted)} of ${number(wanted)}, in ${number(jobs)} tries`,
        ])
      : []),
    [
      'tools',
      `${number(eligible.positions.length)} can be asked about, ${number(eligible.members.size)} classes`,
    ],
    ['left out', left.length === 0 ? 'none' : left.join(', ')],
    ['refused', refusedText(refused.ranked())],
    ['answers', formsText(forms)],
    ['questions', questionsText(counts, spent)],
  ]
  const why = shortfall === undefined ? '' : `Fewer than wanted: ${printable(shortfall)}\n`
  const written =
    items.length === 0
      ? 'Nothing stood, so nothing is written.\n'
      : `Written: ${printable(folder)} (${files.join(', ')})\n`
  return `${renderTable({ columns: [{ title: '' }, { title: '' }], rows })}${why}${written}`
}

function refusedText(ranked: readonly (readonly [string, number])[]): string {
  const shown = ranked.slice(0, 8).map(([reason, count]) => `${reason} ${number(count)}`)
  if (ranked.length === 0) return 'none'
  return ranked.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ')
}

/** In which form answers came, e.g. `generator: 12 schema; judge: 80 call, 1 text`. */
function formsText(forms: Tally): string {
  const byRole = new Map<string, string[]>()
  for (const [key, count] of forms.ranked()) {
    const [role = '', form = ''] = key.split(' ')
    byRole.set(role, [...(byRole.get(role) ?? []), `${number(count)} ${form}`])
  }
  return [...byRole]
    .sort()
    .map(([role, counts]) => `${role}: ${counts.join(', ')}`)
    .join('; ')
}

function questionsText(
  { asked, replayed, failed, cached }: SummaryRequest['counts'],
  spent: readonly string[],
): string {
  const parts = [`${number(asked)} asked`]
  if (replayed > 0) parts.push(`${number(replayed)} from earlier sessions`)
  if (cached > 0) parts.push(`${number(cached)} from the cache`)
  if (failed > 0) parts.push(`${number(failed)} failed`)
  return [...parts, ...spent].join(', ')
}

/** Why a generation stopped, and how it goes on. */
export function stopText(ending: Exclude<AskingEnding, { kind: 'fault' }> | undefined): string {
  const again = 'Nothing is lost, and no benchmark is written yet. Go on: the same command with --resume'
  switch (ending?.kind) {
    case undefined:
    case 'interrupted':
      return `Interrupted. ${again}.`
    case 'budget':
      return `Stopped: another question would go beyond ${ending.limit}. ${again} and a higher limit.`
    case 'budget-blind':
      return `Stopped: a model does not tell what it uses, so ${ending.limit} cannot be kept. ${again}${ending.limit === '--max-cost' ? ' and its --price' : ''}.`
    case 'subject':
      return `Stopped: ${printable(ending.failure.what)} ${again}.`
    case 'down':
      return `Stopped: ${printable(ending.what)} ${again} --retry-errors.`
    default:
      return ending satisfies never
  }
}

function number(value: number): string {
  return countText(Math.round(value))
}
