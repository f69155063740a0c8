import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader, readSample } from '../../../test/contract/benchmark-reader.js'
import {
  document,
  foreignTo,
  quoted,
  severalSplits,
  toolbench,
} from '../../../test/contract/benchmark-samples.js'
import { endlessFiles } from '../../../test/contract/memory-files.js'
import { toolbenchFolder } from './toolbench-folder.js'

/** Files but for one. */
const without = (files: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))

describeBenchmarkReader({
  reader: toolbenchFolder,
  samples: [toolbench, { ...toolbench, files: severalSplits, split: 'test' }],
  broken: [
    {
      name: 'several splits',
      path: 'G1',
      files: severalSplits,
      code: 'split-needed',
      mentions: /--split: test, test_G1_tool\./,
    },
    {
      name: 'an unknown split',
      path: 'G1',
      files: toolbench.files,
      split: 'dev',
      code: 'split-needed',
      mentions: /"dev"/,
    },
    {
      name: 'no corpus',
      path: 'G1',
      files: without(toolbench.files, 'G1/corpus.tsv'),
      code: 'file-missing',
      mentions: /corpus\.tsv/,
    },
    {
      name: 'judgements of three columns',
      path: 'G1',
      files: { ...toolbench.files, 'G1/qrels.test.tsv': '11\t0\t1\t1\n11\t1\t1\n' },
      code: 'item-invalid',
      mentions: 'G1/qrels.test.tsv, line 2',
    },
    {
      name: 'one query with two texts',
      path: 'G1',
      files: { ...toolbench.files, 'G1/test.query.txt': '1\tone\n1\ttwo\n' },
      code: 'item-invalid',
      mentions: 'test.query.txt, line 2',
    },
    {
      name: 'a document that is no JSON',
      path: 'G1',
      files: { ...toolbench.files, 'G1/corpus.tsv': 'docid\tdocument_content\n1\t{oops\n' },
      code: 'json-broken',
      mentions: /corpus\.tsv, line 2/,
    },
    {
      name: 'one document id for two tools',
      path: 'G1',
      files: {
        ...toolbench.files,
        'G1/corpus.tsv': `1\t${quoted(document('A', 'x'))}\n1\t${quoted(document('A', 'y'))}\n`,
      },
      code: 'item-invalid',
      mentions: /"A&&y" here, but "A&&x" further up/,
    },
    {
      name: 'a quote that never closes',
      path: 'G1',
      files: { ...toolbench.files, 'G1/test.query.txt': '1\tfine\n2\t"open\n3\tnext\n' },
      code: 'quote-open',
      mentions: 'line 2',
    },
  ],
  foreign: foreignTo(toolbenchFolder.id),
})

describe('a ToolBench folder', () => {
  it('counts what is left out: queries without judgements, gold or text, and documents that the corpus lacks', async () => {
    const { notices } = await readSample(toolbenchFolder, toolbench)
    expect(notices.map(({ code, what }) => `${code}: ${what}`)).toEqual([
      expect.stringMatching(/^query-unjudged: 1 query left out/),
      expect.stringMatching(/^query-without-gold: 1 query left out/),
      expect.stringMatching(/^query-unknown: 1 query judged/),
      expect.stringMatching(/^document-unknown: 1 judged documents/),
    ])
  })

  it('stops at a quote that never closes', async () => {
    const context = { files: endlessFiles(`1\t"${'open\n'.repeat(1000)}`), notify: () => {} }
    const input = {
      path: 'G1',
      isFolder: true,
      names: ['t.query.txt', 'qrels.t.tsv', 'corpus.tsv'],
      head: '',
    }
    await expect(toolbenchFolder.read(input, context)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'quote-open',
    })
  })
})
