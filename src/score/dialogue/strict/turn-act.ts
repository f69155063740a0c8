import type { JudgedTurn } from './judged-turn.js'

/** What a turn does. `none`: nothing was said, nothing that could be read as a plan, or a plan that failed before any call. */
export type TurnAct = 'call' | 'seek' | 'call+seek' | 'noop' | 'none'

/** In the order of tables; gold knows no `none`. */
export const goldActs = ['call', 'seek', 'call+seek', 'noop'] as const satisfies readonly TurnAct[]

export function actOf({ calls, isReadable, error }: JudgedTurn): TurnAct {
  if (!isReadable || (error !== undefined && calls.length === 0)) return 'none'
  const hasSeek = calls.some(({ role }) => role === 'seek')
  const hasCall = calls.some(({ role }) => role !== 'seek')
  if (hasSeek) return hasCall ? 'call+seek' : 'seek'
  return hasCall ? 'call' : 'noop'
}
