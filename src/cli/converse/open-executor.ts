import { executePlan } from '../../agent/execute-plan.js'
import type { PlanExecutor } from '../../run/converse/play-turn.js'

export interface OpenedExecutor {
  readonly execute: PlanExecutor
  close(): void
}

/**
 * What carries out plans in Python: the interpreter of this process, or Monty in processes of its own.
 *
 * @throws {InputError} `executor-missing` where Monty is not installed.
 */
export async function openExecutor(executor: 'tree' | 'monty'): Promise<OpenedExecutor> {
  if (executor === 'tree') return { execute: executePlan, close: () => undefined }
  const { openMonty } = await import('../../adapters/monty/monty-executor.js')
  return openMonty()
}
