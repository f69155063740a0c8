import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader, readSample } from '../../../test/contract/benchmark-reader.js'
import { foreignTo, trecFolder, trecPair } from '../../../test/contract/benchmark-samples.js'
import { trec } from './trec.js'

describeBenchmarkReader({
  reader: trec,
  samples: [trecFolder, trecPair],
  broken: [
    {
      name: 'judgements alone',
      path: 'qrels.txt',
      files: { 'qrels.txt': '301 0 get_weather 1\n' },
      code: 'topics-needed',
      mentions: /trec:QRELS,TOPICS/,
    },
    { name: 'a pair of one', path: 'trec:qrels.txt', files: {}, code: 'topics-needed', mentions: /trec:/ },
    {
      name: 'two files of judgements',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/qrels.dev.txt': '' },
      code: 'split-needed',
      mentions: /qrels\.dev\.txt, qrels\.txt/,
    },
    {
      name: 'names with spaces between columns of spaces',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/qrels.txt': '301 0 Parcel Radar 1\n' },
      code: 'item-invalid',
      mentions: /line 1[^]*tabs/,
    },
    {
      name: 'contradicting judgements',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/qrels.txt': '1 0 a 1\n1 0 a 0\n' },
      code: 'item-invalid',
      mentions: 'robust/qrels.txt, line 2',
    },
    {
      name: 'a topic without a title',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/topics.txt': '<top>\n<num> 301\n</top>\n' },
      code: 'item-invalid',
      mentions: 'topics.txt, line 1',
    },
    {
      name: 'no topics',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/topics.txt': '\n' },
      code: 'topics-empty',
      mentions: 'topics.txt',
    },
    {
      name: 'a topic twice',
      path: 'robust',
      files: { ...trecFolder.files, 'robust/topics.txt': '301\tone\n301\ttwo\n' },
      code: 'item-invalid',
      mentions: 'line 2',
    },
  ],
  foreign: foreignTo(trec.id),
})

describe('TREC judgements', () => {
  it('say what was left out and lowered where they are graded', async () => {
    const { notices } = await readSample(trec, trecPair)
    expect(notices.map(({ code }) => code)).toEqual(['query-without-gold', 'grade-lowered'])
  })
})
