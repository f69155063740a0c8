import { childrenOf } from '../../../agent/python/children.js'
import { parsePlan } from '../../../agent/python/parse-plan.js'
import { planCodeOf } from '../../../agent/python/plan-code.js'
import type { Call, Expression, PythonTree, TreeNode } from '../../../agent/python/tree.js'
import { unparse } from '../../../agent/python/unparse.js'
import { type LiteralValue, literalValue } from './literal-value.js'

/** A call as the released evaluator reads it off the syntax tree. */
export interface CompatCall {
  readonly name: string
  /**
   * By keyword, the last of equals; `**rest` stands under `**`, positional values as a list under `no_key`. What is no
   * literal stands as normalised source text.
   */
  readonly arguments: ReadonlyMap<string, LiteralValue>
}

/**
 * Why a turn is not scored: where the released evaluator ends the whole run with an exception, and `too-many-calls`, where
 * comparing every call with every other would take minutes.
 */
export type CompatStop = 'gold-syntax' | 'null-character' | 'lone-surrogate' | 'too-many-calls'

/** One side of a turn. */
export type CompatSide =
  | { readonly kind: 'calls'; readonly calls: readonly CompatCall[] }
  /** Gold without a plan; no code, code that does not parse, a lone `print`. */
  | { readonly kind: 'none'; readonly isSyntaxFault: boolean }
  | { readonly kind: 'stopped'; readonly reason: CompatStop }

/** @param plan undefined where the turn has none; a comment is a plan without calls. */
export function readCompatGold(plan: string | undefined): CompatSide {
  if (plan === undefined) return { kind: 'none', isSyntaxFault: false }
  const side = readSide(plan)
  return side.kind === 'none' ? { kind: 'stopped', reason: 'gold-syntax' } : side
}

/** @param code from the CODE tags, empty where there is none. */
export function readCompatGenerated(code: string): CompatSide {
  if (code === '') return { kind: 'none', isSyntaxFault: false }
  const side = readSide(code)
  if (side.kind !== 'calls') return side
  const { calls } = side
  // A lone `print` is no plan; beside other calls, or among its like, `print` is nothing.
  if (calls.length === 1 && calls[0]?.name === 'print') return { kind: 'none', isSyntaxFault: false }
  return { kind: 'calls', calls: calls.filter(({ name }) => name !== 'print') }
}

/** The code that the released evaluator takes from what an agent said: all blocks, each trimmed. */
export function compatCodeOf(said: string): string {
  const found = planCodeOf(said, { blocks: 'joined', reading: 'released' })
  return found.kind === 'code' ? found.code : ''
}

/** @returns `none` where the code does not parse. */
function readSide(code: string): CompatSide {
  if (code.includes('\0')) return { kind: 'stopped', reason: 'null-character' }
  if (/\p{Cs}/u.test(code)) return { kind: 'stopped', reason: 'lone-surrogate' }
  const parsed = parsePlan(code)
  if (parsed.kind === 'fault') return { kind: 'none', isSyntaxFault: true }
  return { kind: 'calls', calls: extractCalls(parsed.tree) }
}

/** All calls of plain names, level by level from the top, which is the order of Python's `ast.walk`. */
function extractCalls(tree: PythonTree): readonly CompatCall[] {
  const calls: CompatCall[] = []
  let level: readonly TreeNode[] = tree.body
  while (level.length > 0) {
    const below: TreeNode[] = []
    for (const node of level) {
      if (node.kind === 'Call' && node.func.kind === 'Name') calls.push(callOf(node, node.func.id))
      for (const child of childrenOf(node)) below.push(child)
    }
    level = below
  }
  return calls
}

function callOf({ args, keywords }: Call, name: string): CompatCall {
  const values = new Map<string, LiteralValue>()
  for (const { arg, value } of keywords) values.set(arg ?? '**', argumentValue(value))
  if (args.length > 0) values.set('no_key', { kind: 'list', items: args.map(argumentValue) })
  return { name, arguments: values }
}

function argumentValue(node: Expression): LiteralValue {
  // Where Python cannot write the source again it raises; an empty text at least equals nothing that was given.
  const value = literalValue(node)
  return value === undefined ? (unparse(node) ?? '') : value
}
