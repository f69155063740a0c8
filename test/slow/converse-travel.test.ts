import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHash } from '../../src/adapters/hash.js'
import { scriptedKind } from '../../src/adapters/models/scripted.js'
import { codePrompt } from '../../src/agent/agents/code-agent.js'
import { toolDeclarations } from '../../src/agent/agents/tool-declarations.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { executePlan } from '../../src/agent/execute-plan.js'
import { runConverse } from '../../src/cli/commands/converse-run.js'
import type { ConverseFlags } from '../../src/cli/converse/converse-flags.js'
import { converseShots } from '../../src/cli/converse/converse-shots.js'
import { type OpenedPack, openPack } from '../../src/cli/packs.js'
import { recordCli } from '../contract/cli-run.js'
import { testHost } from '../contract/run-fixtures.js'

const scratch = mkdtempSync(join(tmpdir(), 'assay-converse-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const context = () => recordCli(undefined, { files: hostFiles, clock: hostClock })

async function run(name: string, flags: Partial<ConverseFlags>) {
  const cli = context()
  const folder = join(scratch, name)
  const host = testHost(
    () => {
      throw new Error('nobody is asked')
    },
    { kinds: [scriptedKind] },
  )
  await runConverse(
    {
      concurrency: 8,
      timeout: 30,
      resamples: 200,
      json: true,
      ...(flags.resume === undefined ? { pack: 'travel', small: true, output: folder } : {}),
      ...flags,
    },
    cli.context,
    host,
  )
  return { document: JSON.parse(cli.out()), folder, exitCode: cli.exitCode() }
}

const main = (document: { readonly scores: readonly { metric: string; group?: string; value?: number }[] }) =>
  new Map(
    document.scores.flatMap(({ metric, group, value }) =>
      group === undefined && value !== undefined ? [[metric, value] as const] : [],
    ),
  )

describe('the small test set of travel', () => {
  it.each([
    ['code', {}],
    ['json', { mode: 'json' }],
    ['code, free-running', { freeRunning: true }],
    ['json, free-running', { mode: 'json', freeRunning: true }],
  ] as const)('gold is right in every way: %s', async (name, flags) => {
    const { document, folder } = await run(name.replace(/\W/g, '-'), { subject: 'gold', ...flags })
    expect(document.details.counts).toMatchObject({ dialogues: 360, unmeasured: 0 })
    for (const { metric, kind, better, value, group } of document.scores) {
      // The released evaluator holds a right "nothing to do" for code that did not run.
      if (kind !== 'scored' || better !== 'higher' || metric.startsWith('compat-')) continue
      expect(value, `${metric} ${group ?? ''}`).toBe(1)
    }
    expect(readdirSync(join(folder, 'transcripts'))).toHaveLength(360)
  })

  it.each(['silent', 'no-op', 'always-seek', 're-search'] as const)(
    '%s is far from it, and scores what its floor says',
    async (subject) => {
      const { document } = await run(subject, { subject })
      const scores = main(document)
      expect(scores.get('turn-correct')).toBeLessThan(0.5)
      expect(scores.get('tool-recall')).toBeLessThan(0.9)
      const floor = document.details.nulls.find(({ id }: { id: string }) => id === subject)
      for (const metric of ['turn-correct', 'tool-recall', 'act-accuracy', 'state-em']) {
        const own = floor.values.find(
          (one: { metric: string; group?: string }) => one.metric === metric && one.group === undefined,
        )
        expect(own.value, metric).toBeCloseTo(scores.get(metric) ?? Number.NaN, 9)
      }
    },
  )
})

describe('the prompt of travel', () => {
  let pack: OpenedPack
  beforeAll(async () => {
    pack = await openPack(
      { spec: 'travel', size: 'small', seed: 0, semantics: 'strict', isTyped: true },
      context().context,
    )
  })

  it('has examples that all parse and run, the first five those of five', async () => {
    const opening = { pack, seed: 0, language: undefined }
    const shots = await converseShots({ ...opening, count: 13 }, context().context)
    expect(shots).toHaveLength(13)
    expect(await converseShots({ ...opening, count: 5 }, context().context)).toEqual(shots.slice(0, 5))
    expect(new Set(shots.map(({ code }) => code)).size).toBe(13)
    for (const { code, cache } of shots) {
      // Of the cache an example shows the summaries alone, so only what starts from nothing can be run again by itself.
      if (cache.length > 0) continue
      const { execution } = await executePlan({
        code,
        world: pack.world,
        cache: CacheState.empty,
        now: () => 0,
        hash: hostHash,
      })
      expect(execution.error, code).toBeUndefined()
    }
  })

  it('lists every tool once, and none that is not there', () => {
    const text = codePrompt(pack.world, [], { conversation: '[]', cache: '{}' })
    expect(text).not.toContain('find_nearest')
    for (const { name, examples } of pack.world.tools) {
      expect(text.match(new RegExp(`^\\d+\\. ${name}$`, 'gm'))).toHaveLength(1)
      for (const example of examples) expect(text).toContain(example)
    }
    expect(toolDeclarations(pack.world).map(({ name }) => name)).toEqual(
      pack.world.tools.map(({ name }) => name),
    )
  })
})
