import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { peekJson } from '../text/json-peek.js'
import { readJsonLines, readJsonText } from '../text/jsonl.js'
import type { CatalogSource, SourceInput } from './source.js'
import { isJsonLines, readDocument } from './sources/json-entries.js'
import { SCHEMA_RULES } from './stored-tool.js'

/**
 * Why no format took a file: it is empty, it is JSON that is broken at some place, or it holds something else.
 */
export async function diagnoseUnknown(
  input: SourceInput,
  { files, sources }: { readonly files: Files; readonly sources: readonly CatalogSource[] },
): Promise<InputError> {
  const { path, head } = input
  if (head.trim() === '') {
    const fix = 'Name the file that holds the tools.'
    return new InputError({ code: 'file-empty', what: 'The file is empty.', where: path, fix })
  }
  const broken = await brokenJson(input, files)
  if (broken !== undefined) return broken
  const known = sources.map(({ id }) => id).join(', ')
  return new InputError({
    code: 'format-unknown',
    what: 'The file is in no format that tools are read from.',
    where: path,
    fix: `Name its format with --format (${known}), or convert it; assay catalog import --help says what they are.`,
  })
}

async function brokenJson(input: SourceInput, files: Files): Promise<InputError | undefined> {
  const { path } = input
  const isJsonName = /\.(?:jsonl?|ndjson)$/i.test(path)
  if (!isJsonName && peekJson(input.head) === undefined) return undefined
  try {
    if (isJsonLines(input)) {
      for await (const _ of readJsonLines(files.stream(path), path, SCHEMA_RULES));
    } else {
      readJsonText(await readDocument(path, files), { path, ...SCHEMA_RULES })
    }
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  return undefined
}
