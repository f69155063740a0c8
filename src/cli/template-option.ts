import { readGgufMetadata } from '../adapters/gguf-metadata.js'
import { InputError } from '../errors.js'
import { utf8Text } from '../text/document-text.js'
import { readJsonText } from '../text/jsonl.js'
import {
  type TemplateSource,
  templateOfGguf,
  templateOfText,
  templateOfTokenizerConfig,
} from '../toolcall/template-source.js'
import type { CliContext } from './command.js'

/** Largest tokenizer_config.json or template read. The largest met (Gemma 3) has 1.2 MB. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The chat template in a tokenizer_config.json, a chat_template.jinja or a GGUF file.
 *
 * @throws {InputError} `template-missing`, `gguf-broken`, and what reading files throws.
 */
export async function readTemplate(
  file: string,
  { files }: Pick<CliContext, 'files'>,
): Promise<TemplateSource> {
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
  const text = utf8Text(bytes, file, 'Name a template in UTF-8, or a file that ends in .gguf.')
  if (!file.endsWith('.json')) return templateOfText(text)
  return templateOfTokenizerConfig(readJsonText(text, { path: file, duplicateKeys: 'last' }), file)
}
