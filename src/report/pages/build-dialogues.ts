import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { type DialogueLines, readDialogueTurns, turnsKey } from '../../run/converse/read-turns.js'
import type { JsonObject } from '../../text/json.js'
import { given, numberIn, objectIn, textIn } from '../../text/json-members.js'
import type { Notice } from '../notice.js'
import { isPlainFile } from '../sources/json-file.js'
import type { RunMaterial } from '../sources/run-material.js'
import type { ScoreDocument } from '../sources/score-document.js'
import type { JudgedDialogue } from './dialogue-judge.js'
import { plannedTurns, playedTurns } from './dialogue-view.js'
import type { DialogueResult, DialogueView } from './dialogues-page.js'

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

export interface BuiltDialogues {
  /** At most one; none for other runs. */
  readonly results: readonly DialogueResult[]
  /** By `turnsKey`. */
  readonly outcomes: ReadonlyMap<string, DialogueOutcome>
  /** Where a crash cut the journal. */
  readonly torn: readonly string[]
}

/** What one dialogue came to, of all that were played. */
export interface DialogueOutcome {
  readonly outcome: DialogueView['outcome']
  readonly turns: number
  readonly correct?: number
}

/** Dialogues shown in full; wrong ones first. */
const SHOWN = 60

const ORDER: readonly DialogueView['outcome'][] = ['wrong', 'unmeasured', 'played', 'unscored', 'right']

/** Dialogues of a run of `assay converse`, one held at a time but for those that are shown. */
export async function buildDialogues(request: DialoguesRequest): Promise<BuiltDialogues> {
  const { id, path, files, subject, documents, run, material } = request
  const place = files.join(path, 'turns.jsonl')
  const converse = objectIn(run, 'converse')
  if (converse === undefined || !(await isPlainFile(place, files)))
    return { results: [], outcomes: new Map(), torn: [] }
  const [document] = documents
  const [stored] = [...material.benchmarks.values()]
  const read = await readViews(request, place)
  const shown = ORDER.flatMap((outcome) => read.views.get(outcome) ?? []).slice(0, SHOWN)
  const result: DialogueResult = {
    source: id,
    subject,
    benchmark: document?.benchmark ?? stored?.name ?? 'dialogues',
    ...given('mode', textIn(converse, 'mode')),
    scores: document?.scores ?? [],
    faults: faultsOf(document),
    dialogues: shown,
    left: read.outcomes.size - shown.length,
  }
  return { results: [result], outcomes: read.outcomes, torn: read.torn }
}

interface ReadViews {
  /** The first of each outcome. */
  readonly views: ReadonlyMap<DialogueView['outcome'], readonly DialogueView[]>
  readonly outcomes: ReadonlyMap<string, DialogueOutcome>
  readonly torn: readonly string[]
}

async function readViews(
  { files, documents, material, notices }: DialoguesRequest,
  place: string,
): Promise<ReadViews> {
  const dialogues = dialoguesOf(material, (what) =>
    notices.push({ code: 'item-unreadable', what, where: place }),
  )
  const stored = new Map(
    documents[0]?.items.map((item) => [
      turnsKey({ item: textIn(item, 'id') ?? '', trial: numberIn(item, 'trial') ?? 0 }),
      item,
    ]),
  )
  const views = new Map<DialogueView['outcome'], DialogueView[]>()
  const outcomes = new Map<string, DialogueOutcome>()
  const torn: string[] = []
  const isWhole = ({ item }: { readonly item: string }, turns: ReadonlyMap<number, unknown>): boolean => {
    const dialogue = dialogues.get(item)
    if (dialogue === undefined || objectIn(documents[0]?.details ?? {}, 'converse')?.user !== undefined)
      return false
    return dialogue.turns.every(({ role }, turn) => role !== 'user' || turns.has(turn))
  }
  try {
    for await (const lines of readDialogueTurns(place, files, isWhole, ({ where }) => torn.push(where))) {
      const judged = await judgedOf(lines, { material, notices })
      const view = viewOf(lines, {
        dialogue: dialogues.get(lines.item),
        stored: stored.get(turnsKey(lines)),
        judged,
      })
      const { outcome, correct } = view
      outcomes.set(turnsKey(lines), { outcome, turns: lines.lines.length, ...given('correct', correct) })
      const list = views.get(outcome) ?? []
      if (list.length < SHOWN) list.push(view)
      views.set(outcome, list)
    }
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'journal-broken') throw error
    notices.push({ code: error.code, what: error.what, where: error.where ?? place })
  }
  return { views, outcomes, torn }
}

function dialoguesOf(
  { benchmarks }: RunMaterial,
  tell: (what: string) => void,
): ReadonlyMap<string, Dialogue> {
  const dialogues = new Map<string, Dialogue>()
  for (const item of [...benchmarks.values()].flatMap(({ items }) => items)) {
    if (item.kind !== 'dialogue') continue
    try {
      dialogues.set(item.id, dialogueOf(item))
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      tell(error.what)
    }
  }
  return dialogues
}

/** A dialogue that cannot be judged is shown without verdicts. */
async function judgedOf(
  lines: DialogueLines,
  { material, notices }: Pick<DialoguesRequest, 'material' | 'notices'>,
): Promise<JudgedDialogue | undefined> {
  try {
    return await material.judgeDialogue?.(lines)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    notices.push({ code: error.code, what: error.what, where: error.where ?? lines.item })
    return undefined
  }
}

function faultsOf(document: ScoreDocument | undefined): DialogueResult['faults'] {
  const faults = document && objectIn(document.details, 'faults')
  return Object.entries(faults ?? {})
    .flatMap(([fault, count]) => (typeof count === 'number' ? [{ fault, count }] : []))
    .sort((left, right) => right.count - left.count)
}

interface Known {
  readonly dialogue: Dialogue | undefined
  /** Its entry in the scores. */
  readonly stored: JsonObject | undefined
  readonly judged: JudgedDialogue | undefined
}

function viewOf({ item, trial, lines }: DialogueLines, { dialogue, stored, judged }: Known): DialogueView {
  const isPlayed = lines.some(({ user }) => user !== undefined)
  const verdict = judged?.verdict
  const correct =
    (stored && numberIn(stored, 'correct')) ?? verdict?.turns.filter(({ isCorrect }) => isCorrect).length
  return {
    item,
    trial,
    outcome: outcomeIn(stored) ?? outcomeOf(verdict),
    ...given('category', dialogue?.category),
    ...given('template', dialogue?.template),
    ...given('correct', correct),
    turns: dialogue === undefined || isPlayed ? playedTurns(lines) : plannedTurns(dialogue, lines, judged),
  }
}

function outcomeOf(verdict: JudgedDialogue['verdict']): DialogueView['outcome'] {
  if (verdict === undefined) return 'unscored'
  if (verdict.unmeasured > 0) return 'unmeasured'
  return verdict.turns.every(({ isCorrect }) => isCorrect) ? 'right' : 'wrong'
}

function outcomeIn(stored: JsonObject | undefined): DialogueView['outcome'] | undefined {
  return ORDER.find((outcome) => outcome === stored?.outcome && outcome !== 'unscored')
}
