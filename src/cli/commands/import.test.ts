import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { scratchFolder } from '../../../test/contract/run-fixtures.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { buildProgram } from '../program.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  scratch = await scratchFolder()
})
afterEach(() => scratch.remove())

const LOGS = 'test/fixtures/logs'

async function assay(...argv: readonly string[]) {
  const cli = recordCli(hostFiles, { clock: hostClock })
  const error: unknown = await buildProgram(cli.context)
    .parseAsync(['node', 'assay', ...argv])
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  return { out: cli.out(), err: cli.err(), error }
}

const place = (name: string) => join(scratch.path, name)

interface PrintedScore {
  readonly kind: string
  readonly metric: string
  readonly value?: number
  readonly reason?: string
  readonly n: number
}

async function scoresOf(folder: string): Promise<ReadonlyMap<string, PrintedScore>> {
  const { out, error } = await assay('score', folder, '--json')
  expect(error).toBeUndefined()
  const { scores } = JSON.parse(out) as { readonly scores: readonly PrintedScore[] }
  return new Map(scores.map((score) => [score.metric, score]))
}

describe('assay import', () => {
  it('writes runs that score, compare and report take as they are', async () => {
    const { out, err, error } = await assay('import', `${LOGS}/requests.jsonl`, '-o', place('theirs'))
    expect(error).toBeUndefined()
    expect(out).toMatch(/8 exchanges · 4 items · gold unknown for 4/)
    expect(out).toMatch(/Preflight was not done/)
    expect(err).toMatch(/image_url[^]*line 7[^]*form of a key[^]*line 8/)
    const scores = await scoresOf(place('theirs/gpt-4o-mini'))
    expect(scores.get('exact')).toMatchObject({ kind: 'unscored', reason: 'no item says what is right' })
    // Of three attempts one was cut by the limit, and of the two whole ones one breaks its schema.
    expect(scores.get('well-formed')).toMatchObject({ kind: 'scored', value: 1 })
    expect(scores.get('schema-valid')).toMatchObject({ kind: 'scored', value: 0.5 })
    expect(scores.get('truncated')).toMatchObject({ kind: 'scored', value: 0.25 })
    const report = await assay('report', place('theirs/gpt-4o'), place('theirs/gpt-4o-mini'), '--json')
    expect(report.error).toBeUndefined()
    expect(report.out).toContain('The log holds no answer to 1 of the questions.')
  })

  it('points at nothing above where --quiet told nothing', async () => {
    const { out, err } = await assay('import', `${LOGS}/requests.jsonl`, '-o', place('theirs'), '--quiet')
    expect(err).toBe('')
    expect(out).toContain('What was left out or changed is told in items/benchmark.json.')
    expect(out).not.toContain('above')
  })

  it('scores others against recorded gold, and the recorded model not at all', async () => {
    const flags = ['--gold', 'recorded', '--gold-of', 'gpt-4o']
    const { error, out } = await assay(
      'import',
      `${LOGS}/requests.jsonl`,
      '-o',
      place('theirs'),
      ...flags,
      '--json',
    )
    expect(error).toBeUndefined()
    expect(JSON.parse(out)).toMatchObject({
      schema: 'assay.import/1',
      formats: ['requests'],
      benchmark: { items: 4, gold: { stated: 0, recorded: 3, unknown: 1 } },
      notices: [
        { code: 'content-dropped', count: 1 },
        { code: 'key-masked', count: 1 },
      ],
    })
    expect((await scoresOf(place('theirs/gpt-4o-mini'))).get('exact')).toMatchObject({
      kind: 'scored',
      value: 2 / 3,
      n: 3,
    })
    expect((await scoresOf(place('theirs/gpt-4o'))).get('exact')).toMatchObject({
      kind: 'unscored',
      reason: expect.stringContaining('gold-is-own-answers'),
    })
  })

  it('reads promptfoo results, whose asserts are gold, and inspect logs with epochs as trials', async () => {
    await assay('import', `${LOGS}/promptfoo/output.json`, '-o', place('foo'))
    const foo = await scoresOf(place('foo/openai-chat-gpt-4o-mini'))
    expect(foo.get('selection')).toMatchObject({ value: 1, n: 3 })
    expect(foo.get('call-exact')).toMatchObject({ value: 2 / 3, n: 3 })
    expect(foo.get('arguments')).toMatchObject({
      kind: 'unscored',
      reason: expect.stringMatching(/which arguments/),
    })
    const { out } = await assay('import', `${LOGS}/inspect-concierge.eval`, '-o', place('log'), '--json')
    expect(JSON.parse(out)).toMatchObject({
      runs: [{ subject: 'mockllm/model', items: 4, trials: 2, samples: 8, errors: 1 }],
    })
    const run = JSON.parse(await readFile(place('log/mockllm-model/run.json'), 'utf8'))
    expect(run.importedFrom).toMatchObject({
      format: 'inspect',
      version: '0.3.285',
      files: [{ name: 'inspect-concierge.eval' }],
    })
    expect(run.settings).toMatchObject({ maxTokens: 200, temperature: 0 })
  })

  it('joins the files of a batch, in whatever order they are named', async () => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
    await writeFile(place('in.jsonl'), `${JSON.stringify({ custom_id: 'a', body })}\n`)
    const answer = { choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] }
    await writeFile(
      place('out.jsonl'),
      `${JSON.stringify({ custom_id: 'a', response: { status_code: 200, body: answer } })}\n`,
    )
    const { error } = await assay('import', place('out.jsonl'), place('in.jsonl'), '-o', place('batch'))
    expect(error).toBeUndefined()
    expect((await readFile(place('batch/m/samples.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(1)
    expect(await assay('import', place('out.jsonl'), '-o', place('half'))).toMatchObject({
      error: { code: 'log-empty', message: expect.stringContaining('name the file of its requests') },
    })
  })

  it('lets other subjects be asked what a log asked', async () => {
    await assay('import', `${LOGS}/requests.jsonl`, '-o', place('theirs'))
    const items = (await readFile(place('theirs/items/items.jsonl'), 'utf8')).trim().split('\n')
    const answers = items.map((line) => JSON.stringify({ id: JSON.parse(line).id, text: 'No.' }))
    await writeFile(place('answers.jsonl'), `${answers.join('\n')}\n`)
    const asked = await assay(
      'run',
      '--items',
      `${LOGS}/requests.jsonl`,
      '--subject',
      `replay:${place('answers.jsonl')}`,
      '-o',
      place('mine'),
    )
    expect(asked.error).toBeUndefined()
    expect(asked.out).toMatch(/4 samples kept/)
  })

  it('refuses a folder that is not empty, a log that is none, and gold of nobody, and leaves nothing behind', async () => {
    await mkdir(place('full'))
    await writeFile(place('full/a'), '')
    const log = `${LOGS}/requests.jsonl`
    expect(await assay('import', log, '-o', place('full'))).toMatchObject({ error: { code: 'run-exists' } })
    expect(await assay('import', 'README.md', '-o', place('none'))).toMatchObject({
      error: { code: 'log-unknown' },
    })
    expect(await assay('import', log, '-o', place('none'), '--gold-of', 'm')).toMatchObject({
      error: { code: 'flags-clash' },
    })
    expect(await assay('import', log, '-o', place('none'), '--format', 'x')).toMatchObject({
      error: { code: 'format-unknown' },
    })
    expect(await assay('import', log, '-o', place('none'), '--gold', 'recorded')).toMatchObject({
      error: { code: 'gold-whose' },
    })
    const config = `${LOGS}/promptfoo/promptfooconfig.yaml`
    expect(await assay('import', config, '-o', place('none'))).toMatchObject({
      error: { code: 'log-unanswered' },
    })
    const left = await readdir(scratch.path, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['a'])
    expect((await assay('import', log, '-o', place('none'))).error).toBeUndefined()
  })

  it('does not go on with a run that somebody else carried out', async () => {
    await assay('import', `${LOGS}/requests.jsonl`, '-o', place('theirs'))
    expect(await assay('run', '--resume', place('theirs/gpt-4o'))).toMatchObject({
      error: { code: 'run-imported' },
    })
  })
})
