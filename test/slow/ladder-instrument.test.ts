import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostFileParts } from '../../src/adapters/checkpoint-files.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { openCheckpoint } from '../../src/checkpoint/open-checkpoint.js'
import { layouts } from '../../src/checkpoint/tensor.js'
import type { LadderFlags } from '../../src/cli/ladder/ladder-flags.js'
import { runLadder } from '../../src/cli/ladder/ladder-run.js'
import type { LadderDocument } from '../../src/ladder/ladder-document.js'
import { randomStream, shuffled } from '../../src/numeric/random.js'
import { recordCli } from '../contract/cli-run.js'

/*
 * Planted faults of weights and conversions. Needs `npm ci --prefix test/assets/local-models` and the weights in
 * reference/models.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))
const weightsOf = (name: string): string => `reference/models/${name}/model.gguf`

async function ladder(flags: Partial<LadderFlags>): Promise<LadderDocument> {
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
  const base = { size: 'quick', concurrency: 4, timeout: 60, seed: 0, json: true, quiet: true } as const
  await runLadder({ ...base, ...flags }, cli.context)
  expect(cli.exitCode()).toBe(0)
  return JSON.parse(cli.out()) as LadderDocument
}

/** The same file with the weights of each tensor in a random order. */
async function shuffledWeights(from: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(readFileSync(from))
  const { tensors } = await openCheckpoint(from, { files: hostFiles, parts: hostFileParts })
  for (const { name, dtype, start, sizeBytes } of tensors) {
    const size = layouts[dtype].sizeBytes
    const weights = Array.from({ length: sizeBytes / size }, (_, at) =>
      bytes.slice(start + at * size, start + (at + 1) * size),
    )
    for (const [at, weight] of shuffled(weights, randomStream(0, name)).entries())
      bytes.set(weight, start + at * size)
  }
  return bytes
}

/** The same file with another value of a float32 setting. */
function patched(from: string, key: string, value: number): Uint8Array {
  const bytes = readFileSync(from)
  const at = bytes.indexOf(key) + key.length
  expect(bytes.readUInt32LE(at), `${key} is a float32`).toBe(6)
  bytes.writeFloatLE(value, at + 4)
  return bytes
}

describe.skipIf(!hasEngine)('what rung 0 asks (needs npm ci --prefix test/assets/local-models)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-instrument-'))
  const at = (name: string): string => join(folder, name)
  const corpus = 'reference/ladder/corpus.jsonl'
  const only = new Set([0] as const)
  const codesOf = ({ rungs }: LadderDocument) => rungs[0]?.findings.map(({ code }) => code) ?? []
  const table = ({ rungs }: LadderDocument, id: string) => rungs[0]?.tables.find((one) => one.id === id)

  beforeAll(() => {
    process.env.ASSAY_PEERS = peers
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.skipIf(!existsSync(weightsOf('caller')))(
    'weights of a caller in a random order are unmeasured, its own are not, and judging again asks nobody',
    async () => {
      writeFileSync(at('shuffled.gguf'), await shuffledWeights(weightsOf('caller')))
      const wrong = await ladder({
        corpus,
        subject: `gguf:${at('shuffled.gguf')}`,
        rungs: only,
        output: at('wrong'),
      })
      expect(wrong.verdict).toBe('unmeasured')
      expect(codesOf(wrong)).toContain('weights-wrong')
      const own = await ladder({
        corpus,
        subject: `gguf:${weightsOf('caller')}`,
        rungs: only,
        output: at('own'),
      })
      expect(codesOf(own).filter((code) => /weights|unlikely/.test(code))).toEqual([])
      const rows = table(own, 'training-loss')?.rows ?? []
      expect(rows).toHaveLength(8 + 4)
      expect(Number(rows.find(([name]) => name === 'all')?.at(-1))).toBeLessThan(0.1)
      renameSync(at('shuffled.gguf'), at('gone.gguf'))
      const again = await ladder({ from: at('wrong') })
      expect(again.verdict).toBe('unmeasured')
      expect(again.rungs[0]).toEqual(wrong.rungs[0])
    },
  )

  it.skipIf(!existsSync(weightsOf('talker')))(
    'a model that was never taught to call is told, and not taken for wrong weights',
    async () => {
      const talker = await ladder({
        ...{ corpus, subject: `gguf:${weightsOf('talker')}`, rungs: only, output: at('talker') },
      })
      expect(codesOf(talker)).toContain('training-rows-unlikely')
      expect(talker.verdict).not.toBe('unmeasured')
    },
  )

  it.skipIf(!existsSync(weightsOf('caller')))(
    'rotary positions that a conversion changed are seen on the served path, a mere copy is not',
    async () => {
      const served = async (name: string, bytes: Uint8Array) => {
        writeFileSync(at(name), bytes)
        const subject = `gguf:${weightsOf('caller')}`
        return ladder({ corpus, subject, served: `gguf:${at(name)}`, rungs: only, output: at(`as-${name}`) })
      }
      const copy = await served('copy.gguf', readFileSync(weightsOf('caller')))
      expect(codesOf(copy)).not.toContain('logits-differ')
      expect(table(copy, 'logit-parity')?.rows.map((row) => row.slice(1))).toEqual(
        Array.from({ length: 4 }, () => ['one text', 'same', 20, '0.0000']),
      )
      const turned = await served(
        'turned.gguf',
        patched(weightsOf('caller'), 'llama.rope.freq_base', 500_000),
      )
      expect(codesOf(turned)).toContain('logits-differ')
      expect(turned.verdict).not.toBe('unmeasured')
    },
  )
})
