import { loadConfig } from '../../adapters/config.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialectFromJson } from '../../toolcall/dialect-config.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { knownDialect } from '../../toolcall/known-dialect.js'
import type { CliContext } from '../command.js'

/**
 * The dialect that `--dialect` names: one that Assay knows, one of the config's `dialects`, or the one in a file.
 *
 * @throws {InputError} `dialect-unknown`, `dialect-invalid`, `file-missing`, and what reading the config throws.
 */
export async function dialectOption(
  spec: string,
  config: string | undefined,
  { files }: Pick<CliContext, 'files'>,
): Promise<Dialect> {
  const own = config === undefined ? [] : await dialectsOf(config, files)
  const found = [...own, ...dialects].find(({ id }) => id === spec)
  if (found !== undefined) return found
  if (/[/\\]|\.(?:json|ya?ml|[cm]?[jt]s)$/.test(spec)) {
    if ((await files.facts(spec))?.kind !== 'file') throw noSuchFile(spec)
    const { value, path } = await loadConfig(spec, files)
    const json = asJson(value, path)
    const isList = isJsonObject(json) && 'dialects' in json
    const [only, ...others] = isList ? dialectsIn(json, path) : [dialectFromJson(json, path)]
    if (only !== undefined && others.length === 0) return only
    throw new InputError({
      code: 'dialect-unknown',
      what: only === undefined ? 'The file describes no dialect.' : 'The file describes several dialects.',
      where: spec,
      fix: 'Write one dialect into the file, or name the file with --config and the dialect with --dialect.',
    })
  }
  return knownDialect(spec, own, '--dialect')
}

function noSuchFile(where: string): InputError {
  return new InputError({
    code: 'file-missing',
    what: 'There is no such file, so that no dialect is described in it.',
    where,
    fix: 'Check the path, or name a dialect by its id; `assay dialect list` shows all.',
  })
}

async function dialectsOf(config: string, files: CliContext['files']): Promise<readonly Dialect[]> {
  const { value, path } = await loadConfig(config, files)
  return dialectsIn(asJson(value, path), path)
}

function dialectsIn(config: JsonValue, where: string): readonly Dialect[] {
  if (!isJsonObject(config) || config.dialects === undefined) return []
  if (isJsonArray(config.dialects)) {
    return config.dialects.map((entry, index) => dialectFromJson(entry, `${where}, dialects[${index}]`))
  }
  throw invalid('"dialects" must be a list of dialects.', where)
}

/** What a program exported, as the data that it should be. */
function asJson(value: unknown, where: string): JsonValue {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw invalid(
      `This is no plain data: ${cause instanceof Error ? cause.message : String(cause)}`,
      where,
      cause,
    )
  }
  const reading = parseJson(text ?? 'null')
  if (reading.kind === 'value') return reading.value
  throw invalid(reading.fault.reason, where)
}

function invalid(what: string, where: string, cause?: unknown): InputError {
  const fix = 'Write plain data; docs/dialects.md names the keys of a dialect.'
  return new InputError({ code: 'dialect-invalid', what, where, fix, ...(cause !== undefined && { cause }) })
}
