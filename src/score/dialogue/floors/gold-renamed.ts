import { goldTurnOf, type NullAgent, playTurns } from './null-agent.js'

/** Gold with other names for everything that it saves. Must score as gold does. */
export const goldRenamed: NullAgent = {
  id: 'gold-renamed',
  kind: 'control',
  isGold: true,
  play: (request) =>
    playTurns(request, (goldTurn) => {
      const { trace, sought, saves } = goldTurnOf(goldTurn)
      return { trace, sought, saves: saves.map((record) => ({ ...record, key: `renamed_${record.key}` })) }
    }),
}
