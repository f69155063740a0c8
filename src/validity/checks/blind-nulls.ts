import { percentText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { defineAuditCheck } from '../audit-check.js'
import type { AuditFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'
import type { NullFloor } from '../floors/null-floor.js'

/** From which part of the way from chance to 1 on a blind gain is told, matters, and makes scores worthless. */
const WORTH_SAYING = 0.01
const CARE = 0.05
const BAD = 0.25

/** From which chance on a retrieval benchmark has next to nothing to choose from. */
const MUCH_CHANCE = 0.5

/** Whether somebody who knows nothing scores more than chance. */
export const blindNulls = defineAuditCheck({
  id: 'blind-nulls',
  group: 'blind',
  looksAt: 'what models that know no tool score',
  codes: ['beatable-blind', 'answers-unbalanced', 'nothing-to-choose'],
  applies: () => true,
  async run(subject) {
    const floors = await subject.floors()
    return { findings: [...floors.flatMap(blindFinding), ...answerBalance(subject), ...tooEasy(floors)] }
  },
})

function blindFinding(floor: NullFloor): readonly AuditFinding[] {
  const { blind, id, kind, group, metric, value, chance, n, rule } = floor
  if (blind === undefined || (blind.verdict !== 'above' && blind.verdict !== 'below')) return []
  const { verdict, gain, pAdjusted, over, units } = blind
  if (gain < WORTH_SAYING) return []
  const high = gain >= BAD && floor.whenHigh === 'bad' ? 'bad' : gain >= CARE ? 'care' : 'info'
  const words = rule === undefined ? '' : ` (${printable(rule, { maxLength: 80 })})`
  const where = group === undefined ? kind : `${kind} ${group}`
  const scope = over === 'clusters' ? `${units} clusters` : `${units} distinct items, these items only`
  const against = `${percentText(value)} where chance is ${percentText(chance)}`
  const does =
    verdict === 'above'
      ? `${id}${words} scores ${against}`
      : `the opposite of ${id}, which scores ${against}, is better than chance`
  return [
    {
      code: 'beatable-blind',
      severity: high,
      what: `Beatable blind: ${does} (${where} ${metric}; p = ${pAdjusted.toPrecision(2)} after Holm, over ${scope}).`,
      items: verdict === 'above' ? floor.right : [],
      count: n,
    },
  ]
}

function answerBalance({ qa }: AuditSubject): readonly AuditFinding[] {
  if (qa.length < 20) return []
  const yes = qa.filter(({ answer }) => answer === 'yes').length / qa.length
  const most = Math.max(yes, 1 - yes)
  if (most < 0.6) return []
  return [
    {
      code: 'answers-unbalanced',
      severity: most >= 0.95 ? 'bad' : 'care',
      what: `${percentText(yes)} of the ${qa.length} yes/no answers are yes: always giving the more frequent one has an accuracy of ${percentText(most)}; read balanced accuracy.`,
      items: [],
      count: qa.length,
    },
  ]
}

function tooEasy(floors: readonly NullFloor[]): readonly AuditFinding[] {
  const random = floors.find(
    ({ id, kind, group }) => id === 'random' && kind === 'retrieval' && group === 'catalog',
  )
  if (random === undefined || random.value < MUCH_CHANCE) return []
  return [
    {
      code: 'nothing-to-choose',
      severity: 'bad',
      what: `Guessing finds ${percentText(random.value)} of the needed tools (${random.metric}): there are hardly any others to choose from.`,
      items: [],
      count: random.n,
    },
  ]
}
