import type { Command } from 'commander'
import { packageFolder } from '../../adapters/package-folder.js'
import { InputError } from '../../errors.js'
import { nearestWord } from '../../text/nearest.js'
import type { CliContext } from '../command.js'
import { helpTopics } from '../help/help-topics.js'
import { plainMarkdown, sectionOf } from '../help/plain-markdown.js'

/**
 * Prints the help of a command, of a topic, of the code of an error or a finding, or what the glossary says of a word. Topics are
 * pages of the documentation, which comes with the package.
 *
 * @throws {InputError} `topic-unknown`.
 */
export async function runHelp(
  words: readonly string[],
  program: Command,
  context: Pick<CliContext, 'files' | 'print'>,
): Promise<void> {
  const [word] = words
  if (word === undefined) {
    context.print(`${program.helpInformation()}${topicList()}`)
    return
  }
  if (word === 'topics') {
    context.print(topicList().trimStart())
    return
  }
  const command = commandOf(program, words)
  // A command of the same name says more of its flags, and names the page.
  if (command !== undefined) {
    command.outputHelp()
    return
  }
  const topic = helpTopics.find(({ id }) => id === word)
  if (topic !== undefined) {
    const page = await pageOf(topic.page, context)
    context.print(
      plainMarkdown(topic.section === undefined ? page : (sectionOf(page, topic.section) ?? page)),
    )
    return
  }
  const codes = await pageOf('errors.md', context)
  const entry = sectionOf(codes, `\`${codeIn(codes, word)}\``)
  if (entry !== undefined) {
    context.print(plainMarkdown(entry))
    return
  }
  const finding = findingIn(await pageOf('lint.md', context), word)
  if (finding !== undefined) {
    context.print(plainMarkdown(finding))
    return
  }
  const meaning = meaningIn(await pageOf('glossary.md', context), words.join(' '))
  if (meaning !== undefined) {
    context.print(plainMarkdown(meaning))
    return
  }
  throw unknownTopic(word, program)
}

function commandOf(program: Command, words: readonly string[]): Command | undefined {
  let command: Command | undefined = program
  for (const word of words) command = command?.commands.find((one) => one.name() === word)
  return command
}

async function pageOf(name: string, { files }: Pick<CliContext, 'files'>): Promise<string> {
  return new TextDecoder().decode(await files.read(files.join(packageFolder(), 'docs', name)))
}

/** The code under which the page tells of a word: itself, or one that is only known as far as its beginning. */
function codeIn(page: string, word: string): string {
  const codes = [...page.matchAll(/^### `([^`]+)`$/gm)].map(([, code = '']) => code)
  const begun = codes.find((code) => code.endsWith('…') && word.startsWith(code.slice(0, -1)))
  return codes.includes(word) ? word : (begun ?? word)
}

/** What the page about the lint says of a finding: a row with code, severity, meaning and remedy. */
function findingIn(page: string, code: string): string | undefined {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${code}\` |`)) ?? ''
  const [, , severity = '', means, fix] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
  if (!/^(?:error|warn|info)\b/.test(severity) || means === undefined || fix === undefined) return undefined
  return `## \`${code}\`\n\nA finding of the lint (${severity}). ${means}\n\nWhat to do: ${fix}\n`
}

/** What the glossary says of a word, `-` for a space or not; a row may name two words, and two rows the same one. */
function meaningIn(page: string, word: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll('-', ' ')
  const rows = page.split('\n').flatMap((line) => {
    const [, names = '', meaning = ''] = line.split('|').map((cell) => cell.trim())
    const own = names.replace(/ \(.*\)$/, '').split(', ')
    return own.some((name) => plain(name) === plain(word)) && meaning !== 'meaning' ? [`- ${meaning}`] : []
  })
  if (rows.length === 0) return undefined
  return `## ${word.toLowerCase()}\n\nA word of the glossary:\n\n${rows.join('\n')}\n`
}

function topicList(): string {
  const width = Math.max(...helpTopics.map(({ id }) => id.length))
  const rows = helpTopics.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`)
  return `\nTopics (assay help TOPIC; assay help CODE explains an error or a finding of the lint,\nassay help WORD a word of the glossary):\n${rows.join('\n')}\n`
}

function unknownTopic(word: string, program: Command): InputError {
  const known = [...helpTopics.map(({ id }) => id), ...program.commands.map((command) => command.name())]
  const near = nearestWord(word, known)
  return new InputError({
    code: 'topic-unknown',
    what: `There is no command, topic, error, finding or word ${JSON.stringify(word)}.`,
    fix:
      near === undefined
        ? '`assay help` lists commands and topics, `assay help glossary` the words of reports.'
        : `Did you mean "${near}"?`,
  })
}
