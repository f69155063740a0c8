import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { pageExamples } from '../../../test/contract/page-examples.js'
import { askedRunFiles } from '../../../test/generators/asked-run.js'
import { nightlyRuns } from '../../../test/generators/nightly-runs.js'
import { storedRunFiles } from '../../../test/generators/stored-run.js'
import { exportCommand } from './export.js'
import { trendCommand } from './trend.js'

const questions = ['q1', 'q2'].map((id) => ({
  id,
  kind: 'qa',
  tool: 'weather',
  question: `Does ${id} hold?`,
  answer: 'yes',
}))

/** What the pages speak of, by path. */
function contents(): Record<string, string> {
  const all: Record<string, string> = {
    ...askedRunFiles({
      folder: 'runs/desk',
      trials: 2,
      items: questions,
      samples: questions.flatMap(({ id }) => [0, 1].map((trial) => ({ item: id, trial, said: 'yes' }))),
    }),
    ...askedRunFiles({
      folder: 'runs/find',
      tools: ['alpha', 'beta'],
      items: ['q1', 'q2'].map((id) => ({ id, kind: 'retrieval', query: id, gold: ['alpha'] })),
      samples: ['q1', 'q2'].map((item) => ({ item, said: 'beta\nalpha' })),
    }),
    'benchmarks/desk.jsonl': questions.map((item) => `${JSON.stringify(item)}\n`).join(''),
  }
  for (const spec of nightlyRuns) {
    for (const [name, text] of Object.entries(storedRunFiles(spec)))
      all[`runs/nightly/${spec.id}/${name}`] = text
  }
  return all
}

const examples = ['docs/trend.md', 'docs/exports.md'].flatMap((page) =>
  pageExamples(page).map((example) => ({ page, ...example })),
)

describe('the pages on trends and exports', () => {
  it('have examples', () => {
    expect(examples.map(({ page }) => page)).toEqual(['docs/trend.md', ...Array(3).fill('docs/exports.md')])
  })
  it.each(examples)('$page: $command prints what is written there', async ({ argv, output }) => {
    const clock = { now: () => Date.parse('2026-11-10T00:00:00Z'), sleep: async () => {} }
    const record = recordCli(memoryFiles(contents()), { clock })
    const program = new Command('assay').exitOverride()
    for (const command of [exportCommand, trendCommand]) command.register(program, record.context)
    await program.parseAsync(['node', 'assay', ...argv])
    expect(record.out()).toBe(output)
  })
})
