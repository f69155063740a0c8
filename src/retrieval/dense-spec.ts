import { InputError } from '../errors.js'
import type { EmbeddingEndpoint } from './embedding-protocol.js'
import { redacted, type SpecPlace, specError, specNumber, specParts, unknownOption } from './spec.js'
import { defaultRecipe, readFields, type TextRecipe, writeFields } from './text-recipe.js'

export interface DenseSettings {
  readonly endpoint: EmbeddingEndpoint
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
export const denseUsage = `dense:${PREFIX}URL#MODEL[,dimensions=N,limit=CHARACTERS,fields=FIELD+…,placeholders=keep|drop,tool-prefix=TEXT,query-prefix=TEXT,key=VARIABLE,batch=N,concurrency=N], e.g. dense:${PREFIX}http://localhost:8000/v1#my-model`

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
 * @throws {InputError} `retriever-spec`, `retriever-unavailable`. Secrets in the address are not shown.
 */
export function readDenseSpec(argument: string): DenseSettings {
  const place = { spec: `dense:${redacted(argument)}`, usage: denseUsage }
  if (argument.startsWith('gguf:')) {
    throw new InputError({
      code: 'retriever-unavailable',
      what: 'This version cannot run a local embedding model (dense:gguf:…).',
      where: place.spec,
      fix: `Serve the model through an OpenAI-compatible endpoint and name it dense:${PREFIX}URL#MODEL.`,
    })
  }
  if (!argument.startsWith(PREFIX)) {
    throw specError(`"${redacted(argument)}" does not say which kind of dense retriever.`, place)
  }
  const hash = argument.indexOf('#')
  const [model = '', ...options] = hash === -1 ? [] : argument.slice(hash + 1).split(',')
  if (model.trim() === '') throw specError('The model is missing: it follows a "#".', place)
  const endpoint = { ...readAddress(argument.slice(PREFIX.length, hash), place), model: model.trim() }
  return readOptions(options.join(','), endpoint, place)
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

function readOptions(options: string, endpoint: EmbeddingEndpoint, place: SpecPlace): DenseSettings {
  let settings: DenseSettings = {
    endpoint,
    recipe: defaultRecipe,
    limit: DEFAULT_LIMIT,
    prefixes: { tool: '', query: '' },
    keyName: undefined,
    batchSize: DEFAULT_BATCH,
    concurrency: DEFAULT_CONCURRENCY,
  }
  for (const part of specParts(options)) {
    const { recipe, prefixes } = settings
    const whole = (from: number, to: number): number => specNumber(part, { from, to, isWhole: true }, place)
    switch (part.name) {
      case 'dimensions':
        settings = { ...settings, endpoint: { ...settings.endpoint, dimensions: whole(1, 65_536) } }
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
export function denseSpecOf({ endpoint, recipe, limit, prefixes }: DenseSettings): string {
  const options: string[] = []
  if (endpoint.dimensions !== undefined) options.push(`dimensions=${endpoint.dimensions}`)
  if (limit !== DEFAULT_LIMIT) options.push(`limit=${limit}`)
  if (recipe.fields !== 'default') options.push(`fields=${writeFields(recipe.fields)}`)
  if (recipe.placeholders !== 'keep') options.push(`placeholders=${recipe.placeholders}`)
  if (prefixes.tool !== '') options.push(`tool-prefix=${encodeURIComponent(prefixes.tool)}`)
  if (prefixes.query !== '') options.push(`query-prefix=${encodeURIComponent(prefixes.query)}`)
  return `dense:${PREFIX}${[`${endpoint.shown}#${endpoint.model}`, ...options].join(',')}`
}
