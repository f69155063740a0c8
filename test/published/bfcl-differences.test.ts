import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differences } from '../../bench/bfcl-differences.js'
import { hostFiles } from '../../src/adapters/files.js'
import { callTaskOf } from '../../src/benchmark/call-item.js'
import type { CallItem } from '../../src/benchmark/item.js'
import { loadBenchmark } from '../../src/benchmark/load.js'
import type { Output } from '../../src/run/output-lines.js'
import { scoreBfcl } from '../../src/score/calls/bfcl-compat/score-bfcl.js'
import { scoreOutputs } from '../../src/score/calls/score-outputs.js'
import type { Score } from '../../src/score/score.js'
import { pythonic } from '../../src/toolcall/dialects/pythonic.js'

const bfcl = join(process.env.ASSAY_DATA ?? '../shared/data', 'bfcl')

describe.skipIf(!existsSync(bfcl))('docs/bfcl.md (needs ASSAY_DATA/bfcl)', () => {
  it('counts where our scorer and the public checker differ', async () => {
    const found = await differences('test/fixtures/oracles/bfcl-ast.jsonl', bfcl)
    const page = readFileSync('docs/bfcl.md', 'utf8').replaceAll('\n', ' ')
    const number = (count: number): string => count.toLocaleString('en')
    for (const [reason, count] of Object.entries({ ...found.onlyBfcl, ...found.onlyAssay })) {
      expect(page).toContain(`| ${reason} | ${number(count)} |`)
    }
    const { values, texts, textsOnlyBfcl } = found
    expect(page).toContain(
      `both accept ${number(values.both)}, both refuse ${number(values.neither)}, only BFCL accepts ${number(values.onlyBfcl)}, only Assay ${number(values.onlyAssay)}`,
    )
    expect(page).toContain(
      `both accept ${number(texts.both)}, both refuse ${number(texts.neither)}, only BFCL accepts ${number(texts.onlyBfcl)}, only Assay ${number(texts.onlyAssay)}`,
    )
    expect(page).toContain(`${number(textsOnlyBfcl.value)} have other values`)
    expect(page).toContain(`${number(textsOnlyBfcl.schema)} break their schema`)
    expect(page).toContain(`and ${number(textsOnlyBfcl.format)} break the format`)
  })

  it.each(['simple_python', 'multiple', 'live_simple', 'parallel', 'parallel_multiple', 'irrelevance'])(
    'says what null callers score on %s',
    async (category) => {
      const file = join(bfcl, `BFCL_v4_${category}.json`)
      const benchmark = await loadBenchmark(file, { files: hostFiles, notify: () => {} })
      const items = benchmark.items
        .filter((item): item is CallItem => item.kind === 'call')
        .map((item) => ({ item, task: callTaskOf(item) }))
      const tasks = items.map(({ task }) => task)
      const said = { kind: 'text' as const, text: '' }
      const outputs = tasks.map(({ id }): Output => ({ id, said, stopReason: 'stop', where: '' }))
      const request = { outputs, partial: false, dialect: pythonic, seed: 0, resamples: 1 }
      const ours = floorOf((await scoreOutputs({ ...request, tasks })).scores, 'exact')
      const theirs = floorOf((await scoreBfcl({ ...request, items })).scores, 'accuracy')
      const name = ours.value === 0 ? 'none above 0' : ours.null
      expect(readFileSync('docs/bfcl.md', 'utf8')).toContain(
        `| ${category} | ${tasks.length} | ${name} | ${percent(ours.value)} % | ${percent(theirs.value)} % |`,
      )
    },
  )
})

function percent(value: number): string {
  return (100 * value).toFixed(1)
}

function floorOf(
  scores: readonly Score[],
  metric: string,
): { readonly null: string; readonly value: number } {
  const score = scores.find((one) => one.metric === metric && one.group === undefined)
  if (score?.kind !== 'scored' || score.floor === undefined) throw new Error(`no floor of ${metric}`)
  return score.floor
}
