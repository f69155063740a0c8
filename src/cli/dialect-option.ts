import { loadConfig } from '../adapters/config.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialectFromJson } from '../toolcall/dialect-config.js'
import { dialects } from '../toolcall/dialects/index.js'
import type { CliContext } from './command.js'

/**
 * The dialect that `--dialect` names: one that Assay knows, one of the config's `dialects`, or the one in a file.
 *
 * @throws {InputError} `dialect-unknown`, `dialect-invalid`, and what reading the config throws.
 */
export async function dialectOption(
  spec: string,
  config: string | undefined,
  { files }: Pick<CliContext, 'files'>,
): Promise<Dialect> {
  const own = config === undefined ? [] : dialectsIn((await loadConfig(config, files)).value, config)
  const found = [...own, ...dialects].find(({ id }) => id === spec)
  if (found !== undefined) return found
  if (/[/\\]|\.(?:json|ya?ml|[cm]?[jt]s)$/.test(spec)) {
    const { value, path } = await loadConfig(spec, files)
    const [only, ...others] = dialectsIn(value, path)
    if (only !== undefined && others.length === 0) return only
    throw new InputError({
      code: 'dialect-unknown',
      what: only === undefined ? 'The file describes no dialect.' : 'The file describes several dialects.',
      where: spec,
      fix: 'Write one dialect into the file, or name the file with --config and the dialect with --dialect.',
    })
  }
  const near = nearestWord(
    spec,
    [...own, ...dialects].map(({ id }) => id),
  )
  throw new InputError({
    code: 'dialect-unknown',
    what: `No dialect is called ${JSON.stringify(spec)}.`,
    where: '--dialect',
    fix: near === undefined ? '`assay dialect list` shows all.' : `Did you mean "${near}"?`,
  })
}

/** The dialects of a config, or the one that the file holds by itself. */
function dialectsIn(value: unknown, where: string): readonly Dialect[] {
  const json = asJson(value, where)
  if (!isJsonObject(json)) return []
  if ('payload' in json || 'trigger' in json) return [dialectFromJson(json, where)]
  if (!isJsonArray(json.dialects)) return []
  return json.dialects.map((entry, index) => dialectFromJson(entry, `${where}, dialects[${index}]`))
}

/** What a program exported, as the data that it should be. */
function asJson(value: unknown, where: string): JsonValue {
  const reading = parseJson(JSON.stringify(value) ?? 'null')
  if (reading.kind === 'value') return reading.value
  throw new InputError({
    code: 'dialect-invalid',
    what: reading.fault.reason,
    where,
    fix: 'Write plain data.',
  })
}
