import { type NullAgent, playTurns } from './null-agent.js'

/** Says nothing, ever. */
export const silentAgent: NullAgent = {
  id: 'silent',
  kind: 'floor',
  play: (request) => playTurns(request, () => undefined),
}
