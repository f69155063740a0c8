import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { type PredictionList, readPredictions } from './prediction-file.js'

const read = (text: string, list?: PredictionList) => readPredictions(memoryFiles({ p: text }), 'p', list)

describe('readPredictions', () => {
  it('reads lists of names in their order', async () => {
    const { list, byId } = await read('{"id":"a","ranked":["x","y"]}\n\n{"id":7,"ranked":[]}')
    expect(list).toBe('ranked')
    expect(byId.get('a')).toEqual({ names: ['x', 'y'], scores: undefined })
    expect(byId.get('7')).toEqual({ names: [], scores: undefined })
  })
  it('prefers constrained to free, and takes what is asked for', async () => {
    const text = '{"id":"a","free":["f"],"constrained":["c"]}\n{"id":"b","free":["g"]}'
    const chosen = await read(text)
    expect(chosen.list).toBe('constrained')
    expect([...chosen.byId.keys()]).toEqual(['a'])
    const free = await read(text, 'free')
    expect([...free.byId.keys()]).toEqual(['a', 'b'])
    expect(free.fingerprint).not.toBe(chosen.fingerprint)
  })
  it('sorts by scores, beside the names or in a list of their own', async () => {
    const beside = await read('{"id":"a","ranked":[{"name":"x","score":-2.50},{"text":"y","logprob":-1}]}')
    const apart = await read('{"id":"a","ranked":["x","y"],"scores":[-2.50,-1]}')
    expect(apart.byId.get('a')).toEqual({ names: ['y', 'x'], scores: [-1, -2.5] })
    expect(beside.byId).toEqual(apart.byId)
  })
  it('reads a TREC run by its scores, whatever the ranks say', async () => {
    const { list, byId } = await read('q1 Q0 low 1 1 t\nq2 Q0 other 1 5 t\nq1 Q0 high 2 9 t\n')
    expect(list).toBe('trec')
    expect(byId.get('q1')).toEqual({ names: ['high', 'low'], scores: [9, 1] })
    expect(byId.size).toBe(2)
  })
  it.each([
    ['{"ranked":[]}', /no "id"[^]*p, line 1/],
    ['[1]\n', /six columns[^]*p, line 1/],
    ['{"id":"a","ranked":["x"]}\n[1]', /not hold an object[^]*p, line 2/],
    ['{"id":"a","ranked":["x"]}\n{"id":"a","ranked":[]}', /"a" is predicted twice[^]*lines 1 and 2/],
    ['{"id":"a","ranked":[3]}', /neither a name nor a text/],
    ['{"id":"a","ranked":["x"],"scores":[1,2]}', /2 scores for 1 names/],
    ['{"id":"a","ranked":["x"],"scores":["high"]}', /not a list of numbers/],
    ['{"id":"a","ranked":[{"name":"x","score":1},"y"]}', /1 scores for 2 names/],
    ['{"id":"a","ranked":[{"name":"x","score":1}],"scores":[1]}', /both beside/],
    ['{"id":"a","ranked":["x"]}\n{"id":"b","ranked":"x"}', /"ranked" is not a list/],
    ['{"id":"a","answer":["x"]}', /No line has a list/],
    ['{"id":"a","ranked":["x"}', /not valid JSON[^]*p, line 1/],
    ['\n \n', /empty/],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
    await expect(read(text)).rejects.toThrow(/fix:/)
  })
  it('refuses a list that a TREC run cannot have', async () => {
    await expect(read('q1 Q0 x 1 1 t', 'free')).rejects.toThrow(/no list "free"/)
    await expect(read('{"id":"a","ranked":["x"]}', 'free')).rejects.toThrow(/No line has a list "free"/)
  })
})
