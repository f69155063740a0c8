import { readFileSync, writeFileSync } from 'node:fs'
import type { Argument, Command, Option } from 'commander'
import { sectionOf } from '../src/cli/help/plain-markdown.js'
import { buildProgram } from '../src/cli/program.js'
import { recordCli } from '../test/contract/cli-run.js'

/** Writes man/assay.1 out of the command line and docs/command-line.md: `npm run build:man`. */

/** The page in the language of man. */
export function manPage(version: string): string {
  const program = buildProgram(recordCli().context)
  const page = readFileSync('docs/command-line.md', 'utf8')
  return [
    `.TH ASSAY 1 "" "Assay ${version}" "User Commands"`,
    '.SH NAME',
    `assay \\- ${plain('proves whether a language model truly knows, retrieves and calls its tools')}`,
    '.SH SYNOPSIS',
    '.B assay\n.I command\n.RI [ flags ]',
    '.SH DESCRIPTION',
    plain(program.description()),
    '.PP\n.B assay help\n.I topic\nexplains dialects, subjects, formats and more;\n.B assay help\n.I code\nexplains the code of an error.',
    '.SH COMMANDS',
    ...commandsOf(program, 'assay'),
    '.SH EXIT STATUS',
    ...rowsOf(sectionOf(page, 'Exit codes') ?? ''),
    '.SH ENVIRONMENT',
    ...rowsOf(sectionOf(page, 'Environment') ?? ''),
    '.SH FILES',
    '.TP\n.B assay.config.ts, assay.config.js, assay.config.json, assay.config.yaml\nThe config.\n.TP\n.I runs/\nReports and runs.\n.TP\n.I .cache/assay\nAnswers and embeddings that need not be asked for again.',
    '',
  ].join('\n')
}

function commandsOf(parent: Command, path: string): readonly string[] {
  return parent
    .createHelp()
    .visibleCommands(parent)
    .filter((command) => command.name() !== 'help' || parent.parent === null)
    .flatMap((command) => {
      const name = `${path} ${command.name()}`
      const words = command.registeredArguments.map(argumentText).join(' ')
      const flags = command.createHelp().visibleOptions(command)
      return [
        `.SS ${plain(`${name}${words === '' ? '' : ` ${words}`}`)}`,
        plain(command.description() || command.summary()),
        ...flags.filter(({ long }) => long !== '--help').map(flagText),
        ...commandsOf(command, name),
      ]
    })
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? name : `[${name}]`
}

function flagText({ flags, description, defaultValue, argChoices }: Option): string {
  const notes = [
    ...(argChoices === undefined ? [] : [`one of ${argChoices.join(', ')}`]),
    ...(['string', 'number'].includes(typeof defaultValue) ? [`default ${String(defaultValue)}`] : []),
  ]
  return `.TP\n.B ${plain(flags)}\n${plain(`${description}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`)}`
}

/** Rows of a table in the documentation, its first column in bold. */
function rowsOf(markdown: string): readonly string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:code|variable) /.test(line))
    .map((line) => {
      const [name = '', text = ''] = line.replace(/^\| | \|$/g, '').split(' | ')
      return `.TP\n.B ${plain(words(name))}\n${plain(words(text))}`
    })
}

function words(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}

/** Text as man takes it: in ASCII, no line begins with a dot or an apostrophe, hyphens stay hyphens. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\0-\x7f]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .split('\n')
    .map((line) => line.replace(/^([.'])/, '\\&$1'))
    .join('\n')
}

if (process.argv[1]?.endsWith('man-page.ts')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
  writeFileSync('man/assay.1', manPage(version))
}
