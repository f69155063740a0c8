import type { AgreementCounts, TurnVerdict } from '../../score/dialogue/strict/turn-verdict.js'

/** What a turn came to, a line each, for transcripts. */
export function verdictLines(verdict: TurnVerdict): readonly string[] {
  const { act, tools, arguments: given, execution, isCorrect, hasRightOutcome, failures, label } = verdict
  return [
    isCorrect ? 'right' : hasRightOutcome ? 'wrong, but with the right outcome' : 'wrong',
    `act: ${act.subject}${act.gold === act.subject ? '' : `, gold ${act.gold}`}${label === undefined ? '' : ` (${label})`}`,
    `calls: ${agreement(tools)}`,
    `arguments: ${agreement(given)}`,
    ...(execution.fault === undefined ? [] : [`ended by an error: ${execution.fault}`]),
    ...(failures.length === 0 ? [] : [`injected failures: ${failures.length}`]),
  ]
}

function agreement({ right, asked, given }: AgreementCounts): string {
  return `${right} right of ${given} given and ${asked} asked for`
}
