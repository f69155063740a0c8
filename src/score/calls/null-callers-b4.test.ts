import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import { readKeywords } from '../../toolcall/keyword.js'
import { toolTable } from '../../toolcall/tool-table.js'
import { judgeCalls } from './call-verdict.js'
import { OutputReader } from './read-output.js'

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'vectrayx')

/** The six tools that the released harness declares, in its order. */
const TOOLS = [
  'nvd_get_cve',
  'nvd_search',
  'cisa_kev_check',
  'mitre_get_technique',
  'otx_check_ioc',
  'bash_exec',
]

/** Words of our own that declare the tools as the harness does: a line each, and an example call. */
const SYSTEM = `Tools:\n${TOOLS.map((name) => `- ${name}`).join('\n')}\nExample: {"name": "nvd_get_cve", "args": {}}`

describe.skipIf(!existsSync(data))(
  'null callers on the VectraYX B4 files (needs ASSAY_DATA/vectrayx)',
  () => {
    // From ladder.md §4.1, columns B4-200 and B4-v2, both keyword rules to three decimals.
    it.each([
      ['eval_data/b4_tooluse.jsonl', 200, 0.2, 0.2],
      ['corpus/b4_tooluse_v2.jsonl', 50, 0.06, 0.6],
    ] as const)('score on %s what was published', (file, n, first, most) => {
      const tasks = readTasks(join(data, file))
      expect(tasks).toHaveLength(n)
      const scores = Object.fromEntries(nullCallers.map(({ id }) => [id, keywordScores(id, tasks)]))
      expect(scores).toMatchObject({
        silent: { released: 0, anywhere: 0 },
        greeting: { released: 0, anywhere: 0 },
        echo: { released: 0, anywhere: 0 },
        'echo-all': { released: first, anywhere: 1 },
        'list-all': { released: first, anywhere: 1 },
        'name-in-prose': { released: 1, anywhere: 1 },
        'constant-in-prose': { released: most, anywhere: most },
      })
    })

    it('score nothing for a call that none of them makes', () => {
      const tasks = readTasks(join(data, 'eval_data/b4_tooluse.jsonl'))
      for (const caller of nullCallers.filter(({ id }) => id !== 'constant')) {
        const answer = caller.prepare(tasks)
        const reader = new OutputReader({})
        const verdicts = tasks.map((task) => judgeCalls(task, reader.readNull(task, answer(task))))
        expect(verdicts.filter(({ match }) => match)).toEqual([])
      }
    })
  },
)

describe('the keyword rule of the released harness', () => {
  it('credits what the harness credited, on its own B4 verdicts', () => {
    const lines = readFileSync('test/fixtures/oracles/vectrayx-harness.jsonl', 'utf8').trimEnd().split('\n')
    const tools = toolTable(TOOLS.map((name) => ({ name, inputSchema: { type: 'object' } })))
    const verdicts = lines.map((line) => JSON.parse(line) as HarnessLine).filter(({ test }) => test === 'b4')
    expect(verdicts).toHaveLength(614)
    const differing = verdicts.filter(({ item, output, score }) => {
      const isCredited = readKeywords(output, tools).released === (item.expected_tool ?? null)
      return (isCredited ? 1 : 0) !== score
    })
    expect(differing.map(({ id }) => id)).toEqual([])
  })
})

interface HarnessLine {
  readonly id: string
  readonly test: string
  readonly item: { readonly expected_tool?: string | null }
  readonly output: string
  readonly score: number
}

function readTasks(path: string): readonly CallTask[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line, index) => {
    const { prompt, question, expected_tool: tool } = JSON.parse(line) as Record<string, string>
    const id = String(index)
    const json = {
      id,
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: prompt ?? question ?? '' },
      ],
      tools: TOOLS,
      gold: { calls: [{ name: tool ?? '', arguments: {} }] },
    }
    return callTaskOf({ kind: 'call', id, json })
  })
}

function keywordScores(id: string, tasks: readonly CallTask[]): { released: number; anywhere: number } {
  const answer = nullCallers.find((caller) => caller.id === id)?.prepare(tasks)
  if (answer === undefined) throw new Error(`no null caller ${id}`)
  const reader = new OutputReader({})
  const credits = tasks.map((task) => judgeCalls(task, reader.readNull(task, answer(task))).keyword)
  const share = (rule: 'released' | 'anywhere'): number =>
    Number((credits.filter((credit) => credit?.[rule]).length / tasks.length).toFixed(3))
  return { released: share('released'), anywhere: share('anywhere') }
}
