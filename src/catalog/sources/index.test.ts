import { describe, expect, it } from 'vitest'
import { catalogSamples } from '../../../test/contract/catalog-samples.js'
import { describeCatalogSource } from '../../../test/contract/catalog-source.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { openInput, samplesOf } from '../open-input.js'
import type { SourceInput } from '../source.js'
import { catalogSources } from './index.js'

/** Texts in formats that hold no tools. */
const strangers: Readonly<Record<string, string>> = {
  'answers.jsonl':
    '{"id":"simple_0","ground_truth":[{"add":{"a":[1]}}]}\n{"id":"simple_1","ground_truth":[]}\n',
  'dialogue.jsonl': '{"role":"User","text":"Hi"}\n{"role":"AI","text":"Hello"}\n',
  'tasks.json':
    '[{"id":"0","description":{"purpose":null},"evaluation_criteria":{"actions":[{"name":"get_user","arguments":{}}]}}]',
  'questions.jsonl': '{"id":"b4_000","question":"Which one?","expected_tool":"get_cve"}\n',
  'people.jsonl': '{"name":"Ada","age":36}\n{"name":"Alan","age":41}\n',
  'package.json': '{"name":"x","version":"1.0.0","description":"A package.","dependencies":{}}',
  'policy.md': '# Policy\n\nAs an agent you may cancel orders.\n',
  'prose.txt': 'This is a text with sentences.\nIt is no list of names.\n',
  'qrels.tsv': '1\t0\t17\t1\n2\t0\t18\t1\n',
  'corpus.jsonl': '{"text":"<|system|>You are helpful.<|end|>"}\n',
  'settings.yaml': 'name: x\ntools: []\n',
}

const noHttp = { send: () => Promise.reject(new Error('no network')) }

const inputsOf = async (
  path: string,
  contents: Readonly<Record<string, string>>,
): Promise<readonly SourceInput[]> => {
  const files = memoryFiles(contents)
  const { input } = await openInput(path, { files, http: noHttp, timeoutMs: 1 })
  if (!input.isFolder) return [input]
  const inputs: SourceInput[] = []
  for await (const sample of samplesOf(path, files)) inputs.push({ ...input, sample })
  return inputs
}

const foreign = Object.entries(strangers).map(([path, text]) => ({ path, files: { [path]: text } }))

for (const source of catalogSources) {
  const format = catalogSamples[source.id]
  if (format !== undefined) describeCatalogSource({ source, ...format, foreign })
}

describe('the list of catalog sources', () => {
  it('has an id of its own for each, and samples for all but OpenAPI, which has its own tests', () => {
    const ids = catalogSources.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(catalogSamples).sort()).toEqual(ids.filter((id) => id !== 'openapi').sort())
  })

  it.each(
    Object.entries(catalogSamples).flatMap(([id, { samples }]) =>
      samples.map((sample) => ({ id, path: sample.path, sample })),
    ),
  )('takes $path for $id', async ({ id, sample }) => {
    const taken = (await inputsOf(sample.path, sample.files)).map(
      (input) => catalogSources.find((source) => source.detect(input))?.id,
    )
    expect(taken).toContain(id)
    expect(new Set([...taken, id, undefined]).size).toBe(2)
  })

  it.each(Object.entries(strangers))('takes %s for nothing', async (path, text) => {
    const [input] = await inputsOf(path, { [path]: text })
    expect(
      catalogSources.filter((source) => input !== undefined && source.detect(input)).map(({ id }) => id),
    ).toEqual([])
  })
})
