import { describe, expect, it } from 'vitest'
import { foreignTo } from '../../../test/contract/benchmark-samples.js'
import { benchmarkReaders } from './index.js'

describe('the list of readers', () => {
  it('has an id of its own for each, and a sample that others must leave alone', () => {
    const ids = benchmarkReaders.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const all = foreignTo('').length
    for (const id of ids) expect(foreignTo(id).length).toBeLessThan(all)
  })
})
