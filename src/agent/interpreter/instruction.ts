import type { Comparison } from '../python/tree.js'
import type { ArithmeticOperator } from './operators.js'
import type { Value } from './value.js'

/** A place among the instructions, known once all are made. */
export interface Label {
  at: number
}

/** What the machine does in one step. "Under" and "over" speak of its stack. */
export type Instruction = Operation & {
  /** Of the plan, from 1. */
  readonly line: number
}

export type Operation =
  | { readonly op: 'constant'; readonly value: Value }
  /** A variable, else a tool; `isCalled`: else a function of Python. `slot` is −1 for names that are never assigned. */
  | { readonly op: 'load'; readonly slot: number; readonly name: string; readonly isCalled: boolean }
  /** A variable of a comprehension. */
  | { readonly op: 'load-local'; readonly slot: number; readonly name: string }
  | { readonly op: 'store'; readonly slot: number }
  /** Variables of a comprehension that begins. */
  | { readonly op: 'unbind'; readonly slots: readonly number[] }
  | { readonly op: 'pop' }
  | { readonly op: 'copy' }
  /** a b → b a b */
  | { readonly op: 'tuck' }
  /** a b → b */
  | { readonly op: 'drop-under' }
  | { readonly op: 'unary'; readonly operator: '-' | '+' | 'not' }
  | { readonly op: 'binary'; readonly operator: ArithmeticOperator }
  | { readonly op: 'add-in-place' }
  | { readonly op: 'compare'; readonly operator: Comparison }
  | { readonly op: 'jump'; readonly to: Label }
  /** Takes the value off the stack. */
  | { readonly op: 'branch'; readonly when: boolean; readonly to: Label }
  /** Jumps and keeps the value, or takes it off the stack. */
  | { readonly op: 'keep'; readonly when: boolean; readonly to: Label }
  | { readonly op: 'subscript' }
  /** value lower upper step → part */
  | { readonly op: 'slice' }
  | { readonly op: 'attribute'; readonly name: string }
  | { readonly op: 'iterate' }
  /** Puts the next item over the iterator, or takes that off and jumps. */
  | { readonly op: 'next'; readonly to: Label }
  /** Puts the items of a value on the stack, the first one on top; `after` is undefined where no name has a star. */
  | { readonly op: 'unpack'; readonly before: number; readonly after: number | undefined }
  | { readonly op: 'new-list' }
  /** To the list that lies `depth` under the value. */
  | { readonly op: 'append'; readonly depth: number }
  | { readonly op: 'extend' }
  | { readonly op: 'to-tuple' }
  | { readonly op: 'new-dict' }
  /** Key and value into the dict that lies `depth` under the key. */
  | { readonly op: 'put'; readonly depth: number }
  | { readonly op: 'merge' }
  | { readonly op: 'format'; readonly conversion: 's' | 'r' | 'a' | undefined; readonly hasSpec: boolean }
  | { readonly op: 'join'; readonly count: number }
  | { readonly op: 'new-arguments' }
  | { readonly op: 'pass' }
  | { readonly op: 'pass-all' }
  | { readonly op: 'pass-named'; readonly name: string }
  | { readonly op: 'pass-all-named' }
  /** callee arguments → value. `isIterated`: what it gives is gone through at once. */
  | { readonly op: 'call'; readonly isIterated: boolean }

export interface LoweredPlan {
  readonly instructions: readonly Instruction[]
  readonly slotCount: number
}
