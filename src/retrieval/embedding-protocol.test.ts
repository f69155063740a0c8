import { describe, expect, it } from 'vitest'
import { embeddingRequest, readEmbeddings } from './embedding-protocol.js'

const endpoint = { url: 'http://here/v1/embeddings', shown: 'http://here/v1', model: 'm' }

const read = (body: unknown, count = 2, dimensions?: number) =>
  readEmbeddings(typeof body === 'string' ? body : JSON.stringify(body), { count, dimensions, where: 'here' })

const data = (...embeddings: readonly unknown[]) => ({
  data: embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })),
})

describe('embeddingRequest', () => {
  it('asks for numbers, and for fewer dimensions only where wanted', () => {
    expect(JSON.parse(embeddingRequest(endpoint, ['a', 'b']))).toEqual({
      model: 'm',
      input: ['a', 'b'],
      encoding_format: 'float',
    })
    expect(JSON.parse(embeddingRequest({ ...endpoint, dimensions: 8 }, ['a']))).toMatchObject({
      dimensions: 8,
    })
  })
})

describe('readEmbeddings', () => {
  it('reads vectors in the order of the texts, whatever the order of the answer', () => {
    const turned = { data: data([1, 0], [0, 2]).data.toReversed() }
    expect(read(turned).map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 2],
    ])
  })
  it('takes the order as it is where there are no indices', () => {
    expect(read({ data: [{ embedding: [1] }, { embedding: [2] }] }).map((vector) => [...vector])).toEqual([
      [1],
      [2],
    ])
  })
  it('reads base64 of little-endian single precision', () => {
    expect(read(data('AACAPwAAAMA='), 1).map((vector) => [...vector])).toEqual([[1, -2]])
  })
  it.each([
    ['an error page', '<html>busy</html>', /not JSON: <html>busy/],
    ['NaN, as some servers spell it', '{"data":[{"index":0,"embedding":[NaN,1]},{}]}', /NaN or Infinity/],
    ['null for a number', data([1, null], [1, 2]), /text 0 holds a value that is not a finite number/],
    ['a number beyond single precision', data([1, 1e300], [1, 2]), /text 0 holds a value/],
    ['a text for a number', data([1, '2'], [1, 2]), /text 0 holds a value/],
    ['zeros', data([1, 1], [0, 0]), /text 1 is all zeros/],
    ['an empty vector', data([], [1]), /text 0 is no vector/],
    ['no vector', data(null, [1]), /text 0 is no vector/],
    ['broken base64', data('%%%', [1]), /text 0 is no vector/],
    ['base64 that is no whole number of values', data('AACA', [1]), /text 0 is no vector/],
    ['too few vectors', data([1, 2]), /1 vectors came back for 2 texts/],
    ['too many vectors', data([1], [2], [3]), /3 vectors came back for 2 texts/],
    ['no list', { error: { message: 'busy' } }, /no list "data"/],
    ['a list', [1, 2], /no list "data"/],
    [
      'an index twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
      /Two vectors/,
    ],
    [
      'an index outside',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 2, embedding: [1] },
        ],
      },
      /index 2, among 2/,
    ],
    [
      'an index that is none',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 'length', embedding: [1] },
        ],
      },
      /index/,
    ],
  ])('refuses %s', (_, body, message) => {
    expect(() => read(body)).toThrow(message)
    expect(() => read(body)).toThrow(/where: here[^]*fix:/)
  })
  it('refuses other dimensions, within an answer and after others', () => {
    expect(() => read(data([1, 2], [1]))).toThrow(/1 dimensions after others had 2/)
    expect(() => read(data([1], [1]), 2, 3)).toThrow(/1 dimensions after others had 3/)
  })
  it('shows strangers’ text without control characters', () => {
    expect(() => read('\u001b[31mred')).toThrow(/\\u\{1b\}\[31mred/)
  })
})
