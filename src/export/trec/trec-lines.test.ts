import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RetrievalItem } from '../../benchmark/item.js'
import { readTrecRun } from '../../retrieval/trec-run.js'
import { hasSpace, trecJudgementLines, trecRunLines, trecTag } from './trec-lines.js'

const item = (more: Partial<RetrievalItem>): RetrievalItem => ({
  kind: 'retrieval',
  id: 'q1',
  query: 'weather',
  gold: [['a'], ['b', 'c']],
  ...more,
})

describe('trecRunLines', () => {
  it('counts ranks from 1 and lets scores fall', () => {
    expect([...trecRunLines({ query: 'q1', tools: ['b', 'a'] }, 'mine')]).toEqual([
      'q1\tQ0\tb\t1\t2\tmine\n',
      'q1\tQ0\ta\t2\t1\tmine\n',
    ])
    expect([...trecRunLines({ query: 'q1', tools: [] }, 'mine')]).toEqual([])
  })

  it('is read back by the reader of TREC runs, spaces in names and all', async () => {
    const name = fc.stringMatching(/^[a-z][a-z .]{0,8}[a-z]$/)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 6 }), async (tools) => {
        const text = [...trecRunLines({ query: 'the query', tools }, 'tag')].join('')
        async function* pieces() {
          yield new TextEncoder().encode(text)
        }
        const read = []
        for await (const line of readTrecRun(pieces(), 'run')) read.push(line)
        expect(read.map(({ query, tool }) => [query, tool])).toEqual(tools.map((tool) => ['the query', tool]))
        expect(read.map(({ score }) => score)).toEqual(tools.map((_, place) => tools.length - place))
      }),
    )
  })
})

describe('trecJudgementLines', () => {
  it('makes every equal gold', () => {
    expect([...trecJudgementLines(item({}))]).toEqual(['q1\t0\ta\t1\n', 'q1\t0\tb\t1\n', 'q1\t0\tc\t1\n'])
  })
  it('tells partly from fully', () => {
    expect([...trecJudgementLines(item({ grades: { a: 2, d: 1 } }))]).toEqual([
      'q1\t0\ta\t2\n',
      'q1\t0\tb\t2\n',
      'q1\t0\tc\t2\n',
      'q1\t0\td\t1\n',
    ])
  })
})

describe('names', () => {
  it('with white space are told, and a tag has none', () => {
    expect([hasSpace('a b'), hasSpace('a\tb'), hasSpace('a_b')]).toEqual([true, true, false])
    expect([trecTag(' my run\n2 '), trecTag('  ')]).toEqual(['my-run-2', 'assay'])
  })
})
