import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../adapters/files.js'
import { hostHash } from '../adapters/hash.js'
import { corpusStatistics } from './corpus-statistics.js'
import { findEntities, normalEntity } from './entities.js'
import { PromptIndex } from './prompt-overlap.js'
import { readCorpus } from './read-corpus.js'

const folder = join(process.env.ASSAY_DATA ?? '../shared/data', 'vectrayx')
const isThere = existsSync(join(folder, 'corpus', 'tool_sft_mini_v1.jsonl'))

const corpusOf = (name: string) =>
  readCorpus(join(folder, 'corpus', name), { files: hostFiles, notify: () => undefined, hash: hostHash })

function promptsOf(...path: readonly string[]): readonly string[] {
  return readFileSync(join(folder, ...path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const item = JSON.parse(line) as { prompt?: string; question?: string } // files of a known form
      return item.prompt ?? item.question ?? ''
    })
}

/** Mentions and distinct ones, by type. */
function mentions(prompts: readonly string[]): Readonly<Record<string, readonly [number, number]>> {
  const found = prompts.flatMap((prompt) => findEntities(prompt))
  return Object.fromEntries(
    [...new Set(found.map(({ type }) => type))].map((type) => {
      const values = found
        .filter((entity) => entity.type === type)
        .map(({ value }) => normalEntity(value, type))
      return [type, [values.length, new Set(values).size] as const]
    }),
  )
}

describe.skipIf(!isThere)(`VectraYX corpora${isThere ? '' : ` (not at ${folder}; set ASSAY_DATA)`}`, () => {
  it('tool_sft_mini_v1: 2,801 rows are 274, of which 269 can be judged', { timeout: 120_000 }, async () => {
    const corpus = await corpusOf('tool_sft_mini_v1.jsonl')
    expect(corpus).toMatchObject({
      shape: 'role-text',
      toolsIn: 'preamble',
      notices: [],
      roles: { system: '<|system|>', user: '<|user|>', assistant: '<|assistant|>', end: '<|end|>' },
    })
    expect(corpus.dialect.id).toBe('vectrayx')
    expect(corpus.examples[0]?.tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['nvd_get_cve', ['cve_id']],
      ['nvd_search', ['query', 'limit']],
      ['cisa_kev_check', ['cve_id']],
      ['otx_check_ioc', ['ioc_type', 'value']],
      ['bash_exec', ['cmd']],
    ])
    expect(corpus.examples[0]?.tools[3]?.inputSchema.properties).toMatchObject({
      ioc_type: { type: 'string', enum: expect.arrayContaining(['ip', 'domain', 'hash']) },
    })
    const statistics = corpusStatistics(corpus)
    expect(statistics).toMatchObject({
      rows: 2801,
      examples: 2801,
      distinctExamples: 274,
      singleTurn: 2801,
      distinctPrompts: 274,
      distinctNormalPrompts: 270,
      calls: { rows: 2757, distinct: 252 },
      prose: { rows: 44, distinct: 22 },
      foreign: { rows: 5, distinct: 5 },
      attempted: { rows: 5, distinct: 5 },
      roundTrip: { calls: 247, prose: 22 },
      serialisation: [{ spacing: 'spaced', keys: 'name, args', rows: 2757 }],
      proseWithEntities: { rows: 0, distinct: 0 },
      repetition: [
        { times: 1, distinct: 120 },
        { times: 2, distinct: 100 },
        { times: 45, distinct: 7 },
        { times: 46, distinct: 43 },
        { times: 47, distinct: 4 },
      ],
      sources: [
        { source: 'synthetic_tool', rows: 2480, distinct: 54 },
        { source: 'tool_sft_v3', rows: 296, distinct: 206 },
        { source: 'synthetic_conv', rows: 20, distinct: 10 },
        { source: 'glaive', rows: 5, distinct: 5 },
      ],
    })
    expect(statistics.conflicts).toHaveLength(3)
    expect(statistics.lengths[0]).toEqual({ of: 'whole', min: 753, median: 783, max: 900 })
    expect(statistics.tools.map(({ tool, rows, distinctPrompts }) => [tool, rows, distinctPrompts])).toEqual([
      ['bash_exec', 1815, 158],
      ['nvd_search', 383, 23],
      ['nvd_get_cve', 207, 28],
      ['otx_check_ioc', 202, 25],
      ['cisa_kev_check', 145, 13],
      ['get_current_time', 2, 2],
      ['generate_random_color', 1, 1],
      ['generate_random_quote', 1, 1],
      ['get_news_headlines', 1, 1],
    ])
    const distinctArguments = Object.fromEntries(
      statistics.tools.slice(0, 5).map((use) => [use.tool, use.distinctArguments]),
    )
    expect(distinctArguments).toEqual({
      bash_exec: 81,
      nvd_search: 15,
      otx_check_ioc: 13,
      nvd_get_cve: 11,
      cisa_kev_check: 8,
    })
    const entities = Object.fromEntries(statistics.entities.map(({ type, distinct }) => [type, distinct]))
    expect(entities).toMatchObject({ cve: 11, ipv4: 6, domain: 5, md5: 2, path: 5 })
    expect(entities).not.toHaveProperty('sha256')
    expect(entities).not.toHaveProperty('attack-technique')
    const grounding = statistics.grounding.map((use) => [
      `${use.tool} ${use.argument}`,
      [use.grounded, use.prompts],
    ])
    expect(Object.fromEntries(grounding)).toEqual({
      'nvd_get_cve cve_id': [28, 28],
      'cisa_kev_check cve_id': [13, 13],
      'otx_check_ioc value': [25, 25],
      'otx_check_ioc ioc_type': [9, 25],
      'nvd_search query': [19, 23],
      'nvd_search limit': [0, 23],
      'bash_exec cmd': [4, 158],
    })
    const templates = Object.fromEntries(statistics.templates.map((use) => [use.tool, use.templates]))
    expect(templates).toMatchObject({
      nvd_search: 9,
      nvd_get_cve: 7,
      cisa_kev_check: 4,
      otx_check_ioc: 8,
      bash_exec: 2,
    })
    const sum = (of: 'templates' | 'grounded' | 'ungrounded'): number =>
      statistics.templates.reduce((total, use) => total + use[of], 0)
    expect([sum('templates'), sum('grounded'), sum('ungrounded')]).toEqual([30, 87, 165])
  })

  it('the older corpora: other counts, and calls without spaces', { timeout: 120_000 }, async () => {
    const bash = corpusStatistics(await corpusOf('tool_sft_v3_bash.jsonl'))
    expect(bash).toMatchObject({
      rows: 296,
      distinctExamples: 206,
      distinctPrompts: 206,
      calls: { rows: 272 },
      prose: { rows: 24 },
      serialisation: [{ spacing: 'spaced', rows: 272 }],
    })
    const simple = corpusStatistics(await corpusOf('tool_sft_v2_simple.jsonl'))
    expect(simple).toMatchObject({
      rows: 115,
      distinctExamples: 49,
      calls: { rows: 99 },
      prose: { rows: 16 },
      serialisation: [{ spacing: 'compact', keys: 'name, args', rows: 99 }],
    })
    const rows = (list: typeof simple.tools) =>
      Object.fromEntries(list.map(({ tool, rows: count }) => [tool, count]))
    expect(rows(bash.tools)).toEqual({
      bash_exec: 201,
      nvd_get_cve: 24,
      otx_check_ioc: 22,
      nvd_search: 15,
      cisa_kev_check: 10,
    })
    expect(rows(simple.tools)).toEqual({
      bash_exec: 71,
      otx_check_ioc: 12,
      nvd_get_cve: 6,
      nvd_search: 6,
      cisa_kev_check: 4,
    })
  })

  it('35 of the 50 prompts of B4 v2 stand in the corpus, none of the 200', { timeout: 120_000 }, async () => {
    const { examples } = await corpusOf('tool_sft_mini_v1.jsonl')
    const index = new PromptIndex(examples.map(({ id, prompt }) => ({ id, text: prompt })))
    const old = promptsOf('corpus', 'b4_tooluse_v2.jsonl').map((prompt) => index.overlap(prompt))
    expect(old.filter(({ kind }) => kind === 'exact')).toHaveLength(35)
    expect(old.filter(({ jaccard }) => jaccard >= 0.6)).toHaveLength(43)
    const current = promptsOf('eval_data', 'b4_tooluse.jsonl')
    expect(current.filter((prompt) => index.overlap(prompt).jaccard > 0)).toEqual([])
    const chat = new Set(promptsOf('eval_data', 'b5_conversational.jsonl'))
    expect([...chat].filter((prompt) => index.overlap(prompt).jaccard === 1)).not.toEqual([])
    expect(mentions(current)).toMatchObject({
      cve: [76, 33],
      ipv4: [16, 10],
      domain: [15, 14],
      md5: [7, 3],
      path: [16, 7],
    })
  })
})
