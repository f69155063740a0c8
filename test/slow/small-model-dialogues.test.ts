import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTemplates } from '../../src/adapters/chat-template.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { ggufKind } from '../../src/adapters/models/gguf.js'
import { scriptedKind } from '../../src/adapters/models/scripted.js'
import { runConverse } from '../../src/cli/commands/converse-run.js'
import type { ConverseFlags } from '../../src/cli/converse/converse-flags.js'
import { buildProgram } from '../../src/cli/program.js'
import { recordCli } from '../contract/cli-run.js'
import { testHost } from '../contract/run-fixtures.js'

/*
 * Agents that know gold, nothing or a script, and a real model beside them, in code and in JSON: SmolLM2-135M-Instruct,
 * which was not trained for any of it. Nothing is expected of its scores but that they are there; they are printed as
 * they are. Needs `npm ci --prefix test/assets/local-models` and `node test/assets/chat-templates.mjs`.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const model = resolve('.cache/chat-templates/smollm2/model.gguf')
const isReady = existsSync(model) && existsSync(join(peers, 'node_modules/node-llama-cpp'))

const folder = mkdtempSync(join(tmpdir(), 'assay-small-dialogues-'))
const script = join(folder, 'script.json')
const before = process.env.ASSAY_PEERS

const modes = ['code', 'json'] as const
const runs = modes.flatMap((mode) =>
  ['gold', 'silent', 'script', 'smollm2-135m'].map((who) => ({ mode, who })),
)
const place = ({ mode, who }: (typeof runs)[number]): string => join(folder, `${who}-${mode}`)

const flagsOf = ({ mode, who }: (typeof runs)[number]): Partial<ConverseFlags> => {
  if (who === 'gold' || who === 'silent') return { subject: who, mode }
  const asked = { label: who, mode, maxTokensOut: 96, ...(mode === 'code' ? { shots: 1 } : {}) }
  if (who === 'script') return { ...asked, subject: `scripted:${script}` }
  const prompted = mode === 'json' ? { toolsInPrompt: true as const, maxSteps: 1 } : {}
  return { ...asked, ...prompted, subject: `gguf:${model}`, dialect: 'hermes' }
}

async function play(output: string, flags: Partial<ConverseFlags>): Promise<void> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  await runConverse(
    {
      pack: 'security-desk',
      small: true,
      concurrency: 1,
      timeout: 120,
      resamples: 200,
      quiet: true,
      output,
      ...flags,
    },
    cli.context,
    testHost(() => Promise.reject(new Error('nobody')), {
      kinds: [scriptedKind, ggufKind],
      templates: hostTemplates(),
    }),
  )
  expect(cli.exitCode(), cli.err()).toBe(0)
}

/** A line of an item up to the second line of the user. */
function shortened(line: string): string {
  const item = JSON.parse(line)
  const second = item.turns.findIndex(
    ({ role }: { role: string }, index: number) =>
      role === 'user' && item.turns.slice(0, index).some((one: { role: string }) => one.role === 'user'),
  )
  return `${JSON.stringify({ ...item, turns: item.turns.slice(0, second + 1) })}\n`
}

describe.skipIf(!isReady)('SmolLM2-135M-Instruct plays dialogues', () => {
  let table = ''
  let documents: readonly {
    readonly subject: string
    readonly details: { readonly counts: { readonly turns: number; readonly unmeasured: number } }
    readonly scores: readonly { readonly metric: string; readonly group?: string; readonly value?: number }[]
  }[] = []

  beforeAll(async () => {
    process.env.ASSAY_PEERS = peers
    writeFileSync(script, JSON.stringify({ otherwise: '<CODE>\nprint("No planning needed")\n</CODE>' }))
    // Two turns of two dialogues show that all of it holds together; prompts of 4,500 tokens take a thread a while.
    await play(join(folder, 'made'), { subject: 'gold', category: ['ticket'] })
    const made = readFileSync(join(folder, 'made', 'items.jsonl'), 'utf8').split('\n')
    const items = join(folder, 'items.jsonl')
    writeFileSync(items, made.slice(0, 2).map(shortened).join(''))
    for (const run of runs) await play(place(run), { items, ...flagsOf(run) })
    const score = async (...more: readonly string[]): Promise<string> => {
      const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
      const argv = ['node', 'assay', 'score', ...runs.map(place), '--resamples', '200', ...more]
      await buildProgram(cli.context).parseAsync(argv)
      return cli.out()
    }
    table = await score()
    documents = JSON.parse(await score('--json'))
    process.stdout.write(table)
  }, 900_000)
  afterAll(() => {
    if (before === undefined) delete process.env.ASSAY_PEERS
    else process.env.ASSAY_PEERS = before
    rmSync(folder, { recursive: true, force: true })
  })

  it('and stands beside gold, silence and a script, in code and in JSON', () => {
    const header = table.split('\n').find((line) => line.startsWith('right '))
    for (const { mode, who } of runs) expect(header).toContain(`${who} ${mode}`)
    expect(header?.match(/\bfloor\b/g)).toHaveLength(1)
  })

  it('answers every turn, and gold is right at all of them', () => {
    expect(documents).toHaveLength(runs.length)
    for (const [index, { subject, details, scores }] of documents.entries()) {
      expect(details.counts).toMatchObject({ unmeasured: 0, turns: documents[0]?.details.counts.turns })
      const correct = scores.find(({ metric, group }) => metric === 'turn-correct' && group === undefined)
      expect(correct?.value, `${subject} ${runs[index]?.mode}`).toBeTypeOf('number')
      if (subject === 'gold') expect(correct?.value).toBe(1)
    }
  })

  it('has kept what it said, verbatim', () => {
    for (const mode of modes) {
      const lines = readFileSync(join(place({ mode, who: 'smollm2-135m' }), 'turns.jsonl'), 'utf8').trim()
      for (const line of lines.split('\n')) {
        const { record } = JSON.parse(line)
        expect(record.mode).toBe(mode)
        expect(typeof record.steps[0].output.text).toBe('string')
      }
    }
  })
})
