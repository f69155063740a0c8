import type { GateEvidence, SampleTally } from '../evidence.js'
import type { GateCheck, GateRuleResult } from '../gate-document.js'
import type { MeasuredRule } from '../policy.js'

/** Samples that were planned are there and hold an answer. What is not was not measured, so that this rule never merely fails. */
export function judgeMeasured(
  { benchmark, subject, atLeast, imported }: MeasuredRule,
  { scores, ladders }: GateEvidence,
): Pick<GateRuleResult, 'asks' | 'checks'> {
  const ofRuns = scores
    .filter(
      (one) =>
        (benchmark === undefined || one.benchmark === benchmark) &&
        (subject === undefined || one.subject === subject),
    )
    .flatMap(({ samples, unmeasured, importedFrom, ...one }): readonly GateCheck[] => {
      const foreign = imported === true ? undefined : importedFrom
      return samples === undefined ? [] : [checkOf(samples, { ...one, atLeast, unmeasured, foreign })]
    })
  const ofLadders =
    benchmark === undefined
      ? ladders
          .filter((one) => subject === undefined || one.subject === subject)
          .map(({ cases, missing, subject: whom }) =>
            checkOf(
              { measured: cases - missing, errors: 0, missing },
              {
                atLeast,
                unmeasured: undefined,
                foreign: undefined,
                subject: whom ?? 'nobody',
                benchmark: 'the ladder',
              },
            ),
          )
      : []
  const checks = [...ofRuns, ...ofLadders]
  return {
    asks:
      atLeast === 1
        ? 'every planned sample was measured'
        : `of the planned samples ${atLeast} or more were measured`,
    checks:
      checks.length > 0 ? checks : [{ verdict: 'unmeasured', sentence: 'Nothing of that name was asked.' }],
  }
}

interface Asked {
  readonly subject: string
  readonly benchmark: string
  readonly atLeast: number
  readonly unmeasured: readonly string[] | undefined
  /** Format of the log of another tool, where the rule does not accept such. */
  readonly foreign: string | undefined
}

function checkOf(
  { measured, errors, missing, leftOut = 0 }: SampleTally,
  { subject, benchmark, atLeast, unmeasured, foreign }: Asked,
): GateCheck {
  const planned = measured + errors + missing + leftOut
  const share = planned === 0 ? 0 : measured / planned
  const isBlocked = unmeasured !== undefined || foreign !== undefined
  return {
    verdict: !isBlocked && planned > 0 && share >= atLeast ? 'passed' : 'unmeasured',
    subject,
    benchmark,
    value: share,
    n: planned,
    sentence: `${subject} on ${benchmark}: ${measured} of ${planned} samples were measured.${whyNot({ planned, measured, errors, missing, leftOut }, { unmeasured, foreign })}`,
  }
}

function whyNot(
  { planned, measured, errors, missing, leftOut }: Required<SampleTally> & { readonly planned: number },
  { unmeasured, foreign }: Pick<Asked, 'unmeasured' | 'foreign'>,
): string {
  if (unmeasured !== undefined) {
    return ` Preflight found ${unmeasured.join(', ')}, so that the samples say nothing of the subject.`
  }
  if (foreign !== undefined) {
    return ` Another tool asked (${foreign}), and nothing is known of its harness; a rule "measured" with "imported: true" accepts that.`
  }
  if (measured >= planned) return ''
  const left =
    leftOut === 0
      ? ''
      : `, ${leftOut} are of items that were left out, for the catalog lacks their gold or a run does not ask their kind`
  return ` ${errors} ended in an error, ${missing} are missing${left}.`
}
