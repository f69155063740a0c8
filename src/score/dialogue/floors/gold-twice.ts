import { goldTurnOf, type NullAgent, playTurns } from './null-agent.js'

/** Gold's plan, carried out twice in every turn. */
export const goldTwice: NullAgent = {
  id: 'gold-twice',
  kind: 'control',
  play: (request) =>
    playTurns(request, (goldTurn) => {
      const { trace, sought, saves } = goldTurnOf(goldTurn)
      const again = trace.map((call) => ({
        ...call,
        producers: Object.fromEntries(
          Object.entries(call.producers).map(([name, makers]) => [
            name,
            makers.map((maker) => (typeof maker === 'number' ? maker + trace.length : maker)),
          ]),
        ),
      }))
      return { trace: [...trace, ...again], sought: [...sought, ...sought], saves }
    }),
}
