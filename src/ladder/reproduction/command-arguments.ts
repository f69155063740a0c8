import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { wordsOfName } from '../../text/shingles.js'

/** Arguments that take a command line. */
export interface CommandArguments {
  has(tool: string, argument: string): boolean
}

const NAMES: ReadonlySet<string> = new Set([
  'cmd',
  'command',
  'commands',
  'shell',
  'bash',
  'cmdline',
  'script',
])
/** Programs with which everyday commands begin. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `awk cat cd chmod chown cp crontab curl cut date dd df dig dmesg docker du echo env find free git grep head history hostname
  id ifconfig ip iptables journalctl kill kubectl last ls lsof mkdir mount mv netstat nmap ping pgrep pkill ps pwd rm route sed
  service sort ss ssh stat sudo systemctl tail tar top touch tr uname uniq uptime users vmstat w wc wget which who whoami`.split(
    /\s+/,
  ),
)
/** From so many distinct values on their first words tell. */
const LEAST_VALUES = 5
const LEAST_SHARE = 0.6

/** Which arguments take commands: by their name, or because most of their values begin with a program. */
export function commandArguments(examples: Iterable<CorpusExample>): CommandArguments {
  const values = new Map<string, Set<string>>()
  const named = new Set<string>()
  for (const { answer } of examples) {
    for (const { name, arguments: given } of answer.calls) {
      for (const [argument, value] of Object.entries(given)) {
        if (typeof value !== 'string') continue
        const key = JSON.stringify([name, argument])
        values.set(key, (values.get(key) ?? new Set()).add(value))
        if (wordsOfName(argument).some((word) => NAMES.has(word))) named.add(key)
      }
    }
  }
  for (const [key, distinct] of values) {
    if (distinct.size < LEAST_VALUES) continue
    let programs = 0
    for (const value of distinct) if (PROGRAMS.has(/^\s*(\S+)/.exec(value)?.[1] ?? '')) programs++
    if (programs >= LEAST_SHARE * distinct.size) named.add(key)
  }
  return { has: (tool, argument) => named.has(JSON.stringify([tool, argument])) }
}
