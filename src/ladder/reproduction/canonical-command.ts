import { baseName } from './destructive-commands.js'
import { readShell, type ShellCommand } from './shell-words.js'

/** What a command line comes to: programs under one name each, and what they are pointed at. */
export interface CanonicalCommand {
  /** Distinct, sorted. Programs that only cut or show what a pipe hands them are left out. */
  readonly programs: readonly string[]
  /** Distinct paths among operands and redirections, sorted; `/dev/null` is none. */
  readonly paths: readonly string[]
  /** Other operands: patterns, names, numbers; distinct, sorted. */
  readonly operands: readonly string[]
}

/** Programs that shorten or order what comes through a pipe. */
const SHOWING: ReadonlySet<string> = new Set(['head', 'tail', 'less', 'more', 'cat', 'sort', 'column'])
/** Programs that start another. */
const PREFIXES: ReadonlySet<string> = new Set([
  'sudo',
  'doas',
  'nohup',
  'time',
  'nice',
  'env',
  'command',
  'builtin',
])
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])

/** Options that take a value, by program: the word after them is no operand. */
const VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  head: new Set(['-n', '-c', '--lines', '--bytes']),
  tail: new Set(['-n', '-c', '--lines', '--bytes']),
  journalctl: new Set(['-n', '--lines', '--since', '--until', '-o']),
  ps: new Set(['--sort', '-o']),
  find: new Set(['-maxdepth', '-mindepth']),
  last: new Set(['-n']),
  du: new Set(['-d', '--max-depth']),
  sort: new Set(['-k', '-t']),
  cut: new Set(['-d', '-f']),
  top: new Set(['-n', '-b', '-d']),
  grep: new Set(['-m', '-A', '-B', '-C']),
}

/**
 * Programs that answer the same question. The first words decide, options left out; the longest rule that fits wins.
 * What is left of the words stays as operands.
 */
const SAME: readonly (readonly [string, string])[] = [
  ['ss', 'sockets'],
  ['netstat -r', 'ip route'],
  ['netstat -rn', 'ip route'],
  ['netstat -i', 'ip link'],
  ['netstat', 'sockets'],
  ['ifconfig', 'ip addr'],
  ['ip a', 'ip addr'],
  ['ip a show', 'ip addr'],
  ['ip addr', 'ip addr'],
  ['ip addr show', 'ip addr'],
  ['ip address', 'ip addr'],
  ['ip address show', 'ip addr'],
  ['route', 'ip route'],
  ['ip r', 'ip route'],
  ['ip route', 'ip route'],
  ['ip route show', 'ip route'],
  ['ip link', 'ip link'],
  ['ip link show', 'ip link'],
  ['arp', 'ip neigh'],
  ['ip n', 'ip neigh'],
  ['ip neigh', 'ip neigh'],
  ['ip neigh show', 'ip neigh'],
  ['whoami', 'user name'],
  ['id -un', 'user name'],
  ['groups', 'group names'],
  ['id -Gn', 'group names'],
  ['arch', 'uname -m'],
  ['uname -m', 'uname -m'],
  ['egrep', 'grep'],
  ['fgrep', 'grep'],
  ['ll', 'ls'],
  ['dir', 'ls'],
  ['vdir', 'ls'],
  ['gawk', 'awk'],
  ['mawk', 'awk'],
  ['python', 'python3'],
  ['nslookup', 'dig'],
  ['host', 'dig'],
  ['type', 'which'],
  ['printenv', 'env'],
  ['lsb_release', 'release'],
  ['tac', 'cat'],
]

const SAME_BY_FIRST: ReadonlyMap<string, readonly (readonly [readonly string[], string])[]> = (() => {
  const map = new Map<string, (readonly [readonly string[], string])[]>()
  for (const [from, to] of SAME) {
    const words = from.split(' ')
    const first = words[0] as string // every rule has a word
    map.set(first, [...(map.get(first) ?? []), [words, to]])
  }
  for (const rules of map.values()) rules.sort((left, right) => right[0].length - left[0].length)
  return map
})()

export function canonicalCommand(commands: readonly ShellCommand[]): CanonicalCommand {
  const programs = new Set<string>()
  const paths = new Set<string>()
  const operands = new Set<string>()
  const lines = unwrapped(commands)
  for (const [index, command] of lines.entries()) {
    const isFed = lines[index - 1]?.connector === '|'
    const { name, rest } = named(command)
    const { given, isOnlyOptions } = operandsOf(name, rest)
    const feedsNext = name === 'cat' && command.connector === '|' && lines[index + 1] !== undefined
    const isShowing = (isFed && SHOWING.has(name) && isOnlyOptions) || feedsNext
    if (name !== '' && !isShowing) programs.add(name)
    for (const operand of given) (isPath(operand) ? paths : operands).add(operand)
    for (const { target } of command.redirections) {
      if (isPath(target) && !target.startsWith('/dev/')) paths.add(target)
    }
  }
  const sorted = (values: ReadonlySet<string>): readonly string[] => [...values].sort()
  return { programs: sorted(programs), paths: sorted(paths), operands: sorted(operands) }
}

/** Without `sudo` and its like, and with what `sh -c` is given read as commands. */
function unwrapped(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  return commands.flatMap((command): readonly ShellCommand[] => {
    let { program, words } = command
    while (PREFIXES.has(baseName(program))) {
      const at = words.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word))
      if (at === -1) break
      program = words[at] as string // found
      words = words.slice(at + 1)
    }
    const at = words.indexOf('-c')
    const inner = SHELLS.has(baseName(program)) && at !== -1 ? words[at + 1] : undefined
    const reading = inner === undefined ? undefined : readShell(inner)
    if (reading?.kind === 'commands') return reading.commands
    return [{ ...command, program, words }]
  })
}

function named({ program, words }: ShellCommand): {
  readonly name: string
  readonly rest: readonly string[]
} {
  const base = baseName(program)
  const all = [base, ...words]
  for (const [rule, name] of SAME_BY_FIRST.get(base) ?? []) {
    if (rule.every((word, at) => all[at] === word)) return { name, rest: all.slice(rule.length) }
  }
  return { name: base, rest: words }
}

/** What is no option, nor the value of one. */
function operandsOf(
  name: string,
  words: readonly string[],
): { readonly given: readonly string[]; readonly isOnlyOptions: boolean } {
  const valued = Object.hasOwn(VALUED, name) ? VALUED[name] : undefined
  const given: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string // in range
    if (valued?.has(word)) at++
    else if (word !== '-' && word.startsWith('-')) continue
    else given.push(operandText(name, word))
  }
  return { given, isOnlyOptions: given.length === 0 }
}

/** `date +%F` and `date +%Y-%m-%d` say the same. */
function operandText(name: string, word: string): string {
  if (name !== 'date' || !word.startsWith('+')) return word
  return word.replaceAll('%F', '%Y-%m-%d').replaceAll('%T', '%H:%M:%S').replaceAll('%R', '%H:%M')
}

function isPath(word: string): boolean {
  return /^(?:~|\.{0,2})\/|^~$|^\.{1,2}$/.test(word)
}
