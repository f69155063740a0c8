import type { EmbeddingEndpoint } from './embedding-protocol.js'
import { redacted, type SpecPlace, specError, specNumber, specParts, unknownOption } from './spec.js'
import { defaultRecipe, readFields, type TextRecipe, writeFields } from './text-recipe.js'

/** Where vectors come from. */
export type EmbeddingPlace =
  | ({ readonly kind: 'endpoint' } & EmbeddingEndpoint)
  /** A GGUF file. */
  | { readonly kind: 'file'; readonly path: string }

export interface DenseSettings {
  readonly place: EmbeddingPlace
  readonly recipe: TextRecipe
  /** Characters of a tool's text that are sent, default 8,000: hosted models take 8,191 tokens. */
  readonly limit: number
  /** Put before the text of a tool and before a query, for models that were trained so. */
  readonly prefixes: { readonly tool: string; readonly query: string }
  /** The variable that holds the key. */
  readonly keyName: string | undefined
  /** Texts in a request, default 64. */
  readonly batchSize: number
  /** Requests under way at once, default 4. */
  readonly concurrency: number
}

const DEFAULT_LIMIT = 8000
const DEFAULT_BATCH = 64
const DEFAULT_CONCURRENCY = 4

const PREFIX = 'compatible:'
const FILE_PREFIX = 'gguf:'
/** Options that say how an endpoint is asked. */
const ENDPOINT_OPTIONS: ReadonlySet<string> = new Set(['dimensions', 'key', 'batch', 'concurrency'])
export const denseUsage = `dense:${PREFIX}URL#MODEL[,dimensions=N,limit=CHARACTERS,fields=FIELD+…,placeholders=keep|drop,tool-prefix=TEXT,query-prefix=TEXT,key=VARIABLE,batch=N,concurrency=N], e.g. dense:${PREFIX}http://localhost:8000/v1#my-model, or dense:${FILE_PREFIX}PATH[#limit=…,fields=…,placeholders=…,tool-prefix=…,query-prefix=…]`

const optionNames = [
  'dimensions=',
  'limit=',
  'fields=',
  'placeholders=',
  'tool-prefix=',
  'query-prefix=',
  'key=',
  'batch=',
  'concurrency=',
] as const

/**
 * Reads what follows `dense:`.
 *
 * @throws {InputError} `retriever-spec`. Secrets in the address are not shown.
 */
export function readDenseSpec(argument: string): DenseSettings {
  const place = { spec: `dense:${redacted(argument)}`, usage: denseUsage }
  if (argument.startsWith(FILE_PREFIX)) return readFileSpec(argument.slice(FILE_PREFIX.length), place)
  if (!argument.startsWith(PREFIX)) {
    throw specError(`"${redacted(argument)}" does not say which kind of dense retriever.`, place)
  }
  const hash = argument.indexOf('#')
  const [model = '', ...options] = hash === -1 ? [] : argument.slice(hash + 1).split(',')
  if (model.trim() === '') throw specError('The model is missing: it follows a "#".', place)
  const address = readAddress(argument.slice(PREFIX.length, hash), place)
  return readOptions(options.join(','), { kind: 'endpoint', ...address, model: model.trim() }, place)
}

/** The options follow the last `#`, as a path may hold one. */
function readFileSpec(argument: string, place: SpecPlace): DenseSettings {
  const hash = argument.lastIndexOf('#')
  const [path, options] = hash === -1 ? [argument, ''] : [argument.slice(0, hash), argument.slice(hash + 1)]
  if (path.trim() === '') throw specError('The path of the model is missing.', place)
  return readOptions(options, { kind: 'file', path }, place)
}

function readAddress(text: string, place: SpecPlace): Pick<EmbeddingEndpoint, 'url' | 'shown'> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw specError('The address is not one of http or https.', place)
  }
  if (url.username !== '' || url.password !== '') {
    throw specError(
      'The address holds a user name or a password; put the key in a variable: …,key=NAME.',
      place,
    )
  }
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/(\/embeddings)?$/, '/embeddings')
  return { url: url.href, shown: `${url.origin}${url.pathname.replace(/\/embeddings$/, '')}` }
}

function readOptions(options: string, from: EmbeddingPlace, place: SpecPlace): DenseSettings {
  let settings: DenseSettings = {
    place: from,
    recipe: defaultRecipe,
    limit: DEFAULT_LIMIT,
    prefixes: { tool: '', query: '' },
    keyName: undefined,
    batchSize: DEFAULT_BATCH,
    concurrency: DEFAULT_CONCURRENCY,
  }
  for (const part of specParts(options)) {
    const { recipe, prefixes } = settings
    if (from.kind === 'file' && ENDPOINT_OPTIONS.has(part.name)) {
      throw specError(`A model in this process has no option "${part.name}".`, place)
    }
    const whole = (from: number, to: number): number => specNumber(part, { from, to, isWhole: true }, place)
    switch (part.name) {
      case 'dimensions':
        if (settings.place.kind === 'endpoint') {
          settings = { ...settings, place: { ...settings.place, dimensions: whole(1, 65_536) } }
        }
        break
      case 'limit':
        settings = { ...settings, limit: whole(1, 1_000_000) }
        break
      case 'fields':
        settings = { ...settings, recipe: { ...recipe, fields: readPlainFields(part.value ?? '', place) } }
        break
      case 'placeholders':
        if (part.value !== 'keep' && part.value !== 'drop') {
          throw specError(`placeholders is keep or drop, not "${part.value ?? ''}".`, place)
        }
        settings = { ...settings, recipe: { ...recipe, placeholders: part.value } }
        break
      case 'tool-prefix':
        settings = { ...settings, prefixes: { ...prefixes, tool: readPrefix(part.value, place) } }
        break
      case 'query-prefix':
        settings = { ...settings, prefixes: { ...prefixes, query: readPrefix(part.value, place) } }
        break
      case 'key':
        if (!/^[A-Za-z_]\w*$/.test(part.value ?? '')) throw specError('key names a variable.', place)
        settings = { ...settings, keyName: part.value }
        break
      case 'batch':
        settings = { ...settings, batchSize: whole(1, 2048) }
        break
      case 'concurrency':
        settings = { ...settings, concurrency: whole(1, 64) }
        break
      default:
        throw unknownOption(part, optionNames, place)
    }
  }
  return settings
}

function readPlainFields(text: string, place: SpecPlace): TextRecipe['fields'] {
  const fields = readFields(text)
  if (fields.some(({ weight }) => weight !== 1)) {
    throw specError('A dense retriever reads one text a tool, so fields have no weights.', place)
  }
  return fields
}

/** Prefixes are percent-encoded, as they end in a space or hold a comma: `query:%20`. */
function readPrefix(value: string | undefined, place: SpecPlace): string {
  try {
    return decodeURIComponent(value ?? '')
  } catch {
    throw specError(`"${value ?? ''}" is not percent-encoded text.`, place)
  }
}

/** The shortest spec that names these settings, without what does not move a score. */
export function denseSpecOf({ place, recipe, limit, prefixes }: DenseSettings): string {
  const options: string[] = []
  if (place.kind === 'endpoint' && place.dimensions !== undefined)
    options.push(`dimensions=${place.dimensions}`)
  if (limit !== DEFAULT_LIMIT) options.push(`limit=${limit}`)
  if (recipe.fields !== 'default') options.push(`fields=${writeFields(recipe.fields)}`)
  if (recipe.placeholders !== 'keep') options.push(`placeholders=${recipe.placeholders}`)
  if (prefixes.tool !== '') options.push(`tool-prefix=${encodeURIComponent(prefixes.tool)}`)
  if (prefixes.query !== '') options.push(`query-prefix=${encodeURIComponent(prefixes.query)}`)
  if (place.kind === 'endpoint')
    return `dense:${PREFIX}${[`${place.shown}#${place.model}`, ...options].join(',')}`
  return `dense:${FILE_PREFIX}${place.path}${options.length === 0 ? '' : `#${options.join(',')}`}`
}
