import { readStandardInput } from '../../adapters/standard-input.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { type Output, readOutputLines } from '../../run/output-lines.js'
import { outputText } from '../../run/output-text.js'
import { spokenDialect } from '../../subject/spoken-dialect.js'
import { isJsonObject, parseJson, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { type OutputText, parseOutput } from '../../toolcall/parse-output.js'
import { parsingToJson } from '../../toolcall/parsing-json.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { type ToolTable, toolTable } from '../../toolcall/tool-table.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import { configCatalog } from '../catalog/config-catalog.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { ParseCounter, textOfSummary } from '../parse-summary.js'
import { readVocabulary } from '../vocabulary-option.js'

export interface ParseFlags extends CatalogFlags {
  readonly dialect?: string
  readonly summary?: true
  readonly json?: true
  readonly tools?: readonly string[]
  readonly stopReason?: 'stop' | 'length'
  readonly vocabulary?: string
  readonly preamble?: string
  readonly config?: string
}

/** Lines that are gathered before they are printed: one write a line would take longer than the parsing. */
const BATCH_LENGTH = 64 * 1024

/** @throws {InputError} what the dialect, the tools or the outputs are not; lines read before it are printed. */
export async function runParse(
  file: string | undefined,
  flags: ParseFlags,
  context: CliContext,
): Promise<void> {
  const tools = await toolsOf(flags, context)
  const dialect = await dialectOf(file, { flags, tools }, context)
  const vocabulary =
    flags.vocabulary === undefined ? undefined : await readVocabulary(flags.vocabulary, context)
  const preamble = flags.preamble === undefined ? undefined : await readText(flags.preamble, context)
  const printer = new Printer(context)
  const counter = flags.summary === true ? new ParseCounter(tools) : undefined
  const parse = (id: string, output: OutputText): void => {
    const told = preamble === undefined ? output : { ...output, preamble }
    const parsing = parseOutput(told, { dialect, tools })
    if (counter === undefined) printer.line(writeJson(parsingToJson(id, parsing, tools)))
    else counter.add(id, parsing)
  }
  try {
    if (file === undefined || file === '-') {
      parse('-', { text: await readStandardInput(context.signal), stopReason: flags.stopReason ?? 'stop' })
    } else if (await isLines(file, context)) {
      for await (const output of readOutputLines(file, context.files)) {
        if (context.signal.aborted) break
        const stopReason = output.stopReason === 'length' ? 'length' : (flags.stopReason ?? 'stop')
        parse(output.id, { ...textOf(output, dialect, vocabulary), stopReason })
      }
    } else {
      parse(file, { text: await readText(file, context), stopReason: flags.stopReason ?? 'stop' })
    }
  } finally {
    printer.flush()
  }
  if (counter === undefined) return
  const summary = counter.summary(dialect.id)
  context.print(
    flags.json === true ? `${JSON.stringify(summary, undefined, 2)}\n` : textOfSummary(summary, file ?? '-'),
  )
}

/** Outputs that are looked at for the dialect they call in. */
const LOOKED_AT = 200

/** Read where nobody calls: its markers are the most widely copied. */
const UNSPOKEN = 'hermes'

/** @throws {InputError} `dialect-missing` where nothing says how calls are written. */
async function dialectOf(
  file: string | undefined,
  { flags, tools }: { readonly flags: ParseFlags; readonly tools: ToolTable },
  context: CliContext,
): Promise<Dialect> {
  if (flags.dialect !== undefined) return dialectOption(flags.dialect, flags.config, context)
  const missing = (what: string): InputError =>
    new InputError({
      code: 'dialect-missing',
      what,
      where: '--dialect',
      fix: 'Name the dialect with --dialect; `assay dialect list` has them, `assay dialect detect` finds that of a chat template.',
    })
  if (file === undefined || file === '-' || !(await isLines(file, context)))
    throw missing('Nothing says how calls are written.')
  const spoken = new Map<Dialect, number>()
  let looked = 0
  for await (const { said } of readOutputLines(file, context.files)) {
    if (looked++ === LOOKED_AT) break
    const answer =
      said.kind === 'text'
        ? { text: said.text }
        : said.kind === 'message'
          ? { message: said.text }
          : undefined
    const found = answer && spokenDialect(answer, { tools })
    if (found !== undefined) spoken.set(found, (spoken.get(found) ?? 0) + 1)
  }
  const [best] = [...spoken].sort(([, left], [, right]) => right - left)
  if (best === undefined) {
    const none = `None of the first ${Math.min(looked, LOOKED_AT)} outputs calls a declared tool in any dialect that is known.`
    if (flags.summary !== true) throw missing(none)
    context.notify(`${none} What tries to call is looked for as ${UNSPOKEN} has it.`)
    return dialectOption(UNSPOKEN, flags.config, context)
  }
  const [dialect, count] = best
  context.notify(
    `Read as ${dialect.id}: ${count} of the first ${Math.min(looked, LOOKED_AT)} outputs call so.`,
  )
  return dialect
}

async function toolsOf(flags: ParseFlags, context: CliContext): Promise<ToolTable> {
  const ofConfig =
    flags.tools === undefined && flags.config !== undefined
      ? await configCatalog(flags.config, context.files)
      : undefined
  const sources = flags.tools ?? ofConfig?.sources
  if (sources === undefined) {
    context.notify('No --tools: every name counts as undeclared, so that no call gets beyond level S4.')
    return toolTable([])
  }
  const { catalog } = await loadCatalog(
    sources,
    importContextOf(context),
    importOptionsOf({ ...flags, onDuplicate: ofConfig?.onDuplicate ?? flags.onDuplicate }),
  )
  return toolTable(catalog.tools)
}

/** What was said, as the text that the dialect reads. */
function textOf(
  { said, stopReason, where }: Output,
  dialect: Dialect,
  vocabulary: Vocabulary | undefined,
): OutputText {
  if (said.kind !== 'calls') return outputText({ said, stopReason, where, dialect, vocabulary })
  throw new InputError({
    code: 'output-parsed',
    what: 'The output holds calls that were parsed elsewhere; there is nothing left to parse.',
    where,
    fix: 'Write what the subject said as "text", "tokenIds" or "message".',
  })
}

/** A file of lines begins with an object that has the members of one; anything else is one raw text. */
async function isLines(path: string, { files }: CliContext): Promise<boolean> {
  if (/\.(?:jsonl|ndjson)$/.test(path)) return true
  let head = ''
  const decoder = new TextDecoder()
  for await (const piece of files.stream(path)) {
    head += decoder.decode(piece, { stream: true })
    if (head.trimStart().includes('\n') || head.length > 1 << 20) break
  }
  const [first = ''] = head.trimStart().split('\n')
  const reading = first.startsWith('{') ? parseJson(first) : undefined
  if (reading?.kind !== 'value' || !isJsonObject(reading.value)) return false
  const line = reading.value
  return 'id' in line && ['text', 'tokenIds', 'message', 'calls'].some((key) => key in line)
}

async function readText(path: string, { files }: CliContext): Promise<string> {
  const bytes = await files.read(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new InputError({
      code: 'not-utf8',
      what: 'The text is not valid UTF-8.',
      where: path,
      fix: 'Save the file as UTF-8.',
      cause,
    })
  }
}

class Printer {
  readonly #context: CliContext
  #batch = ''

  constructor(context: CliContext) {
    this.#context = context
  }

  line(text: string): void {
    this.#batch += `${text}\n`
    if (this.#batch.length >= BATCH_LENGTH) this.flush()
  }

  flush(): void {
    if (this.#batch !== '') this.#context.print(this.#batch)
    this.#batch = ''
  }
}
