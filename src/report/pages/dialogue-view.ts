import type { CacheRecord, TracedCall, TurnRecord } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { contentOf } from '../../run/converse/step-text.js'
import type { TurnLine } from '../../run/converse/turn-line.js'
import type { AgreementCounts, TurnVerdict } from '../../score/dialogue/strict/turn-verdict.js'
import { writeJson } from '../../text/json.js'
import { given } from '../../text/json-members.js'
import { toCutText } from '../items/cut-text.js'
import type { JudgedDialogue } from './dialogue-judge.js'
import type { FlowEdge, StepView, TurnVerdictView, TurnView } from './dialogues-page.js'

const TEXT = 4000
const ARGUMENTS = 2000
/** Calls of a step, and entries of a cache, that are shown. */
const SHOWN = 200

/** Turns of a dialogue as they were to be, each with what the subject did and what that came to. */
export function plannedTurns(
  dialogue: Dialogue,
  lines: readonly TurnLine[],
  judged: JudgedDialogue | undefined,
): readonly TurnView[] {
  const played = new Map(lines.map((line) => [line.record.turn, line]))
  const gold = new Map(judged?.gold.map((record) => [record.turn, record]))
  const verdicts = new Map(judged?.verdict?.turns.map((verdict) => [verdict.turn, verdict]))
  return dialogue.turns.map((turn, place) => {
    const line = played.get(place)
    const record = gold.get(place)
    const verdict = verdicts.get(place)
    return {
      turn: place,
      role: turn.role,
      text: toCutText(turn.text, TEXT),
      ...given('label', turn.label),
      ...given('gold', goldOf(turn, record)),
      ...(verdict !== undefined
        ? { verdict: verdictOf(verdict) }
        : record === undefined || line === undefined
          ? {}
          : { verdict: { verdict: 'unmeasured', reasons: ['Gold itself does not run here.'] } as const }),
      ...(line === undefined ? {} : { actual: actualOf(line) }),
    }
  })
}

/** Turns with a user who goes by no script. */
export function playedTurns(lines: readonly TurnLine[]): readonly TurnView[] {
  return lines.map((line) => ({
    turn: line.record.turn,
    role: 'user',
    text: toCutText(line.user ?? '', TEXT),
    actual: actualOf(line),
  }))
}

function goldOf(
  { plan, calls }: Dialogue['turns'][number],
  record: TurnRecord | undefined,
): TurnView['gold'] {
  if (plan === undefined && calls === undefined) return undefined
  const execution = record?.steps[0]?.execution
  return {
    ...(plan === undefined ? {} : { plan: toCutText(plan, TEXT) }),
    ...(calls === undefined
      ? {}
      : {
          calls: calls.slice(0, SHOWN).map((call) => ({
            name: call.name,
            arguments: toCutText(writeJson(call.arguments), ARGUMENTS).text,
          })),
        }),
    ...(execution === undefined || record === undefined
      ? {}
      : {
          done: {
            trace: execution.trace.slice(0, SHOWN),
            flow: flowOf(execution.trace, record.cacheBefore),
            sought: execution.sought,
            cacheAfter: record.cacheAfter.slice(0, SHOWN),
            ...given('error', execution.error),
          },
        }),
  }
}

function actualOf({ record: { steps, cacheBefore, cacheAfter } }: TurnLine): NonNullable<TurnView['actual']> {
  return {
    steps: steps.map((step) => stepOf(step, cacheBefore)),
    cacheBefore: cacheBefore.slice(0, SHOWN),
    cacheAfter: cacheAfter.slice(0, SHOWN),
  }
}

function stepOf(
  { output, plan, execution, durationMs }: TurnRecord['steps'][number],
  cache: readonly CacheRecord[],
): StepView {
  const { trace, printed, sought, error } = execution
  return {
    said: toCutText(contentOf(output) || (output.message ?? ''), TEXT),
    ...(plan === undefined ? {} : { plan: toCutText(plan, TEXT) }),
    trace: trace.slice(0, SHOWN),
    flow: flowOf(trace, cache),
    ...(printed === '' || printed === undefined ? {} : { printed: toCutText(printed, TEXT) }),
    sought,
    ...given('error', error),
    durationMs,
  }
}

/** Edges of the data flow among the calls that are shown. */
export function flowOf(trace: readonly TracedCall[], cache: readonly CacheRecord[]): readonly FlowEdge[] {
  const keys = new Map(cache.map(({ id, key }) => [id, key]))
  return trace.slice(0, SHOWN).flatMap(({ producers }, to) =>
    Object.entries(producers).flatMap(([parameter, makers]) =>
      makers.flatMap((maker): readonly FlowEdge[] => {
        if (typeof maker === 'string') {
          return [{ from: { kind: 'cached', id: maker, ...given('key', keys.get(maker)) }, to, parameter }]
        }
        // A hand-edited file may name a call that is not there, or not yet.
        return maker < to ? [{ from: { kind: 'call', call: maker }, to, parameter }] : []
      }),
    ),
  )
}

function verdictOf(verdict: TurnVerdict): TurnVerdictView {
  const { act, tools, arguments: counted, execution, isCorrect, hasRightOutcome } = verdict
  const { right, asked, given: named } = counted
  return {
    verdict: isCorrect ? 'right' : hasRightOutcome ? 'right-outcome' : 'wrong',
    act,
    tools,
    arguments: { right, asked, given: named },
    ...given('fault', execution.fault),
    reasons: reasonsOf(verdict),
  }
}

/** What keeps a turn from being right, in the order in which it is judged. */
function reasonsOf(verdict: TurnVerdict): readonly string[] {
  const { isCorrect, execution, act, tools, arguments: counted, flow, slots, cache } = verdict
  if (isCorrect) return []
  return [
    ...(execution.fault === undefined ? [] : [`It ended by an error: ${execution.fault}.`]),
    ...(act.gold === act.subject ? [] : [`Gold’s act is ${act.gold}, the subject’s ${act.subject}.`]),
    ...unlessWhole('calls', tools),
    ...unlessWhole('arguments', counted),
    ...unlessWhole('values handed on', flow),
    ...unlessWhole('things asked of the user', slots),
    ...(cache.isSameAddedProvenance
      ? []
      : [
          cache.isSameAddedRows
            ? 'What it saved was made another way.'
            : 'What it saved is not what gold saves.',
        ]),
  ]
}

function unlessWhole(what: string, { right, asked, given: named }: AgreementCounts): readonly string[] {
  if (right === asked && right === named) return []
  return [`Of ${asked} ${what} ${right} are right; it gave ${named}.`]
}
