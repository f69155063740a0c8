import { MIN_EFFECTIVE_CLUSTERS } from '../../score/mean-score.js'
import type { Score, ScoredValue } from '../../score/score.js'

/** Measures that are named before a note. */
const NAMED = 4

/**
 * Footnotes for the values that a table marks with a star: what they lack, how many there are and how many it would take.
 * Where several notes stand together, each names its measures.
 */
export function intervalNotes(scores: readonly Score[]): readonly string[] {
  const notes = new Map<string, Set<string>>()
  for (const score of scores) {
    if (score.kind !== 'scored' || score.intervalNote === undefined) continue
    const note = noteOf(score, score.intervalNote)
    const name = score.k === undefined ? score.metric : `${score.metric}@${score.k}`
    notes.set(note, (notes.get(note) ?? new Set()).add(name))
  }
  return Array.from(notes, ([note, names]) => {
    if (notes.size === 1) return `* ${note.charAt(0).toUpperCase()}${note.slice(1)}.`
    const shown = [...names].slice(0, NAMED).join(', ')
    return `* ${shown}${names.size > NAMED ? ', …' : ''}: ${note}.`
  })
}

function noteOf(score: ScoredValue, intervalNote: string): string {
  const { n, clusters = n, effectiveClusters = n, itemInterval } = score
  if (effectiveClusters >= MIN_EFFECTIVE_CLUSTERS) return intervalNote
  const shown =
    itemInterval === undefined ? 'none is shown' : 'the one that is shown speaks of these items only'
  const effective = Math.round(effectiveClusters * 10) / 10
  const there =
    clusters < n
      ? `${MIN_EFFECTIVE_CLUSTERS} effective clusters, and the ${clusters} here count as ${effective}`
      : `${MIN_EFFECTIVE_CLUSTERS} items, and n is ${n}`
  return `an interval that reaches beyond these items takes ${there}; ${shown}`
}
