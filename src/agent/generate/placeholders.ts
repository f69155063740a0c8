import type { Bindings } from '../dialogue-template.js'

const PLACEHOLDER = /<([A-Z][A-Z0-9_]*)>/g

/** Names of the placeholders of a text, without brackets, each once, in order of first occurrence. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** The text with its placeholders filled; one without a value stays, for the checks to find. */
export function fillText(text: string, bindings: Bindings): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(bindings, name) ? (bindings[name] ?? whole) : whole,
  )
}

/** Like `fillText`, for a plan, where placeholders stand within double quotation marks or alone, as numbers. */
export function fillPlan(plan: string, bindings: Bindings): string {
  return plan.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(bindings, name) ? (bindings[name] ?? whole).replace(/["\\]/g, '\\$&') : whole,
  )
}
