import { hostTemplates } from '../../adapters/chat-template.js'
import { readGgufMetadata } from '../../adapters/gguf-metadata.js'
import { InputError } from '../../errors.js'
import { readJsonText } from '../../text/jsonl.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { type Detection, detectDialect } from '../../toolcall/detect-dialect.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import {
  type TemplateSource,
  templateOfGguf,
  templateOfText,
  templateOfTokenizerConfig,
} from '../../toolcall/template-source.js'
import type { CliContext } from '../command.js'

interface JsonFlag {
  readonly json?: true
}

/** Nothing found and several found are results like any other; `kind` tells them apart. */
export async function runDialectDetect(file: string, flags: JsonFlag, context: CliContext): Promise<void> {
  const detection = await detectDialect(await readTemplate(file, context), hostTemplates())
  const document = { schema: 'assay.dialect/1', file, ...detection }
  context.print(flags.json ? `${JSON.stringify(document, undefined, 2)}\n` : textOfDetection(detection))
}

/** Largest tokenizer_config.json or template read. The largest met (Gemma 3) has 1.2 MB. */
const MAX_BYTES = 64 * 1024 * 1024

async function readTemplate(file: string, { files }: CliContext): Promise<TemplateSource> {
  if (file.endsWith('.gguf')) return templateOfGguf(await readGgufMetadata(file), file)
  const bytes = await files.read(file)
  if (bytes.length > MAX_BYTES) {
    throw new InputError({
      code: 'template-missing',
      what: 'The file is too large to be a template.',
      where: file,
      fix: 'Name tokenizer_config.json, chat_template.jinja or a file that ends in .gguf.',
    })
  }
  const text = decoded(bytes, file)
  if (!file.endsWith('.json')) return templateOfText(text)
  return templateOfTokenizerConfig(readJsonText(text, { path: file, duplicateKeys: 'last' }), file)
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const fix = 'Name a template in UTF-8, or a file that ends in .gguf.'
    throw new InputError({ code: 'not-utf8', what: 'The text is not valid UTF-8.', where: path, fix, cause })
  }
}

function textOfDetection(detection: Detection): string {
  switch (detection.kind) {
    case 'detected':
      return `${detection.dialect}\n\nThe template writes a call like this:\n${indented(detection.callText)}\n`
    case 'ambiguous': {
      const rows = detection.candidates.map(({ dialect, hasLiterals, readsCall }) => {
        const why = [
          ...(hasLiterals ? ['its literals occur'] : []),
          ...(readsCall ? ['it reads the call'] : []),
        ]
        return `  ${dialect}: ${why.join(', ')}`
      })
      return `ambiguous. ${printable(detection.reason)}\n${rows.join('\n')}\n\nChoose one with --dialect.\n`
    }
    case 'none':
      return `none. ${printable(detection.reason)}\n\nDeclare what your prompt asks for with --dialect.\n`
    default:
      return detection satisfies never
  }
}

function indented(text: string): string {
  const lines = text.trim().split('\n')
  return lines.map((line) => `  ${printable(line, { maxLength: 200 })}`).join('\n')
}

export function runDialectList(flags: JsonFlag, context: CliContext): void {
  if (flags.json) {
    context.print(
      `${JSON.stringify({ schema: 'assay.dialects/1', dialects: dialects.map(factsOf) }, undefined, 2)}\n`,
    )
    return
  }
  const rows = dialects.map(({ id, describes }) => [id, describes])
  context.print(renderTable({ columns: [{ title: 'dialect' }, { title: 'how a call is written' }], rows }))
}

function factsOf({ id, describes, trigger, closer, keys, plurality, endOfTurn, isApi }: Dialect) {
  return { id, describes, trigger, closer, keys: keys ?? null, plurality, endOfTurn, isApi: isApi === true }
}
