import { describe, expect, it } from 'vitest'
import { byteFiles } from '../../test/contract/byte-files.js'
import { fakeClock, letterVector } from '../../test/contract/fake-embeddings.js'
import { catalogOf } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { SubjectError } from '../errors.js'
import type { Embedders } from './kind.js'
import { openRetriever } from './open.js'

const tool = (name: string, description: string): Tool => ({
  name,
  description,
  inputSchema: { type: 'object' },
  source: { format: 'assay', at: 'test' },
})
const catalog = catalogOf([tool('one', 'a a a'), tool('two', 'b b b'), tool('three', 'c a')])

function world(fingerprint = 'f1') {
  const asked: string[] = []
  const embedders: Embedders = {
    open: async () => ({
      fingerprint,
      engine: 'engine 1',
      async embed(texts) {
        asked.push(...texts)
        if (texts.includes('query: too long')) {
          throw new SubjectError({ code: 'embedding-refused', what: 'Too long.', retryable: false })
        }
        return texts.map((text) => Float32Array.from(letterVector(text.replace(/^query: |^tool: /, ''))))
      },
      close: async () => undefined,
    }),
  }
  return { asked, embedders }
}

const files = byteFiles()
const open = (spec: string, embedders: Embedders) =>
  openRetriever(spec, {
    files,
    http: { send: () => Promise.reject(new Error('no network')) },
    clock: fakeClock(),
    notify: () => undefined,
    variable: () => undefined,
    cacheFolder: 'cache',
    seed: 0,
    embedders,
  })

const SPEC = 'dense:gguf:models/embed.gguf#fields=description,tool-prefix=tool:%20,query-prefix=query:%20'

describe('dense:gguf:', () => {
  it('ranks by the vectors of a local model, each text embedded once', async () => {
    const { asked, embedders } = world()
    const retriever = await open(SPEC, embedders)
    expect(retriever.id).toBe(
      'dense:gguf:models/embed.gguf#fields=description,tool-prefix=tool%3A%20,query-prefix=query%3A%20',
    )
    const index = await retriever.index(catalog)
    const [ranking = []] = await index.rank([{ query: 'b', k: 2 }])
    expect(ranking.map(({ name }) => name)[0]).toBe('two')
    expect(asked).toEqual(['tool: a a a', 'tool: b b b', 'tool: c a', 'query: b'])
    await (await (await open(SPEC, embedders)).index(catalog)).rank([{ query: 'b', k: 2 }])
    expect(asked).toHaveLength(4)
  })

  it('embeds anew when the weights have changed', async () => {
    const { asked, embedders } = world('f2')
    await (await open(SPEC, embedders)).index(catalog)
    expect(asked).toHaveLength(3)
  })

  it('passes on what the model refuses', async () => {
    const index = await (await open(SPEC, world().embedders)).index(catalog)
    await expect(index.rank([{ query: 'too long', k: 1 }])).rejects.toMatchObject({
      code: 'embedding-refused',
    })
  })

  it.each([
    ['dense:gguf:', /path of the model is missing/],
    ['dense:gguf:m.gguf#batch=3', /no option "batch"/],
    ['dense:gguf:m.gguf#key=X', /no option "key"/],
    ['dense:gguf:m.gguf#limits=3', /Did you mean limit=/],
  ])('refuses %s', async (spec, reason) => {
    await expect(open(spec, world().embedders)).rejects.toThrow(reason)
  })
})
