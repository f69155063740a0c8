import { InputError } from '../errors.js'
import type { Dialect } from './dialect.js'
import type { Block, LooseReading, RawCall } from './scan/block.js'
import type { Masks } from './scan/masks.js'
import type { Scan } from './scan/scan.js'
import type { Walk } from './scan/walk.js'

/**
 * The strict reading of one output by a dialect, which may be a program of the user's own.
 *
 * @throws {InputError} `dialect-broken` where it throws, or gives what is no reading.
 */
export function walkBy(dialect: Dialect, scan: Scan): Walk {
  const walk = guarded(dialect, 'parse', () => dialect.parse(scan))
  if (isWalk(walk)) return walk
  throw broken(dialect, { member: 'parse', how: 'what it gives is no reading with blocks, faults and calls' })
}

/** What the dialect's engine alone can find. @throws {InputError} `dialect-broken`. */
export function recoverBy(dialect: Dialect, scan: Scan, masks: Masks): LooseReading | undefined {
  return guarded(dialect, 'recover', () => dialect.recover?.(scan, masks))
}

function guarded<T>(dialect: Dialect, member: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    const how = `it threw ${cause instanceof Error ? `"${cause.message}"` : String(cause)}`
    throw broken(dialect, { member, how, cause })
  }
}

/** By its types it is one; a dialect from JavaScript was never held against them. */
function isWalk(walk: Walk | undefined): boolean {
  return (
    Array.isArray(walk?.blocks) &&
    Array.isArray(walk.fences) &&
    Array.isArray(walk.reasoningSpans) &&
    walk.blocks.every(isBlock)
  )
}

function isBlock(block: Block | undefined): boolean {
  return (
    typeof block?.start === 'number' &&
    typeof block.end === 'number' &&
    typeof block.level === 'number' &&
    typeof block.payload === 'object' &&
    Array.isArray(block.faults) &&
    Array.isArray(block.calls) &&
    block.calls.every(isCall)
  )
}

function isCall(call: RawCall | undefined): boolean {
  return (
    typeof call?.name === 'string' &&
    typeof call.arguments === 'object' &&
    call.arguments !== null &&
    typeof call.span === 'object'
  )
}

function broken(
  { id }: Dialect,
  { member, how, cause }: { readonly member: string; readonly how: string; readonly cause?: unknown },
): InputError {
  return new InputError({
    code: 'dialect-broken',
    what: `The dialect cannot read this output: ${how}.`,
    where: `the dialect "${id}", ${member}`,
    fix: 'Correct it there: it gives the reading of any text, and never throws.',
    cause,
  })
}
