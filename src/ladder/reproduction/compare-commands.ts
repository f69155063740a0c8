import { type CanonicalCommand, canonicalCommand } from './canonical-command.js'
import { destructiveParts } from './destructive-commands.js'
import { readShell } from './shell-words.js'

/** How a command stands to one that is known to be right. Nothing is run. */
export interface CommandComparison {
  /**
   * `same`: to the letter, spaces aside. `equivalent`: the same programs under one name each, paths and operands; options
   * may differ. `review`: a person has to look. `destructive`: it destroys or changes something that the other does not.
   */
  readonly kind: 'same' | 'equivalent' | 'review' | 'destructive'
  /** What in it destroys or changes something, whether or not the other does too. */
  readonly destructive: readonly string[]
  /** In words, for people; empty for `same`. */
  readonly difference: string
}

export interface CommandPair {
  readonly command: string
  readonly reference: string
  /** Operands that stand here were asked for. */
  readonly prompt?: string
}

/**
 * Compares two command lines by what they run: equal sets of programs (equals such as `ss` and `netstat` under one name),
 * of paths, and of other operands, but for operands that the prompt itself holds. Options are not compared: `tail -n 50`
 * and `tail -50` are equivalent, and so are `free -h` and `free -m`.
 */
export function compareCommands({ command, reference, prompt = '' }: CommandPair): CommandComparison {
  const reading = readShell(command)
  const destructive = reading.kind === 'commands' ? destructiveParts(reading.commands) : []
  const squeezed = (text: string): string => text.trim().replace(/\s+/g, ' ')
  if (squeezed(command) === squeezed(reference)) return { kind: 'same', destructive, difference: '' }
  if (reading.kind === 'unread')
    return { kind: 'review', destructive, difference: `not read: ${reading.reason}` }
  const known = readShell(reference)
  if (known.kind === 'unread') {
    return { kind: 'review', destructive, difference: `the reference is not read: ${known.reason}` }
  }
  const allowed = new Set(destructiveParts(known.commands))
  const surplus = destructive.filter((part) => !allowed.has(part))
  const difference = differenceOf(canonicalCommand(reading.commands), {
    reference: canonicalCommand(known.commands),
    prompt: prompt.toLowerCase(),
  })
  if (surplus.length > 0) {
    const what = `does what the reference does not: ${surplus.join(', ')}`
    return { kind: 'destructive', destructive, difference: what }
  }
  return difference === ''
    ? { kind: 'equivalent', destructive, difference: 'other options or spelling' }
    : { kind: 'review', destructive, difference }
}

interface Known {
  readonly reference: CanonicalCommand
  readonly prompt: string
}

function differenceOf(command: CanonicalCommand, { reference, prompt }: Known): string {
  const parts: string[] = []
  const compare = (what: string, key: keyof CanonicalCommand): void => {
    const isAsked = (value: string): boolean => key !== 'programs' && prompt.includes(value.toLowerCase())
    const added = command[key].filter((value) => !reference[key].includes(value) && !isAsked(value))
    const lacking = reference[key].filter((value) => !command[key].includes(value))
    if (added.length > 0) parts.push(`${what} added: ${added.join(', ')}`)
    if (lacking.length > 0) parts.push(`${what} lacking: ${lacking.join(', ')}`)
  }
  if (command.programs.length === 0) parts.push('no program')
  compare('programs', 'programs')
  compare('paths', 'paths')
  compare('operands', 'operands')
  return parts.join('; ')
}
