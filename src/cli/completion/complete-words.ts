import type { Command, Option } from 'commander'

export interface Candidate {
  readonly value: string
  /** On one line. */
  readonly description?: string
}

/** What may stand at a place. */
export interface Offer {
  readonly candidates: readonly Candidate[]
  /** Whether a path may stand there as well. */
  readonly isFile: boolean
}

/** Where values come from that the commands themselves do not list. */
export interface ValueSource {
  /** For an option by its long name, e.g. `dialect`, of a command, e.g. `catalog import`; undefined where nothing is known. */
  option(name: string, command: string): Offer | undefined | Promise<Offer | undefined>
  argument(name: string, command: string): Offer | undefined | Promise<Offer | undefined>
}

const FILES: Offer = { candidates: [], isFile: true }

/**
 * What may stand in place of the last word, after the words before it.
 *
 * @param words without the name of the program; the last one is being typed and may be empty.
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  values: ValueSource,
): Promise<Offer> {
  const current = words.at(-1) ?? ''
  const { command, path, used, pending, place } = walk(program, words.slice(0, -1))
  // A command whose name may be left out: `score RUN` is `score run RUN`.
  const usual = place === 0 ? usualOf(command) : undefined
  if (pending !== undefined) return beginning(current, await optionOffer(pending, path, values))
  const assigned = /^(--[a-z0-9-]+)=(.*)$/s.exec(current)
  if (assigned !== null) {
    const option = command.options.find(({ long }) => long === assigned[1])
    return option === undefined
      ? FILES
      : beginning(assigned[2] ?? '', await optionOffer(option, path, values))
  }
  if (current.startsWith('-')) return beginning(current, flagsOf(usual ?? command, used))
  const commands = place === 0 ? commandsOf(command) : []
  const { registeredArguments: all } = usual ?? command
  const argument = all[Math.min(place, all.length - 1)]
  const isPast = place >= all.length && argument?.variadic !== true
  if (argument === undefined || isPast) return beginning(current, { candidates: commands, isFile: false })
  const offer = argument.argChoices
    ? { candidates: argument.argChoices.map((value) => ({ value })), isFile: false }
    : ((await values.argument(argument.name(), path)) ?? FILES)
  return beginning(current, { ...offer, candidates: [...commands, ...offer.candidates] })
}

interface Walked {
  readonly command: Command
  /** Names from the program on, e.g. `catalog import`. */
  readonly path: string
  /** Long names of flags that were given. */
  readonly used: ReadonlySet<string>
  /** The option whose value is being typed. */
  readonly pending: Option | undefined
  /** Arguments that were given. */
  readonly place: number
}

function walk(program: Command, words: readonly string[]): Walked {
  let command = program
  const path: string[] = []
  const used = new Set<string>()
  let pending: Option | undefined
  let place = 0
  for (const word of words) {
    if (pending !== undefined) {
      pending = undefined
      continue
    }
    if (word.startsWith('-') && word !== '-') {
      const [flag = ''] = word.split('=', 1)
      const option = command.options.find(({ long, short }) => long === flag || short === flag)
      if (option?.long) used.add(option.long)
      if (option !== undefined && takesValue(option) && !word.includes('=')) pending = option
      continue
    }
    const inner =
      place === 0
        ? command.commands.find((one) => one.name() === word || one.aliases().includes(word))
        : undefined
    const usual = inner ?? (place === 0 ? usualOf(command) : undefined)
    if (inner === undefined) {
      place++
      if (usual === undefined) continue
      command = usual
      path.push(usual.name())
    } else {
      command = inner
      path.push(inner.name())
    }
  }
  return { command, path: path.join(' '), used, pending, place }
}

/** The command within a command that is meant where none is named. */
function usualOf(command: Command): Command | undefined {
  // Commander tells of it in no other way.
  const { _defaultCommandName: name } = command as unknown as { readonly _defaultCommandName?: string | null }
  return command.commands.find((one) => one.name() === name)
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

async function optionOffer(option: Option, path: string, values: ValueSource): Promise<Offer> {
  if (option.argChoices) return { candidates: option.argChoices.map((value) => ({ value })), isFile: false }
  return (await values.option(option.long?.slice(2) ?? '', path)) ?? FILES
}

function flagsOf(command: Command, used: ReadonlySet<string>): Offer {
  const flags = command.options
    .filter(({ hidden, long, parseArg }) => !hidden && long && (!used.has(long) || isRepeatable(parseArg)))
    .map(({ long, description }) => ({ value: long ?? '', description }))
  return { candidates: [...flags, { value: '--help', description: 'show help' }], isFile: false }
}

/** A parser that is handed what was given before collects. */
function isRepeatable(parse: ((value: string, previous: never) => unknown) | undefined): boolean {
  return parse !== undefined && parse.name === 'repeated'
}

function commandsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), description: one.summary() || one.description() }))
}

function beginning(current: string, { candidates, isFile }: Offer): Offer {
  const seen = new Set<string>()
  return {
    candidates: candidates.filter(({ value }) => {
      if (!value.startsWith(current) || seen.has(value)) return false
      seen.add(value)
      return true
    }),
    isFile,
  }
}

/** Values that every shell takes as they stand: bash expands those that it is offered. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/

/**
 * Lines that the scripts read: a value, a tab and its description; last a colon and 4 where no path may stand there. What
 * a shell could take for more than a word is left out.
 */
export function printedOffer({ candidates, isFile }: Offer): string {
  const lines = candidates
    .filter(({ value }) => PLAIN.test(value))
    .map(({ value, description = '' }) => `${value}\t${firstSentence(description)}`)
  return `${[...lines, isFile ? ':0' : ':4'].join('\n')}\n`
}

function firstSentence(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
