import { InputError } from '../../errors.js'
import { readLines } from '../../text/jsonl.js'
import { splitJoinedName, toolSenseSpelling } from '../alias.js'
import { buildTool } from '../build-tool.js'
import { defineCatalogSource, type SourceContext, type SourceInput, type ToolRecord } from '../source.js'

/** Longest name read; the longest of ToolGen's has 209 characters. */
const MAX_NAME_LENGTH = 4096

/** ToolGen's `virtual_tokens.txt`: one `<<service&&endpoint>>` a line. */
export const toolgenSource = defineCatalogSource({
  id: 'toolgen',
  describes: "ToolGen's virtual_tokens.txt, one <<service&&endpoint>> a line",
  detect: (input) =>
    headLines(input).length > 0 && headLines(input).every((line) => tokenIn(line) !== undefined),
  read: (input, context) => readNames(input, context, 'toolgen'),
})

/** A text with one name a line. Detected only where no line could be prose; `--format names` reads any. */
export const namesSource = defineCatalogSource({
  id: 'names',
  describes: 'a list of names, one a line',
  detect: (input) =>
    /\.(?:txt|names|list)$/i.test(input.path) &&
    headLines(input).length > 0 &&
    headLines(input).every(
      (line) => /^\S{1,256}$/.test(line) || line.includes('&&') || tokenIn(line) !== undefined,
    ),
  read: (input, context) => readNames(input, context, 'names'),
})

/** The whole lines of the head that are not blank; the last may be cut. */
function headLines(input: SourceInput): readonly string[] {
  if (input.isFolder) return []
  const lines = input.head.split(/\r?\n/)
  return (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '').slice(0, 200)
}

function tokenIn(line: string): string | undefined {
  return line.length > 4 && line.startsWith('<<') && line.endsWith('>>') ? line.slice(2, -2) : undefined
}

/**
 * One name a line, exactly as it stands; `<<` and `>>` around it make the line a virtual token. A name may hold `>>`,
 * white space and control characters.
 */
async function* readNames(
  { path }: SourceInput,
  { files }: SourceContext,
  format: string,
): AsyncGenerator<ToolRecord> {
  for await (const { number, text } of readLines(files.stream(path), path)) {
    if (text.trim() === '') continue
    const at = `${path}, line ${number}`
    const token = tokenIn(text)
    const name = token ?? text
    if (name.length > MAX_NAME_LENGTH) {
      const what = `A name has ${name.length} characters; ${MAX_NAME_LENGTH} are read at most.`
      const fix = 'Give one name a line, or the right --format.'
      throw new InputError({ code: 'name-too-long', what, where: at, fix })
    }
    const joined = splitJoinedName(name)
    const tool = buildTool({
      name,
      service: joined?.service,
      endpoint: joined?.endpoint,
      aliases: joined === undefined ? [] : [toolSenseSpelling(name)],
      tokenText: token === undefined ? undefined : text,
      source: { format, at },
    })
    yield { kind: 'name', tool }
  }
}
