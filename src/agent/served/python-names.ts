import { KEYWORDS } from '../python/tokens.js'

/** Functions of plans, which a tool of that name would hide. */
const TAKEN: ReadonlySet<string> = new Set([
  'len',
  'sorted',
  'print',
  'str',
  'int',
  'float',
  'bool',
  'list',
  'dict',
  'range',
])

/**
 * Names of a stranger as Python can write them, in the same order: other characters become `_`, and what is a keyword, taken or
 * there already gets a suffix.
 */
export function pythonNames(names: readonly string[], taken: Iterable<string> = TAKEN): readonly string[] {
  const used = new Set(taken)
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, LONGEST_NAME)
    // Names that begin with two underscores are refused by the executors.
    const safe = /^(?:[0-9]|__|_*$)/.test(plain) ? `tool_${plain.replace(/^_+/, '')}` : plain
    let free = KEYWORDS.has(safe) ? `${safe}_` : safe
    for (let number = 2; used.has(free); number++) free = `${safe}_${number}`
    used.add(free)
    return free
  })
}

/** MCP's own limit is 128. */
const LONGEST_NAME = 128

/** What a tool may not be called beside these. */
export function takenNames(names: Iterable<string>): ReadonlySet<string> {
  return new Set([...TAKEN, ...names])
}
