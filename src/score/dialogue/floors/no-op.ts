import { type NullAgent, playTurns } from './null-agent.js'

/** Says in every turn that nothing is to be done. */
export const noOpAgent: NullAgent = {
  id: 'no-op',
  kind: 'floor',
  play: (request) => playTurns(request, () => ({ trace: [] })),
}
