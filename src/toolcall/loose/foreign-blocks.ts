import type { Dialect } from '../dialect.js'
import type { Repair } from '../parsed-call.js'
import type { LooseReading, RawCall } from '../scan/block.js'
import { Masks } from '../scan/masks.js'
import type { Scan } from '../scan/scan.js'
import type { Walk } from '../scan/walk.js'
import type { Attempt, AttemptContext } from './attempt-type.js'
import { ofBlocks, withText } from './block-reading.js'
import { holdsLookAlike, restoreMarkers } from './marker-spelling.js'
import { resolveName } from './resolve-name.js'

/** Markers of a dialect that nobody chose are looked at this often before they are taken for words. */
const PATIENCE = 1_000

/** Blocks of another dialect that are looked into. */
const MAX_FOREIGN = 256

/** A block of another dialect: the reading of most calls, then of fewest repairs; of equals the first in the list. */
export function ofOtherDialect(
  scan: Scan,
  walk: Walk,
  { dialect, dialects }: AttemptContext,
): Attempt | undefined {
  let best: Attempt | undefined
  const present = presentTriggers(scan, dialects)
  if (present.size === 0) return undefined
  for (const other of dialects) {
    if (other === dialect || other.isApi || !other.trigger.some((trigger) => present.has(trigger))) continue
    // What the own reading took for a mention of a shared trigger is one.
    if (other.trigger.some((trigger) => dialect?.trigger.includes(trigger))) continue
    const text = other.trigger.some((trigger) => scan.text.includes(trigger))
      ? scan.text
      : restoreMarkers(scan, other.markers)
    if (text === undefined) continue
    const alone = withText(scan, text, PATIENCE)
    const { blocks } = other.parse(alone)
    const within = blocks.filter(({ start }) => start >= walk.start && start < walk.end).slice(0, MAX_FOREIGN)
    const recoveredHere = within.length === 0 ? other.recover?.(alone, new Masks(alone, walk)) : undefined
    if (within.length === 0 && recoveredHere === undefined) continue
    const attempt =
      recoveredHere === undefined
        ? ofBlocks(alone, within, other)
        : { reading: recoveredHere, isOpen: false, isForeign: true }
    const { calls, repairs } = attempt.reading
    if (!calls.every((call) => isPlausible(scan, call))) continue
    if (best !== undefined && !isBetter(attempt.reading, best.reading)) continue
    const repair: Repair = { code: 'foreign-dialect', at: within[0]?.start ?? 0, what: other.id }
    best = {
      ...attempt,
      isForeign: true,
      reading: { calls, repairs: calls.length === 0 ? [] : [repair, ...repairs] },
    }
  }
  return best
}

function isBetter(left: LooseReading, right: LooseReading): boolean {
  if (left.calls.length !== right.calls.length) return left.calls.length > right.calls.length
  // The reading at hand bears the name of its dialect as a repair already.
  return left.repairs.length + 1 < right.repairs.length
}

const knownTriggers = new WeakMap<readonly Dialect[], ReadonlySet<string>>()

/** Which triggers occur, in whatever spelling. Many dialects share one, and long texts cost. */
function presentTriggers(scan: Scan, dialects: readonly Dialect[]): ReadonlySet<string> {
  let all = knownTriggers.get(dialects)
  if (all === undefined) {
    all = new Set(dialects.flatMap(({ trigger }) => trigger))
    knownTriggers.set(dialects, all)
  }
  const { text } = scan
  const present = new Set<string>()
  for (const trigger of all) {
    if (text.includes(trigger)) present.add(trigger)
    else if (text.includes(trigger.charAt(0)) && holdsLookAlike(scan, trigger)) present.add(trigger)
  }
  return present
}

/** A stray word between tags of a dialect that nobody chose is no call. */
function isPlausible({ tools }: Scan, { name, arguments: args }: RawCall): boolean {
  if (Object.keys(args).length > 0 || tools.schemaOf(name) !== undefined) return true
  return resolveName(name, tools).repair !== undefined
}
