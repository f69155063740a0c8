import type { TemplateTurn } from '../../dialogue-template.js'
import type { CheckFinding } from '../finding.js'

/** `shape`, of a template or of what it was filled to. */
export function checkShape(turns: readonly TemplateTurn[]): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const object = (what: string, turn?: number): void => {
    findings.push({ check: 'shape', what, ...(turn === undefined ? {} : { turn }) })
  }
  if (turns[0]?.role !== 'assistant') object('The assistant does not begin.')
  if (turns.at(-1)?.role !== 'user') object('The user does not have the last word.')
  for (const [at, { role, text, plan, label, missing }] of turns.entries()) {
    const turn = at + 1
    if (at > 0 && turns[at - 1]?.role === role) object(`The ${role} speaks twice in a row.`, turn)
    if (text.trim() === '') object('The turn says nothing.', turn)
    if (/^\s*(assistant|user)\s*:/i.test(text)) object('A role is written into the text.', turn)
    if (role === 'user' && (plan === undefined || plan === ''))
      object('A turn of the user has no plan.', turn)
    if (role === 'user' && (label === undefined || label === ''))
      object('A turn of the user has no label.', turn)
    if (role === 'assistant' && (plan ?? label ?? missing) !== undefined) {
      object('A turn of the assistant has a plan, a label or missing slots.', turn)
    }
  }
  return findings
}
