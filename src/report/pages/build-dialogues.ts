import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { type DialogueLines, readDialogueTurns, turnsKey } from '../../run/converse/read-turns.js'
import { contentOf } from '../../run/converse/step-text.js'
import type { TurnLine } from '../../run/converse/turn-line.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import { toCutText } from '../items/cut-text.js'
import type { Notice } from '../notice.js'
import { isPlainFile } from '../sources/json-file.js'
import { given, numberIn, objectIn, textIn } from '../sources/json-members.js'
import type { RunMaterial } from '../sources/run-material.js'
import type { ScoreDocument } from '../sources/score-document.js'
import type { DialogueResult, DialogueView, StepView, TurnView } from './dialogues-page.js'

export interface DialoguesRequest {
  /** Id of the source. */
  readonly id: string
  readonly path: string
  readonly files: Files
  readonly subject: string
  readonly documents: readonly ScoreDocument[]
  /** `run.json`. */
  readonly run: JsonObject
  readonly material: RunMaterial
  readonly notices: Notice[]
}

/** Dialogues shown in full; wrong ones first. */
const SHOWN = 60
const TEXT = 4000
const ARGUMENTS = 2000

/** Dialogues of a run of `assay converse`; none for other runs. */
export async function buildDialogues(request: DialoguesRequest): Promise<readonly DialogueResult[]> {
  const { id, path, files, subject, documents, run, material, notices } = request
  const place = files.join(path, 'turns.jsonl')
  if (objectIn(run, 'converse') === undefined || !(await isPlainFile(place, files))) return []
  const [document] = documents
  const [stored] = [...material.benchmarks.values()]
  const dialogues = new Map<string, Dialogue>()
  for (const item of stored?.items ?? [])
    if (item.kind === 'dialogue') dialogues.set(item.id, dialogueOf(item))
  const outcomes = new Map<string, JsonObject>()
  for (const item of document?.items ?? []) {
    outcomes.set(turnsKey({ item: textIn(item, 'id') ?? '', trial: numberIn(item, 'trial') ?? 0 }), item)
  }
  const views: DialogueView[] = []
  try {
    for await (const lines of readDialogueTurns(place, files, () => false)) {
      views.push(
        viewOf(lines, { dialogue: dialogues.get(lines.item), outcome: outcomes.get(turnsKey(lines)) }),
      )
    }
  } catch (error) {
    // A crash leaves a part of a line; what stands before it counts.
    if (!(error instanceof InputError) || error.code !== 'journal-broken') throw error
    notices.push({ code: error.code, what: error.what, where: error.where ?? place })
  }
  const ordered = views.toSorted((left, right) => RANK[left.outcome] - RANK[right.outcome])
  return [
    {
      source: id,
      subject,
      benchmark: document?.benchmark ?? stored?.name ?? 'dialogues',
      ...given('mode', textIn(objectIn(run, 'converse') ?? {}, 'mode')),
      scores: document?.scores ?? [],
      faults: faultsOf(document),
      dialogues: ordered.slice(0, SHOWN),
      left: Math.max(0, ordered.length - SHOWN),
    },
  ]
}

const RANK: Readonly<Record<DialogueView['outcome'], number>> = {
  wrong: 0,
  unmeasured: 1,
  played: 2,
  unscored: 3,
  right: 4,
}

function faultsOf(document: ScoreDocument | undefined): DialogueResult['faults'] {
  const faults = document && objectIn(document.details, 'faults')
  return Object.entries(faults ?? {})
    .flatMap(([fault, count]) => (typeof count === 'number' ? [{ fault, count }] : []))
    .sort((left, right) => right.count - left.count)
}

interface Known {
  readonly dialogue: Dialogue | undefined
  readonly outcome: JsonObject | undefined
}

function viewOf({ item, trial, lines }: DialogueLines, { dialogue, outcome }: Known): DialogueView {
  const byTurn = new Map(lines.map((line) => [line.record.turn, line]))
  const isPlayed = lines.some(({ user }) => user !== undefined)
  const turns =
    dialogue === undefined || isPlayed
      ? lines.map((line) => playedTurn(line))
      : dialogue.turns.map((turn, place) => plannedTurn(turn, place, byTurn.get(place)))
  return {
    item,
    trial,
    outcome: outcomeOf(outcome),
    ...given('category', dialogue?.category),
    ...given('template', dialogue?.template),
    ...given('correct', outcome && numberIn(outcome, 'correct')),
    turns,
  }
}

function outcomeOf(outcome: JsonObject | undefined): DialogueView['outcome'] {
  switch (outcome?.outcome) {
    case 'right':
    case 'wrong':
    case 'unmeasured':
    case 'played':
      return outcome.outcome
    default:
      return 'unscored'
  }
}

function plannedTurn(
  { role, text, plan, calls, label }: Dialogue['turns'][number],
  turn: number,
  line: TurnLine | undefined,
): TurnView {
  const gold =
    plan === undefined && calls === undefined
      ? undefined
      : {
          ...(plan === undefined ? {} : { plan: toCutText(plan, TEXT) }),
          ...(calls === undefined
            ? {}
            : {
                calls: calls.map((call) => ({
                  name: call.name,
                  arguments: toCutText(writeJson(call.arguments), ARGUMENTS).text,
                })),
              }),
        }
  return {
    turn,
    role,
    text: toCutText(text, TEXT),
    ...given('label', label),
    ...given('gold', gold),
    ...(line === undefined ? {} : { actual: actualOf(line) }),
  }
}

function playedTurn(line: TurnLine): TurnView {
  return {
    turn: line.record.turn,
    role: 'user',
    text: toCutText(line.user ?? '', TEXT),
    actual: actualOf(line),
  }
}

function actualOf({ record: { steps, cacheBefore, cacheAfter } }: TurnLine): NonNullable<TurnView['actual']> {
  return { steps: steps.map(stepOf), cacheBefore, cacheAfter }
}

function stepOf({ output, plan, execution, durationMs }: TurnLine['record']['steps'][number]): StepView {
  const { trace, printed, sought, error } = execution
  return {
    said: toCutText(contentOf(output) || (output.message ?? ''), TEXT),
    ...(plan === undefined ? {} : { plan: toCutText(plan, TEXT) }),
    trace,
    ...(printed === '' || printed === undefined ? {} : { printed: toCutText(printed, TEXT) }),
    sought,
    ...given('error', error),
    durationMs,
  }
}
