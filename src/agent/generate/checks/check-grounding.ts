import type { DialogueGrammar, PackTool, PackWorld, ToolRole } from '../../pack.js'
import { parsePlan } from '../../python/parse-plan.js'
import type { Expression } from '../../python/tree.js'
import { unparse } from '../../python/unparse.js'
import type { FilledDialogue } from '../filled-dialogue.js'
import type { CheckFinding } from '../finding.js'
import { literalsOf, type PlanReading } from '../plan-reading.js'

/** Roles whose arguments say what the user wants; keys, columns and questions are the planner's own words. */
const wishing: ReadonlySet<ToolRole> = new Set<ToolRole>(['search', 'filter', 'date', 'call'])

/** What a world's tools take, and which arguments words stand for, prepared once for many dialogues. */
export class GroundingRules {
  readonly #tools: ReadonlyMap<string, PackTool>
  readonly #mentioned: ReadonlySet<string>
  readonly #openEnds: Readonly<Record<string, readonly string[]>>

  constructor(
    { tools }: Pick<PackWorld, 'tools'>,
    { mentions = [], openEnds = {} }: Pick<DialogueGrammar, 'mentions' | 'openEnds'>,
  ) {
    this.#openEnds = openEnds
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#mentioned = new Set(mentions.map(({ parameter, value }) => `${parameter}=${normal(value)}`))
  }

  /**
   * `grounding`: every literal of an argument was said up to this turn, to the letter, or stands for words that were
   * (`checkTemplate` looks for those), or is the open end of a range.
   */
  check(
    { turns }: Pick<FilledDialogue, 'turns'>,
    readings: ReadonlyMap<number, PlanReading>,
  ): readonly CheckFinding[] {
    const findings: CheckFinding[] = []
    let said = ''
    for (const [at, { text }] of turns.entries()) {
      said += ` ${text}`
      const reading = readings.get(at)
      if (reading?.kind !== 'plan') continue
      const numbers = new Set(said.match(/\d+(?:\.\d+)?/g))
      for (const { name, named } of reading.calls) {
        const tool = this.#tools.get(name)
        if (tool === undefined || !wishing.has(tool.role)) continue
        for (const [given, expression] of named) {
          if (this.#isMentioned(given, expression)) continue
          const ends = Object.hasOwn(this.#openEnds, given) ? (this.#openEnds[given] ?? []) : []
          const stray = literalsOf(expression).find(
            (value) => !ends.includes(String(value)) && !isSaid(value, said, numbers),
          )
          if (stray === undefined) continue
          findings.push({
            check: 'grounding',
            what: `Nobody has said ${String(stray)}, which "${name}" takes as "${given}".`,
            turn: at + 1,
          })
        }
      }
    }
    return findings
  }

  #isMentioned(parameter: string, expression: Expression): boolean {
    return this.#mentioned.has(`${parameter}=${unparse(expression)}`)
  }
}

function normal(value: string): string {
  const parsed = parsePlan(value)
  const [statement] = parsed.kind === 'tree' ? parsed.tree.body : []
  return (statement?.kind === 'Expr' ? unparse(statement.value) : undefined) ?? value
}

function isSaid(
  value: boolean | bigint | number | string,
  said: string,
  numbers: ReadonlySet<string>,
): boolean {
  if (typeof value === 'string') return said.includes(value)
  if (typeof value === 'boolean') return false
  return numbers.has(String(value).replace(/^-/, ''))
}
