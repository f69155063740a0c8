import { canonicalJson, ExactNumber, isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import { type DistinctExample, distinctExamples } from '../distinct-examples.js'
import { groundingOf, holdsText } from '../grounding.js'
import { corpusTemplates } from '../templates.js'
import type { ToolCorpus } from '../tool-corpus.js'
import { callsOf, isCallAnswer } from './example-calls.js'

/** How often a tool is called. */
export interface ToolUse {
  readonly tool: string
  readonly isDeclared: boolean
  /** Examples that call it. */
  readonly rows: number
  readonly distinctPrompts: number
  readonly distinctArguments: number
}

/** One set of arguments with their types, as calls of a tool hold it. */
export interface ArgumentShape {
  readonly tool: string
  /** `{query: string, limit: integer}`. */
  readonly shape: string
  readonly rows: number
}

/** How many distinct prompts that lead to a call hold the value of an argument, whatever its length and case. */
export interface ArgumentGrounding {
  readonly tool: string
  readonly argument: string
  readonly grounded: number
  readonly prompts: number
}

/** Templates of a tool, and what the prompts of its calls are. */
export interface TemplateUse {
  readonly tool: string
  readonly templates: number
  /** Distinct prompts that hold an argument of their call (`groundingOf`), at least one. */
  readonly grounded: number
  readonly ungrounded: number
}

/** Tools by rows, most first. */
export function toolUses(
  examples: readonly DistinctExample[],
  declared: ReadonlySet<string>,
): readonly ToolUse[] {
  const uses = new Map<string, { rows: number; prompts: Set<string>; values: Set<string> }>()
  for (const { example, count } of examples) {
    const names = new Set<string>()
    for (const { name, arguments: given } of callsOf(example.answer)) {
      let use = uses.get(name)
      if (use === undefined) {
        use = { rows: 0, prompts: new Set(), values: new Set() }
        uses.set(name, use)
      }
      if (!names.has(name)) use.rows += count
      names.add(name)
      use.prompts.add(example.prompt)
      use.values.add(canonicalJson(given))
    }
  }
  return [...uses]
    .map(([tool, { rows, prompts, values }]) => ({
      tool,
      isDeclared: declared.has(tool),
      rows,
      distinctPrompts: prompts.size,
      distinctArguments: values.size,
    }))
    .sort(byRows)
}

/** Shapes by rows, most first. */
export function argumentShapes(examples: readonly DistinctExample[]): readonly ArgumentShape[] {
  const shapes = new Map<string, { readonly tool: string; readonly shape: string; rows: number }>()
  for (const { example, count } of examples) {
    for (const { name, arguments: given } of example.answer.calls) {
      const shape = shapeOf(given)
      const key = `${name}\n${shape}`
      const known = shapes.get(key)
      if (known === undefined) shapes.set(key, { tool: name, shape, rows: count })
      else known.rows += count
    }
  }
  return [...shapes.values()].sort(byRows)
}

function byRows(
  left: { readonly rows: number; readonly tool: string },
  right: { readonly rows: number; readonly tool: string },
): number {
  return right.rows - left.rows || (left.tool < right.tool ? -1 : 1)
}

function shapeOf(given: JsonObject): string {
  const members = Object.entries(given).map(([name, value]) => `${name}: ${typeOf(value)}`)
  return `{${members.join(', ')}}`
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'array'
  if (value instanceof ExactNumber) return /^-?[0-9]+$/.test(value.text) ? 'integer' : 'number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** What the prompts of calls hold, and the templates that come of it. */
export function groundingUses(corpus: Pick<ToolCorpus, 'examples'>): {
  readonly grounding: readonly ArgumentGrounding[]
  readonly templates: readonly TemplateUse[]
} {
  const values = new Map<
    string,
    { tool: string; argument: string; grounded: Set<string>; prompts: Set<string> }
  >()
  const tools = new Map<string, { grounded: Set<string>; all: Set<string> }>()
  for (const { example } of distinctExamples(corpus)) {
    const { prompt, answer } = example
    if (!isCallAnswer(answer)) continue
    const { slots } = groundingOf(example)
    for (const { name, arguments: given } of callsOf(answer)) {
      const use = tools.get(name) ?? { grounded: new Set(), all: new Set() }
      tools.set(name, use)
      use.all.add(prompt)
      if (slots.some(({ tool }) => tool === name)) use.grounded.add(prompt)
      for (const [argument, value] of Object.entries(given)) {
        const key = `${name}\n${argument}`
        const seen = values.get(key) ?? { tool: name, argument, grounded: new Set(), prompts: new Set() }
        values.set(key, seen)
        seen.prompts.add(prompt)
        const isSlot = slots.some((slot) => slot.tool === name && slot.argument === argument)
        if (isSlot || (typeof value === 'string' && holdsText(prompt, value))) seen.grounded.add(prompt)
      }
    }
  }
  const counts = new Map<string, number>()
  for (const { tool } of corpusTemplates(corpus)) {
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  return {
    grounding: [...values.values()].map(({ tool, argument, grounded, prompts }) => ({
      tool,
      argument,
      grounded: grounded.size,
      prompts: prompts.size,
    })),
    templates: [...tools].map(([tool, { grounded, all }]) => ({
      tool,
      templates: counts.get(tool) ?? 0,
      grounded: grounded.size,
      ungrounded: all.size - grounded.size,
    })),
  }
}
