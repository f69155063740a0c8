import { type CodeRange, type CodeSet, codeSet, MAX_CODE_POINT } from './code-points.js'

const KNOWN = new Map<string, CodeSet>()

/** Whether asking for the property costs a scan of all code points, 5 to 50 ms once per process. */
export function isCostly(name: string): boolean {
  return !KNOWN.has(name)
}

/**
 * The code points with a property of `\p{…}`, e.g. `L`, `Letter`, `Script=Greek`, by the Unicode version of the
 * JavaScript engine. Undefined when it knows none of that name.
 */
export function unicodeProperty(name: string): CodeSet | undefined {
  const known = KNOWN.get(name)
  if (known !== undefined) return known
  if (!/^[A-Za-z0-9_]{1,64}(?:=[A-Za-z0-9_]{1,64})?$/.test(name)) return undefined
  let runs: RegExp
  try {
    // One property repeated: nothing in it can be matched in two ways.
    runs = new RegExp(`\\p{${name}}+`, 'gu')
  } catch {
    return undefined
  }
  const set = scan(runs)
  KNOWN.set(name, set)
  return set
}

/** Divides 0xDC00, so that the last high surrogate and the first low one never stand side by side and make a pair. */
const CHUNK = 0x400
const PLANE = 0x10000

function scan(runs: RegExp): CodeSet {
  const ranges: CodeRange[] = []
  for (let plane = 0; plane <= MAX_CODE_POINT; plane += PLANE) {
    if (isUniform(plane)) scanUniform(plane, { runs, ranges })
    else for (let start = plane; start < plane + PLANE; start += CHUNK) scanChunk(start, { runs, ranges })
  }
  return codeSet(ranges)
}

interface Scan {
  readonly runs: RegExp
  readonly ranges: CodeRange[]
}

function scanChunk(start: number, { runs, ranges }: Scan): void {
  let text = ''
  for (let code = start; code < start + CHUNK; code++) text += String.fromCodePoint(code)
  const units = start < PLANE ? 1 : 2
  runs.lastIndex = 0
  for (const match of text.matchAll(runs)) {
    const first = start + match.index / units
    ranges.push({ first, last: first + match[0].length / units - 1 })
  }
}

/**
 * Planes 4 to 13 are unassigned and 15 and 16 are for private use, all but the last two code points of each: two thirds
 * of all there are.
 */
export function isUniform(plane: number): boolean {
  return (plane >= 0x40000 && plane <= 0xd0000) || plane >= 0xf0000
}

function scanUniform(plane: number, { runs, ranges }: Scan): void {
  const lasts = [plane + PLANE - 2, plane + PLANE - 1]
  if (holds(runs, plane)) ranges.push({ first: plane, last: plane + PLANE - 3 })
  for (const code of lasts) if (holds(runs, code)) ranges.push({ first: code, last: code })
}

function holds(runs: RegExp, code: number): boolean {
  runs.lastIndex = 0
  return runs.test(String.fromCodePoint(code))
}
