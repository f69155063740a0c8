import type { TurnError } from '../turn-record.js'
import { childrenOf } from './children.js'
import { parseStatements } from './statements.js'
import { SyntaxFault } from './syntax-fault.js'
import { TokenCursor } from './token-cursor.js'
import { tokenize } from './tokenize.js'
import type { PythonTree, TreeNode } from './tree.js'

export interface ParseLimits {
  /** Code units of source. Default 1,048,576, some two thousand times a long plan. */
  readonly maxLength?: number
  /** Levels of nodes below the root. Default 500; real plans have fewer than 15. */
  readonly maxDepth?: number
}

export type ParsedPlan =
  | { readonly kind: 'tree'; readonly tree: PythonTree }
  /** `syntax` for what Python 3.11 refuses, `limit` for what is longer or deeper than allowed. */
  | { readonly kind: 'fault'; readonly fault: TurnError }

const DEFAULT_LENGTH = 1_048_576
const DEFAULT_DEPTH = 500

/**
 * Parses a plan by the grammar of CPython 3.11, as `ast.parse` does: what the compiler would refuse later (`return` outside
 * a function, a repeated argument) passes. Line ends may be LF, CRLF or CR.
 *
 * Differs from CPython in that characters cannot be given by name (`\N{…}`), and in the limits. The depth of a tree is
 * bounded, so that plain recursion over it is safe.
 *
 * Never throws, whatever the text.
 */
export function parsePlan(code: string, limits: ParseLimits = {}): ParsedPlan {
  const { maxLength = DEFAULT_LENGTH, maxDepth = DEFAULT_DEPTH } = limits
  if (code.length > maxLength) {
    return fault({ fault: 'limit', message: `The code is longer than ${maxLength} characters.` })
  }
  if (code.includes('\0')) return fault({ fault: 'syntax', message: 'The code holds a null character.' })
  const source = code.includes('\r') ? code.replace(/\r\n?/g, '\n') : code
  try {
    const tokens = tokenize({
      source,
      start: 0,
      end: source.length,
      line: 1,
      lineStart: 0,
      isEnclosed: false,
    })
    const tree: PythonTree = { kind: 'Module', body: parseStatements(new TokenCursor(source, tokens)) }
    const deepest = tooDeep(tree, maxDepth)
    if (deepest !== undefined) throw new SyntaxFault('the code is nested too deeply', deepest, 'limit')
    return { kind: 'tree', tree }
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    const message = `Line ${error.line}: ${error.message}.`
    return fault({ fault: error.kind, message, line: error.line })
  }
}

function fault(error: TurnError): ParsedPlan {
  return { kind: 'fault', fault: error }
}

/** A node that is deeper than allowed. */
function tooDeep(tree: PythonTree, maxDepth: number): TreeNode | undefined {
  let level: readonly TreeNode[] = tree.body
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return level[0]
    const below: TreeNode[] = []
    for (const node of level) {
      for (const child of childrenOf(node)) below.push(child)
    }
    level = below
  }
  return undefined
}
