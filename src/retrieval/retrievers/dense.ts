import { InputError } from '../../errors.js'
import { randomStream } from '../../numeric/random.js'
import { fingerprintOf } from '../../text/hash.js'
import { emptyObject, type JsonObject } from '../../text/json.js'
import { cutText } from '../../text/normalize.js'
import { denseIndex } from '../dense-index.js'
import { type DenseSettings, denseSpecOf, denseUsage, readDenseSpec } from '../dense-spec.js'
import { EmbeddingClient, type EmbeddingSource } from '../embedding-client.js'
import type { EmbeddingEndpoint } from '../embedding-protocol.js'
import { defineRetrieverKind, type RetrieverContext } from '../kind.js'
import { LocalEmbeddings } from '../local-embeddings.js'
import { defineRetriever, type Retriever } from '../retriever.js'
import { joinedText, recipeToJson } from '../text-recipe.js'

type DenseContext = Omit<RetrieverContext, 'open' | 'kindIds'>

/**
 * Cosine between the vectors that an embedding model gives for a query and for each tool's text, searched exactly. The
 * model stands behind an endpoint or in this process.
 *
 * @throws {InputError} `retriever-unavailable`, `key-invalid`, `key-missing`, and what opening a local model throws.
 */
export async function dense(settings: DenseSettings, context: DenseContext): Promise<Retriever> {
  const { recipe, limit, prefixes } = settings
  const { model, identity: ofModel, client } = await sourceOf(settings, context)
  const ofTools = Object.assign(emptyObject(), { recipe: recipeToJson(recipe), limit, prefix: prefixes.tool })
  return defineRetriever({
    id: denseSpecOf(settings),
    identity: Object.assign(emptyObject(), {
      kind: 'dense',
      version: 1,
      ...ofModel,
      similarity: 'cosine',
      ...ofTools,
      queryPrefix: prefixes.query,
    }),
    index(catalog) {
      const cache = (what: string, identity: JsonObject) => ({
        files: context.files,
        path: context.files.join(context.cacheFolder, 'vectors', fileName(model, what, identity)),
        identity,
        notify: context.notify,
      })
      return denseIndex(catalog, {
        client: client(),
        texts: catalog.tools.map((tool) => {
          const text = cutText(joinedText(tool, recipe), limit)
          return text.trim() === '' ? '' : prefixes.tool + text
        }),
        textOfQuery: (query) => prefixes.query + query,
        caches: {
          tools: cache(
            'tools',
            Object.assign(emptyObject(), { ...ofModel, ...ofTools, catalog: catalog.fingerprint }),
          ),
          queries: (vectorLength) =>
            cache(
              'queries',
              Object.assign(emptyObject(), { ...ofModel, prefix: prefixes.query, vectorLength }),
            ),
        },
      })
    },
  })
}

interface ModelSource {
  /** For names of files. */
  readonly model: string
  /** What of the model decides its vectors. */
  readonly identity: JsonObject
  readonly client: () => EmbeddingSource
}

async function sourceOf(settings: DenseSettings, context: DenseContext): Promise<ModelSource> {
  const { place } = settings
  if (place.kind === 'endpoint') {
    const { shown, model, dimensions = null } = place
    return {
      model,
      identity: Object.assign(emptyObject(), { endpoint: shown, model, dimensions }),
      client: () => clientOf(place, settings, context),
    }
  }
  if (context.embedders === undefined) {
    throw new InputError({
      code: 'retriever-unavailable',
      what: 'Local embedding models (dense:gguf:…) cannot be run here.',
      where: denseSpecOf(settings),
      fix: 'Pass `embedders`, or serve the model through an OpenAI-compatible endpoint and name it dense:compatible:URL#MODEL.',
    })
  }
  const embedder = await context.embedders.open(place.path)
  const { fingerprint, engine } = embedder
  return {
    model: place.path.replace(/^.*[\\/]/, ''),
    identity: Object.assign(emptyObject(), { weights: fingerprint, engine }),
    client: () => new LocalEmbeddings(embedder, context),
  }
}

function clientOf(
  endpoint: EmbeddingEndpoint,
  { keyName, batchSize, concurrency }: DenseSettings,
  context: DenseContext,
): EmbeddingClient {
  return new EmbeddingClient({
    endpoint,
    key: keyOf(endpoint, keyName, context),
    batchSize,
    concurrency,
    http: context.http,
    clock: context.clock,
    random: randomStream(context.seed, `embedding waits\u0000${endpoint.shown}`),
    notify: context.notify,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  })
}

/** OpenAI's own key goes to OpenAI only; any other endpoint has a variable of its own, or the one that is named. */
function keyOf(
  endpoint: EmbeddingEndpoint,
  keyName: string | undefined,
  { variable }: Pick<RetrieverContext, 'variable'>,
): { readonly name: string; readonly value: string } | undefined {
  const isOpenAi = new URL(endpoint.url).hostname === 'api.openai.com'
  const name = keyName ?? (isOpenAi ? 'OPENAI_API_KEY' : 'ASSAY_EMBEDDINGS_KEY')
  const value = variable(name)?.trim()
  if (value !== undefined && /^[!-~]+$/.test(value)) return { name, value }
  if (value !== undefined && value !== '') {
    throw new InputError({
      code: 'key-invalid',
      what: `The variable ${name} holds characters that no key has.`,
      where: `${endpoint.shown}#${endpoint.model}`,
      fix: `Set ${name} to the key alone, without quotes, spaces or line breaks.`,
    })
  }
  if (keyName === undefined && !isOpenAi) return undefined
  throw new InputError({
    code: 'key-missing',
    what: `The variable ${name} is not set.`,
    where: `${endpoint.shown}#${endpoint.model}`,
    fix: `Set ${name} to the key of the endpoint.`,
  })
}

/** Readable, and different for different identities. */
function fileName(model: string, what: string, identity: JsonObject): string {
  const readable = model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40)
  return `${readable}-${what}-${fingerprintOf(identity).slice(0, 16)}.vectors`
}

export const denseKind = defineRetrieverKind({
  id: 'dense',
  usage: denseUsage,
  describes: 'vectors of any OpenAI-compatible /v1/embeddings endpoint or of a GGUF file, cosine, exact',
  open: (argument, context) => dense(readDenseSpec(argument), context),
})
