import { entityWords, readOnlyPrograms } from '../../ladder/batteries/entity-words.js'
import {
  type EntityPlace,
  NewEntities,
  type NewEntitiesOptions,
} from '../../ladder/batteries/new-entities.js'

/** Candidates that are looked at before a place is given up. */
const MAX_TRIES = 60

/** Half of the words and programs that values are made of. */
const LEFT: readonly string[] = [...entityWords, ...readOnlyPrograms].filter((_, at) => at % 2 === 1)
const LEFT_WORDS: ReadonlySet<string> = new Set(LEFT)

/**
 * New values for training, each at most once. About half of all values are left out, so that the ladder, which rejects
 * whatever training holds, finds as many: every second word of our list, one of the three ranges of addresses, and of
 * all other values those with an odd checksum.
 */
export class TrainingEntities {
  readonly #made: NewEntities

  constructor(options: NewEntitiesOptions) {
    this.#made = new NewEntities(options)
  }

  /** Values that were refused because training or evaluation holds them or one like them. */
  get rejected(): number {
    return this.#made.rejected
  }

  isFixed(place: EntityPlace): boolean {
    return this.#made.isFixed(place)
  }

  make(place: EntityPlace): string | undefined {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const value = this.#made.make(place)
      if (value === undefined || isForTraining(value)) return value
    }
    return undefined
  }
}

/** Whether a value is of the half that may be trained on. */
export function isForTraining(value: string): boolean {
  if (value.startsWith('203.0.113.')) return false
  const words = value.toLowerCase().match(/[a-z]{4,}/g) ?? []
  if (words.some((word) => LEFT_WORDS.has(word))) return false
  const isOfWords = words.some((word) => WORDS.has(word))
  return isOfWords || checksum(value.toLowerCase()) % 2 === 0
}

const WORDS: ReadonlySet<string> = new Set([...entityWords, ...readOnlyPrograms])

/** FNV-1a, 32 bits, with its halves folded: the lowest bit alone would be the parity of the characters. */
function checksum(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return ((hash >>> 16) ^ (hash >>> 7)) & 0xffff
}
