import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskCallItems, deskMcqItems, deskTalkItems, deskTools } from '../generators/desk-items.js'

/*
 * A real model from one end to the other, by the built command: SmolLM2-135M-Instruct, which was not trained to call
 * tools. Nothing is expected of its scores but that they are there; they are printed as they are. Needs
 * `npm run build`, `npm ci --prefix test/assets/local-models` and `node test/assets/chat-templates.mjs`.
 */
const command = promisify(execFile)
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const model = resolve('.cache/chat-templates/smollm2/model.gguf')
const isReady =
  existsSync('dist/cli/main.js') &&
  existsSync(model) &&
  existsSync(join(peers, 'node_modules/node-llama-cpp'))

const folder = mkdtempSync(join(tmpdir(), 'assay-small-model-'))
const run = join(folder, 'run')
const scoresPath = join(folder, 'scores.json')

interface PrintedScore {
  readonly kind: 'scored' | 'unscored'
  readonly metric: string
  readonly value?: number
  readonly n: number
  readonly group?: string
}

interface StoredLine {
  readonly item: string
  readonly output?: { readonly text?: string; readonly tokenIds?: readonly number[] }
  readonly firstTokens?: readonly { readonly text?: string; readonly logprob: number }[]
  readonly choices?: Readonly<Record<string, number>>
}

function assay(...argv: readonly string[]) {
  return command('node', ['bin/assay.js', ...argv, '--quiet'], {
    env: { ...process.env, ASSAY_PEERS: peers },
    maxBuffer: 64 * 1024 * 1024,
  })
}

const linesOf = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe.skipIf(!isReady)('SmolLM2-135M-Instruct answers 100 items', () => {
  let samples: readonly StoredLine[] = []
  let scores: readonly PrintedScore[] = []

  beforeAll(async () => {
    writeFileSync(join(folder, 'tools.jsonl'), linesOf(deskTools()))
    writeFileSync(join(folder, 'calls.jsonl'), linesOf([...deskCallItems(), ...deskTalkItems()]))
    writeFileSync(join(folder, 'mcq.jsonl'), linesOf(deskMcqItems()))
    const asked = ['--items', join(folder, 'calls.jsonl'), '--items', join(folder, 'mcq.jsonl')]
    const subject = ['--subject', `gguf:${model}`, '--dialect', 'hermes', '--label', 'smollm2-135m']
    const catalog = ['--catalog', join(folder, 'tools.jsonl')]
    await assay('run', ...asked, ...subject, ...catalog, '--max-tokens-out', '48', '--no-cache', '-o', run)
    const { stdout } = await assay('score', run, '--json', '-o', scoresPath)
    const document: unknown = JSON.parse(stdout)
    const documents = (Array.isArray(document) ? document : [document]) as readonly {
      readonly scores: readonly PrintedScore[]
    }[]
    scores = documents.flatMap((one) => one.scores)
    samples = readFileSync(join(run, 'samples.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as StoredLine)
  }, 1_800_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('keeps each answer with its token ids, and the probabilities of its first token', () => {
    expect(samples).toHaveLength(100)
    expect(new Set(samples.map(({ item }) => item)).size).toBe(100)
    for (const { item, output, firstTokens, choices } of samples) {
      if (choices !== undefined) {
        expect(Object.keys(choices), item).toEqual(['A', 'B', 'C', 'D'])
        continue
      }
      expect(output?.tokenIds?.length, item).toBeGreaterThan(0)
      expect(firstTokens?.length, item).toBeGreaterThan(0)
      for (const { logprob } of firstTokens ?? []) expect(logprob).toBeLessThanOrEqual(0)
    }
  })

  it('scores all of them, whatever they are', () => {
    const of = (metric: string) =>
      scores.find((score) => score.metric === metric && score.group === undefined)
    for (const [metric, n] of [
      ['exact', 60],
      ['call-exact', 40],
      ['false-call-rate', 20],
      ['accuracy', 40],
    ] as const) {
      expect(of(metric), metric).toMatchObject({ kind: 'scored', n })
    }
    const shown = scores
      .filter(({ group }) => group === undefined)
      .map(
        ({ metric, value, n }) =>
          `${metric} ${value === undefined ? 'unscored' : (100 * value).toFixed(1)} (n = ${n})`,
      )
    const likeliest = samples.flatMap(({ firstTokens = [], choices }) =>
      choices === undefined ? Math.exp(Math.max(...firstTokens.map(({ logprob }) => logprob))) : [],
    )
    const mean = likeliest.reduce((sum, one) => sum + one, 0) / likeliest.length
    const said = samples.slice(0, 5).map(({ item, output }) => `  ${item}: ${JSON.stringify(output?.text)}`)
    process.stdout.write(
      `P(likeliest first token), mean of ${likeliest.length}: ${mean.toFixed(3)}\n${said.join('\n')}\n`,
    )
    expect(mean).toBeGreaterThan(0)
    expect(mean).toBeLessThanOrEqual(1)
    process.stdout.write(`SmolLM2-135M-Instruct, as it is: ${shown.join(' · ')}\n`)
  })

  it('asks nothing a second time', async () => {
    const before = readFileSync(join(run, 'samples.jsonl'), 'utf8')
    await assay('run', '--resume', run)
    expect(readFileSync(join(run, 'samples.jsonl'), 'utf8')).toBe(before)
  }, 300_000)
})
