import { countText } from '../../text/number-text.js'

/** One program with what it is given. */
export interface ShellCommand {
  /** As written; empty where only variables are set or output is redirected. */
  readonly program: string
  /** Words after the program, quotes undone. */
  readonly words: readonly string[]
  readonly redirections: readonly Redirection[]
  /** `NAME=value` before the program. */
  readonly assignments: readonly string[]
  /** What stands between it and the next command; empty at the end. */
  readonly connector: Connector
  /** Whether its output came from, or goes into, a substitution `$(…)`. */
  readonly isNested: boolean
}

export interface Redirection {
  /** `>`, `>>`, `<`, `2>`, `&>`, … */
  readonly operator: string
  readonly target: string
}

export type Connector = '|' | '&&' | '||' | ';' | '&' | ''

export type ShellReading =
  | { readonly kind: 'commands'; readonly commands: readonly ShellCommand[] }
  /** Something that is not read: an open quote, a loop, a here-document. */
  | { readonly kind: 'unread'; readonly reason: string }

type Token =
  | { readonly kind: 'word'; readonly text: string; readonly isPlain: boolean }
  | { readonly kind: 'connector'; readonly text: Connector }
  | { readonly kind: 'redirection'; readonly text: string }
  | { readonly kind: 'nested'; readonly commands: readonly ShellCommand[] }

/** Longest command that is read; real ones have under 200 characters. */
const MAX_LENGTH = 4000
const MAX_DEPTH = 4

class Unread extends Error {}

/**
 * Divides a command line by the rules of POSIX shells, as far as everyday commands need: words, single and double
 * quotes, backslashes, pipes, lists, redirections, `$(…)` and back quotes. Nothing is expanded and nothing is run.
 * Control structures, here-documents and functions are not read.
 */
export function readShell(text: string): ShellReading {
  if (text.length > MAX_LENGTH) {
    return { kind: 'unread', reason: `longer than ${countText(MAX_LENGTH)} characters` }
  }
  try {
    return { kind: 'commands', commands: commandsOf(text, 0) }
  } catch (error) {
    if (error instanceof Unread) return { kind: 'unread', reason: error.message }
    throw error
  }
}

function commandsOf(text: string, depth: number): readonly ShellCommand[] {
  if (depth > MAX_DEPTH) throw new Unread('substitutions nested too deep')
  return assemble(tokensOf(text, depth), depth > 0)
}

const RESERVED: ReadonlySet<string> = new Set(
  'if then else elif fi for while until do done case esac select function { } [['.split(' '),
)

function assemble(tokens: readonly Token[], isNested: boolean): readonly ShellCommand[] {
  const commands: ShellCommand[] = []
  let inner: ShellCommand[] = []
  let words: string[] = []
  let assignments: string[] = []
  let redirections: Redirection[] = []
  let operator: string | undefined
  const finish = (connector: Connector): void => {
    if (operator !== undefined) throw new Unread('a redirection without a target')
    const isNothing = words.length === 0 && assignments.length === 0 && redirections.length === 0
    if (!isNothing) {
      const [program = '', ...rest] = words
      commands.push({ program, words: rest, redirections, assignments, connector, isNested })
    } else if (connector !== '' && connector !== ';' && connector !== '&' && inner.length === 0) {
      throw new Unread(`nothing before ${connector}`)
    }
    commands.push(...inner)
    inner = []
    words = []
    assignments = []
    redirections = []
  }
  for (const token of tokens) {
    switch (token.kind) {
      case 'word':
        if (operator !== undefined) {
          redirections.push({ operator, target: token.text })
          operator = undefined
        } else if (words.length === 0 && /^[A-Za-z_]\w*=/.test(token.text)) assignments.push(token.text)
        else if (words.length === 0 && token.isPlain && RESERVED.has(token.text)) {
          throw new Unread(`the reserved word ${token.text}`)
        } else words.push(token.text)
        break
      case 'redirection':
        if (operator !== undefined) throw new Unread('a redirection without a target')
        operator = token.text
        break
      case 'nested':
        inner.push(...token.commands)
        break
      case 'connector':
        finish(token.text)
        break
      default:
        token satisfies never
    }
  }
  finish('')
  return commands
}

/** At a position of the text: what starts there with more than one meaning. */
const CONNECTORS: readonly Connector[] = ['&&', '||', '|', ';', '&']
const REDIRECTION = /(?:&>>?|\d?(?:>>|>\||>&|<&|<>|<|>))/y

function tokensOf(text: string, depth: number): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at] as string // in range
    if (character === '\n') {
      tokens.push({ kind: 'connector', text: ';' })
      at++
    } else if (/\s/.test(character)) at++
    else if (character === '#') at = endOfLine(text, at)
    else if (character === '(' || character === ')') throw new Unread('a subshell or a function')
    else {
      REDIRECTION.lastIndex = at
      const redirection = REDIRECTION.exec(text)?.[0]
      const connector = CONNECTORS.find((one) => text.startsWith(one, at))
      if (redirection !== undefined) {
        if (text.startsWith('<<', at)) throw new Unread('a here-document')
        tokens.push({ kind: 'redirection', text: redirection })
        at += redirection.length
      } else if (connector !== undefined) {
        tokens.push({ kind: 'connector', text: connector })
        at += connector.length
      } else {
        const word = wordAt(text, { at, depth })
        tokens.push({ kind: 'word', text: word.text, isPlain: word.isPlain })
        if (word.nested.length > 0) tokens.push({ kind: 'nested', commands: word.nested })
        at = word.end
      }
    }
  }
  return tokens
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

interface Word {
  readonly text: string
  readonly end: number
  /** Without quotes or backslashes. */
  readonly isPlain: boolean
  readonly nested: readonly ShellCommand[]
}

function wordAt(text: string, { at: start, depth }: { readonly at: number; readonly depth: number }): Word {
  let at = start
  let word = ''
  let isPlain = true
  const nested: ShellCommand[] = []
  const substitute = (): void => {
    const { inner, end } = substitutionAt(text, at)
    nested.push(...commandsOf(inner, depth + 1))
    word += '$(…)'
    at = end
    isPlain = false
  }
  while (at < text.length) {
    const character = text[at] as string // in range
    if (/[\s|&;<>()]/.test(character)) break
    if (character === '\\') {
      if (at + 1 === text.length) throw new Unread('a backslash at the end')
      word += text[at + 1] as string
      at += 2
      isPlain = false
    } else if (character === "'") {
      const end = text.indexOf("'", at + 1)
      if (end === -1) throw new Unread('an open quote')
      word += text.slice(at + 1, end)
      at = end + 1
      isPlain = false
    } else if (character === '"') {
      isPlain = false
      at++
      while (text[at] !== '"') {
        if (at >= text.length) throw new Unread('an open quote')
        if (isSubstitution(text, at)) substitute()
        else if (text[at] === '\\' && /["\\$`]/.test(text[at + 1] ?? '')) {
          word += text[at + 1] as string
          at += 2
        } else {
          word += text[at] as string
          at++
        }
      }
      at++
    } else if (isSubstitution(text, at)) substitute()
    else {
      word += character
      at++
    }
  }
  return { text: word, end: at, isPlain, nested }
}

function isSubstitution(text: string, at: number): boolean {
  return text[at] === '`' || (text.startsWith('$(', at) && !text.startsWith('$((', at))
}

function substitutionAt(text: string, at: number): { readonly inner: string; readonly end: number } {
  if (text[at] === '`') {
    const end = text.indexOf('`', at + 1)
    if (end === -1) throw new Unread('an open substitution')
    return { inner: text.slice(at + 1, end), end: end + 1 }
  }
  let depth = 0
  let quote = ''
  for (let place = at + 1; place < text.length; place++) {
    const character = text[place] as string // in range
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === "'" || character === '"') quote = character
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return { inner: text.slice(at + 2, place), end: place + 1 }
  }
  throw new Unread('an open substitution')
}
