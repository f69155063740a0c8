import type { ToolResult } from './tool-result.js'

/**
 * A value that a plan handles; never changed once made. Python's `int` is a bigint, its `float` a number, so that 5 and
 * 5.0 stay apart.
 */
export type PlanValue = null | boolean | bigint | number | string | PlanSequence | PlanDict | ToolResult

export interface PlanSequence {
  readonly kind: 'list' | 'tuple'
  readonly items: readonly PlanValue[]
}

export interface PlanDict {
  readonly kind: 'dict'
  /** In order of insertion; no two keys are equal as Python compares them. */
  readonly entries: readonly (readonly [key: PlanValue, value: PlanValue])[]
}
