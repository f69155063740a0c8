import type { DialogueTemplate, Mention } from '../../dialogue-template.js'
import type { CheckFinding } from '../finding.js'
import { placeholdersOf } from '../placeholders.js'
import { checkShape } from './check-shape.js'

/**
 * `shape`, `placeholder` and `statement` of a template: everything that can be told from its words and plans before any
 * value is known, to the letter.
 */
export function checkTemplate(
  { turns }: Pick<DialogueTemplate, 'turns'>,
  mentions: readonly Mention[] = [],
): readonly CheckFinding[] {
  return [
    ...checkShape(turns),
    ...checkPlaceholders(turns),
    ...checkStatements(turns),
    ...checkMentions(turns, mentions),
  ]
}

type Turns = DialogueTemplate['turns']

function checkPlaceholders(turns: Turns): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const said = new Set<string>()
  for (const [at, { role, text }] of turns.entries()) {
    for (const name of placeholdersOf(text)) {
      if (role === 'assistant' && !said.has(name)) {
        findings.push({ check: 'placeholder', what: `The assistant names <${name}> first.`, turn: at + 1 })
      }
      if (role === 'user') said.add(name)
    }
  }
  const numbers = new Map<string, Set<number>>()
  for (const name of said) {
    // `CITY_2_NEIGHBORHOOD_1` tells of a second city as well.
    const marks = [...name.matchAll(/_(\d+)(?=_|$)/g)]
    if (marks.length === 0) findings.push({ check: 'placeholder', what: `<${name}> has no number.` })
    for (const { index, 1: number } of marks) {
      const stem = name.slice(0, index)
      numbers.set(stem, (numbers.get(stem) ?? new Set()).add(Number(number)))
    }
  }
  for (const [stem, taken] of numbers) {
    const ascending = [...taken].sort((left, right) => left - right)
    if (ascending.every((number, at) => number === at + 1)) continue
    findings.push({
      check: 'placeholder',
      what: `The numbers of <${stem}_…> do not run from 1: ${ascending.join(', ')}.`,
    })
  }
  return findings
}

/** Placeholders: said before they are used, used once they were said. */
function checkStatements(turns: Turns): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const said = new Set<string>()
  for (const [at, { role, text, plan = '' }] of turns.entries()) {
    if (role === 'user') for (const name of placeholdersOf(text)) said.add(name)
    for (const name of placeholdersOf(plan)) {
      if (said.has(name)) continue
      findings.push({
        check: 'statement',
        what: `The plan uses <${name}>, which nobody has said.`,
        turn: at + 1,
      })
    }
  }
  const planned = new Set(turns.flatMap(({ plan = '' }) => placeholdersOf(plan)))
  for (const name of said) {
    if (!planned.has(name))
      findings.push({ check: 'statement', what: `The user says <${name}>, and no plan uses it.` })
  }
  return findings
}

function checkMentions(turns: Turns, mentions: readonly Mention[]): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const plans = turns.map(({ plan = '' }) => plan)
  for (const { parameter, value, phrases } of mentions) {
    const argument = new RegExp(`\\b${escaped(`${parameter}=${value}`)}(?=[,)])`)
    const planned = plans.findIndex((plan) => argument.test(plan))
    const spoken = turns.findIndex(({ role, text }) => role === 'user' && says(text, phrases))
    if (planned !== -1 && (spoken === -1 || spoken > planned)) {
      findings.push({
        check: 'statement',
        what: `The plan states ${parameter}=${value}, which nobody has said.`,
        turn: planned + 1,
      })
    }
    if (spoken !== -1 && planned === -1) {
      findings.push({
        check: 'statement',
        what: `The user says "${phrases.join('" or "')}", and no plan states ${parameter}=${value}.`,
        turn: spoken + 1,
      })
    }
  }
  return findings
}

function says(text: string, phrases: readonly string[]): boolean {
  const words = ` ${wordsOf(text)} `
  return phrases.some((phrase) => words.includes(` ${wordsOf(phrase)} `))
}

/** Placeholders are no words. */
function wordsOf(text: string): string {
  return text
    .replace(/<[A-Z0-9_]+>/g, '|')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim()
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
