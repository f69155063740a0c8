import type { Meter } from './meter.js'
import { PlanFault } from './plan-fault.js'

/** Bits of the largest integer. Everything that is counted in a dialogue has fewer than 64. */
const MOST_BITS = 65_536

/** From here on a product or a power may be too large. */
const SMALL = 2n ** 64n

/** Bits without the sign; exact up to three bits. */
export function bitsOf(value: bigint): number {
  if (value < SMALL && value > -SMALL)
    return value === 0n ? 0 : Math.floor(Math.log2(Number(value < 0n ? -value : value))) + 1
  return (value < 0n ? -value : value).toString(16).length * 4
}

/** An integer that was made. @throws {PlanFault} `limit` when it is too large. */
export function held(value: bigint, meter: Meter): bigint {
  if (value < SMALL && value > -SMALL) return value
  const bits = bitsOf(value)
  meter.take(bits / 8 + 24)
  meter.work(bits / 64)
  if (bits > MOST_BITS) throw tooLarge()
  return value
}

export function multiply(a: bigint, b: bigint, meter: Meter): bigint {
  const [bitsA, bitsB] = [bitsOf(a), bitsOf(b)]
  if (bitsA + bitsB > MOST_BITS + 8) throw tooLarge()
  meter.work((bitsA / 64) * (bitsB / 64))
  return held(a * b, meter)
}

/** @param exponent not negative. */
export function power(base: bigint, exponent: bigint, meter: Meter): bigint {
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  const bits = Math.max(1, bitsOf(base) - 4)
  if (exponent > MOST_BITS || bits * Number(exponent) > MOST_BITS) throw tooLarge()
  meter.work((bits * Number(exponent)) / 64 + (bits * Number(exponent)) ** 2 / 65_536)
  return held(base ** exponent, meter)
}

/** Rounded down, as Python does. */
export function floorDivide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw divisionByZero('integer division or modulo by zero')
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

/** With the sign of the divisor. */
export function modulo(a: bigint, b: bigint): bigint {
  if (b === 0n) throw divisionByZero('integer modulo by zero')
  const rest = a % b
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest
}

/** The float nearest to the quotient, also where neither integer is one. */
export function trueDivide(a: bigint, b: bigint): number {
  if (b === 0n) throw divisionByZero('division by zero')
  const [x, y] = [Number(a), Number(b)]
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return x / y
  const isNegative = a < 0n !== b < 0n
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b]
  if (top === 0n) return isNegative ? -0 : 0
  // 66 bits of the quotient and one that tells of the rest round as the whole would.
  const shift = 66 - (exactBits(top) - exactBits(bottom))
  const scaled = shift >= 0 ? top << BigInt(shift) : top
  const divisor = shift >= 0 ? bottom : bottom << BigInt(-shift)
  const quotient = scaled / divisor
  const sticky = scaled % divisor === 0n ? quotient : quotient | 1n
  const magnitude = scale(sticky, -shift)
  if (!Number.isFinite(magnitude)) throw overflow('integer division result too large for a float')
  return isNegative ? -magnitude : magnitude
}

/** The float nearest to value · 2^exponent, rounded once; the value has 65 bits or more. */
function scale(value: bigint, exponent: number): number {
  const bits = exactBits(value)
  // Below the normal range fewer bits are kept; dropping them first would round twice.
  const kept = Math.min(53, bits + exponent + 1074)
  if (kept < 0) return 0
  const dropped = BigInt(bits - kept)
  const half = 1n << (dropped - 1n)
  let top = value >> dropped
  const rest = value & ((1n << dropped) - 1n)
  if (rest > half || (rest === half && (top & 1n) === 1n)) top += 1n
  const power = exponent + Number(dropped)
  // In two steps, since 2^power alone may be out of range.
  const part = Math.trunc(power / 2)
  return Number(top) * 2 ** part * 2 ** (power - part)
}

function exactBits(value: bigint): number {
  return value.toString(2).length
}

/** @throws {PlanFault} `arithmetic` where a float cannot be that large. */
export function toFloat(value: bigint): number {
  const float = Number(value)
  if (Number.isFinite(float)) return float
  throw overflow('int too large to convert to float')
}

export function divisionByZero(message: string): PlanFault {
  return new PlanFault('arithmetic', `ZeroDivisionError: ${message}`)
}

export function overflow(message: string): PlanFault {
  return new PlanFault('arithmetic', `OverflowError: ${message}`)
}

function tooLarge(): PlanFault {
  return new PlanFault('limit', `An integer of more than ${MOST_BITS} bits.`)
}
