import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { buildProgram } from '../../src/cli/program.js'
import type { LadderDocument } from '../../src/ladder/ladder-document.js'
import { recordCli } from '../contract/cli-run.js'

/*
 * The whole ladder on reference subjects. Needs `npm ci --prefix test/assets/local-models` and the weights in
 * reference/models.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))
const LONGEST_MS = 120_000

async function ladder(...argv: readonly string[]): Promise<LadderDocument> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  await buildProgram(cli.context).parseAsync(['node', 'assay', 'ladder', '--json', ...argv])
  expect(cli.exitCode()).toBe(0)
  return JSON.parse(cli.out()) as LadderDocument
}

describe.skipIf(!hasEngine)(
  'the ladder on reference subjects (needs npm ci --prefix test/assets/local-models)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-ladder-reference-'))
    beforeAll(() => {
      process.env.ASSAY_PEERS = peers
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    for (const [name, verdict] of [
      ['caller', 'capable'],
      ['talker', 'false-positive'],
    ] as const) {
      const weights = `reference/models/${name}/model.gguf`
      it.skipIf(!existsSync(weights))(
        `${name} is ${verdict} in under two minutes, and judging again asks nobody (needs ${weights})`,
        async () => {
          const model = join(folder, `${name}.gguf`)
          cpSync(weights, model)
          const out = join(folder, name)
          const started = performance.now()
          const first = await ladder(
            ...['--corpus', 'reference/ladder/corpus.jsonl', '--size', 'quick', '--subject', `gguf:${model}`],
            ...['--novel', 'reference/ladder/novel.jsonl', '--suppression', 'reference/ladder/no-call.jsonl'],
            ...['-o', out],
          )
          expect(performance.now() - started).toBeLessThan(LONGEST_MS)
          expect(first.verdict, first.because).toBe(verdict)
          expect(first.rungs.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5])
          expect(first.batteries.every(({ missing }) => missing === 0)).toBe(true)
          expect(
            first.rungs[4]?.evidence.some(({ kind, metric }) => kind === 'scored' && metric === 'p-first'),
          ).toBe(true)
          const journal = readFileSync(join(out, 'answers', 'samples.jsonl'))
          renameSync(model, `${model}.gone`)
          const again = await ladder('--from', out)
          expect({ ...again, createdAt: '' }).toEqual({ ...first, createdAt: '' })
          expect(readFileSync(join(out, 'answers', 'samples.jsonl')).equals(journal)).toBe(true)
        },
      )
    }
  },
)
