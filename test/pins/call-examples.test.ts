import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { buildProgram } from '../../src/cli/program.js'
import { recordCli } from '../contract/cli-run.js'

interface PrintedScore {
  readonly metric: string
  readonly value: number
  readonly floor?: { readonly null: string; readonly verdict: string }
}

async function scoresOf(outputs: string): Promise<ReadonlyMap<string, PrintedScore>> {
  const record = recordCli(hostFiles)
  const argv = ['score', 'calls', '--items', 'examples/calls/items.jsonl', '--outputs', outputs, '--json']
  await buildProgram(record.context).parseAsync([
    'node',
    'assay',
    ...argv,
    ...['--catalog', 'examples/calls/tools.jsonl', '--dialect', 'hermes'],
  ])
  const { scores } = JSON.parse(record.out()) as { scores: readonly PrintedScore[] }
  return new Map(scores.map((score) => [score.metric, score]))
}

describe('examples/calls', () => {
  it('shows what the README says: one keyword score, and all the difference in calls', async () => {
    const [talker, caller] = [
      await scoresOf('examples/calls/talker.jsonl'),
      await scoresOf('examples/calls/caller.jsonl'),
    ]
    expect(talker.get('keyword-released')?.value).toBe(31 / 32)
    expect(caller.get('keyword-released')?.value).toBe(31 / 32)
    expect(talker.get('call-exact')).toMatchObject({ value: 0, floor: { verdict: 'below-floor' } })
    expect(caller.get('call-exact')).toMatchObject({ value: 20 / 24, floor: { verdict: 'above-floor' } })
    expect(talker.get('exact')).toMatchObject({ value: 8 / 32, floor: { verdict: 'at-floor' } })
    expect(caller.get('exact')).toMatchObject({ value: 28 / 32, floor: { verdict: 'above-floor' } })
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(
      'keyword-released    96.9 [84.3, 99.4]   at-floor     96.9 [84.3, 99.4]   at-floor',
    )
    expect(readme).toContain(
      'call-exact           0.0 [0.0, 13.8]    below-floor  83.3 [64.1, 93.3]   above-floor',
    )
  })
})
