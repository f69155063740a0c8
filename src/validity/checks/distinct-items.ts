import type { Item } from '../../benchmark/item.js'
import { canonicalJson } from '../../text/json.js'
import { askedTexts, sameQuestion } from '../asked-texts.js'
import { defineAuditCheck } from '../audit-check.js'
import { type AuditFinding, MAX_CITED, percentOf, severityOf } from '../audit-finding.js'

/** How many different things are asked: 500 items that repeat 20 questions measure 20 things. */
export const distinctItems = defineAuditCheck({
  id: 'distinct-items',
  group: 'size',
  looksAt: 'items that ask the same, and how many different ones there are',
  codes: ['questions-repeated'],
  applies: () => true,
  run({ items }) {
    const kinds = new Set(items.map(({ kind }) => kind))
    const findings: AuditFinding[] = []
    const counts: Record<string, object> = {}
    for (const kind of kinds) {
      const own = items.filter((item) => item.kind === kind)
      const questions = new Map<string, Item[]>()
      for (const item of own) {
        const key = sameQuestion(item)
        const same = questions.get(key)
        if (same === undefined) questions.set(key, [item])
        else same.push(item)
      }
      const answers = new Set(own.map(answerKey))
      const whole = new Set(own.map((item) => `${askedTexts(item).join('\n').trim()}\n${answerKey(item)}`))
      const groups = [...questions.values()].sort((left, right) => right.length - left.length)
      const [largest = []] = groups
      counts[kind] = {
        items: own.length,
        questions: new Set(own.map((item) => askedTexts(item).join('\n').trim())).size,
        answers: answers.size,
        distinct: whole.size,
        mostRepeated: largest.length,
      }
      const repeated = own.length - questions.size
      if (repeated === 0) continue
      findings.push({
        code: 'questions-repeated',
        severity: severityOf(repeated / own.length, { care: 0.05, bad: 0.5 }),
        what: `${questions.size} of ${own.length} ${kind} items ask something of their own (${percentOf(questions.size, own.length)}); one is asked ${largest.length} times.`,
        items: groups
          .filter((same) => same.length > 1)
          .flatMap(([first]) => first?.id ?? [])
          .slice(0, MAX_CITED),
        count: repeated,
      })
    }
    return { findings, counts }
  },
})

function answerKey(item: Item): string {
  switch (item.kind) {
    case 'retrieval':
      return JSON.stringify([...new Set(item.gold.flat())].sort())
    case 'mcq':
    case 'qa':
      return item.answer
    case 'call':
      return canonicalJson(item.json.gold ?? null)
    case 'dialogue':
      return canonicalJson(item.json.turns ?? null)
    default:
      return item satisfies never
  }
}
