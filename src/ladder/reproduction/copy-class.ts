import { entityTypeOf } from '../../corpus/entities.js'
import { holdsText, textOf } from '../../corpus/grounding.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { InputError } from '../../errors.js'
import { isSameValue, memberOf, valueKey } from '../../score/calls/value-equality.js'
import type { JsonObject, JsonValue } from '../../text/json.js'
import type { Dialect, WrittenCall } from '../../toolcall/dialect.js'
import type { CaseReading } from '../case-reading.js'
import { compareCommands } from './compare-commands.js'
import type { CorpusReferences } from './corpus-references.js'

/**
 * How the call on a row of the corpus stands to what training answered. `V0`: the same bytes. `V1`: the same values. `V2`:
 * other values, each of which the prompt holds, or a command that does the same. `V3`: values that come from nowhere.
 * `V4`: what training answers to another prompt. `V5`: another tool. `review`: a command that a person has to look at.
 * `none`: no call. `malformed`: an attempt that holds none. `truncated`: cut by the token limit.
 */
export type CopyClass =
  | 'V0'
  | 'V1'
  | 'V2'
  | 'V3'
  | 'V4'
  | 'V5'
  | 'review'
  | 'none'
  | 'malformed'
  | 'truncated'

/** In the order of reports. */
export const copyClasses: readonly CopyClass[] = [
  'V0',
  'V1',
  'V2',
  'V3',
  'V4',
  'V5',
  'review',
  'none',
  'malformed',
  'truncated',
]

/** What each class counts as. */
export const copyMeanings: Readonly<Record<CopyClass, string>> = {
  V0: 'memory: the bytes of the training answer',
  V1: 'memory: its values',
  V2: 'generalised: values of the prompt, or a command that does the same',
  V3: 'hallucinated: values that neither prompt nor training answer hold',
  V4: 'foreign copy: the training answer of another prompt',
  V5: 'wrong selection: another tool',
  review: 'for a person to judge: a command that may do the same',
  none: 'no call',
  malformed: 'an attempt without a readable call',
  truncated: 'cut by the token limit',
}

/** A command that a person has to judge. */
export interface CommandReview {
  readonly command: string
  readonly reference: string
  readonly difference: string
}

export interface CopyJudgement {
  readonly class: CopyClass
  /** A value that the prompt does not hold is an entity of training. */
  readonly isStale: boolean
  /** What in commands destroys or changes something. */
  readonly destructive: readonly string[]
  readonly reviews: readonly CommandReview[]
}

export interface CopyRequest {
  readonly reading: CaseReading
  readonly references: CorpusReferences
  readonly dialect: Dialect
}

/** Judges the call on a row of the corpus against every training answer to the same normalised prompt. */
export function copyClassOf({ reading, references, dialect }: CopyRequest): CopyJudgement {
  const { outcome, strict } = reading.parsing
  if (outcome === 'truncated') return plain('truncated')
  if (outcome === 'abstained' || outcome === 'empty') return plain('none')
  if (strict.calls.length === 0) return plain('malformed')
  const prompt = reading.case.messages.at(-1)?.content ?? ''
  const answers = references.answersTo(prompt).filter(({ answer }) => answer.calls.length > 0)
  const said = blockOf(reading.text, dialect)
  if (
    answers.some(({ answer }) => writtenAs(answer, dialect).some((text) => blockOf(text, dialect) === said))
  ) {
    return plain('V0')
  }
  if (answers.some(({ answer }) => isSameCalls(answer.calls, strict.calls))) return plain('V1')
  const rivals = answers.filter(({ answer }) => isSameTools(answer.calls, strict.calls))
  if (rivals.length === 0) return plain('V5')
  const isForeign = strict.calls.every((call) => references.isForeign(call, prompt))
  if (isForeign) return { ...plain('V4'), isStale: true }
  const judged = rivals.map(({ answer }) => otherValues(strict.calls, { answer, prompt, references }))
  return judged.sort((left, right) => RANK[left.class] - RANK[right.class])[0] ?? plain('V5')
}

const RANK: Readonly<Record<CopyClass, number>> = {
  V0: 0,
  V1: 1,
  V2: 2,
  review: 3,
  V3: 4,
  V4: 5,
  V5: 6,
  malformed: 7,
  truncated: 8,
  none: 9,
}

function plain(name: CopyClass): CopyJudgement {
  return { class: name, isStale: false, destructive: [], reviews: [] }
}

/** A training answer as it stands in the corpus, and as the subject's dialect writes its calls: an API's are data. */
function writtenAs({ text, calls }: CorpusExample['answer'], dialect: Dialect): readonly string[] {
  try {
    return [text, dialect.renderCalls(calls)]
  } catch (error) {
    if (error instanceof InputError) return [text]
    throw error
  }
}

/** From the first trigger to the end of the last closer; the whole text where the dialect has none. */
function blockOf(text: string, { trigger, closer, endOfTurn }: Dialect): string {
  let rest = text
  for (const end of endOfTurn) {
    const at = rest.indexOf(end)
    if (at !== -1) rest = rest.slice(0, at)
  }
  const starts = trigger.flatMap((mark) => (rest.includes(mark) ? [rest.indexOf(mark)] : []))
  const ends = closer.flatMap((mark) => (rest.includes(mark) ? [rest.lastIndexOf(mark) + mark.length] : []))
  return rest
    .slice(starts.length === 0 ? 0 : Math.min(...starts), ends.length === 0 ? rest.length : Math.max(...ends))
    .trim()
}

function isSameCalls(left: readonly WrittenCall[], right: readonly WrittenCall[]): boolean {
  const keys = (calls: readonly WrittenCall[]): string =>
    calls
      .map(({ name, arguments: given }) => `${JSON.stringify(name)}${valueKey(given)}`)
      .sort()
      .join('\n')
  return left.length === right.length && keys(left) === keys(right)
}

function isSameTools(left: readonly WrittenCall[], right: readonly WrittenCall[]): boolean {
  const names = (calls: readonly WrittenCall[]): string =>
    JSON.stringify(calls.map(({ name }) => name).sort())
  return names(left) === names(right)
}

interface OtherValues {
  readonly answer: CorpusExample['answer']
  readonly prompt: string
  readonly references: CorpusReferences
}

/** The same tools with other values: each value is the reference's, stands in the prompt, does the same, or is from nowhere. */
function otherValues(
  calls: readonly WrittenCall[],
  { answer, prompt, references }: OtherValues,
): CopyJudgement {
  const reviews: CommandReview[] = []
  const destructive: string[] = []
  let isUngrounded = false
  let isStale = false
  const taken = new Set<number>()
  for (const call of calls) {
    const at = answer.calls.findIndex(({ name }, index) => name === call.name && !taken.has(index))
    taken.add(at)
    const wanted: JsonObject = answer.calls[at]?.arguments ?? {}
    for (const [argument, value] of Object.entries(call.arguments)) {
      const reference = memberOf(wanted, argument)
      if (reference !== undefined && isSameValue(reference, value)) continue
      if (references.commands.has(call.name, argument) && isText(value) && isText(reference)) {
        const compared = compareCommands({ command: value, reference, prompt })
        destructive.push(...compared.destructive)
        if (compared.kind === 'review' || compared.kind === 'destructive') {
          reviews.push({ command: value, reference, difference: compared.difference })
        }
        continue
      }
      const text = textOf(value)
      if (holdsText(prompt, text)) continue
      isUngrounded = true
      if (references.holdsEntity(text, entityTypeOf(text))) isStale = true
    }
  }
  return {
    class: isUngrounded ? 'V3' : reviews.length > 0 ? 'review' : 'V2',
    isStale,
    destructive: [...new Set(destructive)],
    reviews,
  }
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string'
}
