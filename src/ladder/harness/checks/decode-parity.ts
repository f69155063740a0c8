import { quoted } from '../../../text/printable.js'
import type { CaseReading } from '../../case-reading.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { HarnessView } from '../harness-view.js'

/** Whether texts say what token ids say: a decoder that drops special tokens hides every call from who reads texts. */
export const decodeParity = defineHarnessCheck({
  id: 'decode-parity',
  looksAt: 'whether the trigger of calls survives decoding',
  codes: ['trigger-stripped', 'trigger-stripped-here', 'trigger-typed'],
  applies: ({ evidence }) => evidence.readings.length > 0,
  run(view) {
    const { readings } = view.evidence
    const triggers = triggersOf(view)
    if (triggers.texts.length === 0) return { findings: typedFindings(readings) }
    // What is judged is `text`: where that lacks the trigger too, calls were lost; else only readers of the subject's text lose them.
    const lost = readings.filter((one) => isLost(one, triggers))
    const hidden = readings.filter(
      ({ text, spokenText }) =>
        spokenText !== undefined && holdsAny(text, triggers.texts) && !holdsAny(spokenText, triggers.texts),
    )
    const [trigger = ''] = triggers.texts
    return {
      findings: [
        ...(lost.length === 0
          ? []
          : [
              findingOf({
                code: 'trigger-stripped',
                severity: 'blocking',
                what: `${lost.length} answers hold the token of ${quoted(trigger)} in their ids and not in their text: calls were made and cannot be read.`,
                cases: idsOf(lost),
              }),
            ]),
        ...(hidden.length === 0
          ? []
          : [
              findingOf({
                code: 'trigger-stripped-here',
                severity: 'warn',
                what: `In ${hidden.length} answers the subject's own text lacks the ${quoted(trigger)} that its token ids hold: whoever scores that text sees no call. The ladder reads the ids.`,
                cases: idsOf(hidden),
              }),
            ]),
        ...typedFindings(readings),
      ],
    }
  },
})

interface Triggers {
  readonly texts: readonly string[]
  readonly ids: readonly number[]
}

function triggersOf({ evidence: { subject, dialect } }: HarnessView): Triggers {
  const own = subject?.trigger
  return { texts: own === undefined ? dialect.trigger : [own.text], ids: own?.ids ?? [] }
}

function isLost({ text, tokenIds }: CaseReading, { texts, ids }: Triggers): boolean {
  const [first] = ids
  if (first === undefined || tokenIds === undefined || holdsAny(text, texts)) return false
  for (let at = tokenIds.indexOf(first); at !== -1; at = tokenIds.indexOf(first, at + 1)) {
    if (ids.every((id, offset) => tokenIds[at + offset] === id)) return true
  }
  return false
}

/** A trigger that ordinary tokens spell is text to the model's training, and passes for a call where texts are scored. */
function typedFindings(readings: readonly CaseReading[]): readonly RungFinding[] {
  const typed = readings.filter(({ parsing }) => parsing.strict.flags.includes('pseudo_trigger'))
  if (typed.length === 0) return []
  return [
    findingOf({
      code: 'trigger-typed',
      severity: 'warn',
      what: `${typed.length} answers spell the trigger with ordinary tokens: a scorer of texts takes that for a call, and the token of a call was not said.`,
      cases: idsOf(typed),
    }),
  ]
}

function holdsAny(text: string, triggers: readonly string[]): boolean {
  return triggers.some((trigger) => text.includes(trigger))
}

function idsOf(readings: readonly CaseReading[]): readonly string[] {
  return [...new Set(readings.map((one) => one.case.id))]
}
