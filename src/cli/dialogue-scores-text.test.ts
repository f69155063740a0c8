import { describe, expect, it } from 'vitest'
import { innDialogue, innWorld, playedTurn } from '../../test/generators/inn-world.js'
import { scoreDialogues } from '../score/dialogue/score-dialogues.js'
import { textOfDialogueScores } from './dialogue-scores-text.js'

const gold = [
  playedTurn(1, [{ tool: 'search_inns', arguments: { town: 'Ulm', arrival: '2031-05-01' } }]),
  playedTurn(3, []),
]
const silent = gold.map((turn) => ({ ...turn, steps: [], cacheAfter: turn.cacheBefore }))

function scoresOf(turns: typeof gold, templates = 24) {
  const dialogues = Array.from({ length: templates }, (_, place) => ({
    dialogue: innDialogue(`d${place}`, [{}, {}], {
      category: place % 2 === 0 ? 'inns' : 'cafes',
      template: `t${place}`,
    }),
    gold,
    turns,
  }))
  return scoreDialogues({
    world: innWorld,
    running: 'teacher-forced',
    dialogues,
    settings: { resamples: 100 },
  })
}

describe('textOfDialogueScores', () => {
  it('shows subjects side by side, each with its interval, and floors once', () => {
    const text = textOfDialogueScores([
      { label: 'gold', scores: scoresOf(gold) },
      { label: 'silent', scores: scoresOf(silent) },
    ])
    expect(text).toMatch(
      /turn-correct +100\.0 \[86\.2, 100\.0\] > +0\.0 \[0\.0, 13\.8\] < +[\d.]+ no-op +24\n/,
    )
    expect(text).toMatch(/^silent +inns +0\.0/m)
    expect(text).toMatch(/^gold-renamed +100\.0/m)
    // Nobody made an error of any class.
    expect(text).not.toContain('fault-')
    expect(text).toMatch(/tool-precision +100\.0 .*unscored: gave no calls in 2 of 2/)
  })
  it('marks what speaks of these dialogues only', () => {
    const text = textOfDialogueScores([{ label: 'gold', scores: scoresOf(gold, 6) }])
    expect(text).toMatch(/turn-correct +100\.0\*/)
    expect(text).toContain('* no interval beyond these dialogues: too few')
  })
  it('is empty without subjects, and tame for a hostile label', () => {
    expect(textOfDialogueScores([])).toBe('')
    expect(textOfDialogueScores([{ label: '\u001b[31mred', scores: scoresOf(gold, 2) }])).not.toContain(
      '\u001b',
    )
  })
})
