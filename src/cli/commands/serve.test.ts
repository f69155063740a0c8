import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { hostJournals } from '../../adapters/journal.js'
import { hostLocks } from '../../adapters/locks.js'
import type { WebServer } from '../../adapters/serve/web-server.js'
import type { AgreementView, DeskView } from '../../annotation/desk-view.js'
import type { ReportDocument } from '../../report/document.js'
import type { ItemPart, ItemsPart, LiveRuns } from '../../report/live/live-view.js'
import { readLiveAssets } from '../serve/live-assets.js'
import { RunShelf } from '../serve/run-shelf.js'
import { runAnnotate } from './annotate-run.js'
import { serveCommand } from './serve.js'
import { openServer, type ServeFlags } from './serve-run.js'

let base = ''
let root = ''
let server: WebServer | undefined
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-serve-'))
  root = join(base, 'runs')
  await mkdir(root)
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(base, { recursive: true, force: true })
})

const tool = (name: string) => ({
  name,
  inputSchema: { type: 'object', properties: { ticket: { type: 'integer' } } },
})
const call = (name: string, ticket: number): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: { ticket } })}\n</tool_call>`

const items = (count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `c${at}`,
      kind: 'call',
      messages: [{ role: 'user', content: `Close ${at}.` }],
      tools: [tool('close'), tool('open')],
      gold: { calls: [{ name: 'close', arguments: { ticket: at } }], order: 'any' },
    }),
  ).join('\n')

const sample = (at: number, more: object = {}): string =>
  `${JSON.stringify({
    benchmark: 'desk',
    item: `c${at}`,
    trial: 0,
    subject: 'desk-1',
    request: { hash: 'a' },
    decode: {},
    output: { text: `<b>I close</b> ${call(at % 2 === 0 ? 'close' : 'open', at)}`, stopReason: 'stop' },
    usage: { promptTokens: 10, completionTokens: 5 },
    cost: 0.01,
    timing: { startedMs: 0, durationMs: 20 },
    attempts: 1,
    ...more,
  })}\n`

async function writeRun(name: string, samples: readonly string[], more: object = {}): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  const bench = join(base, 'desk.jsonl')
  await writeFile(bench, items(4))
  const { fingerprint } = await import('../../benchmark/load.js').then(({ loadBenchmark }) =>
    loadBenchmark(bench, { files: hostFiles, notify: () => {} }),
  )
  await writeFile(
    join(folder, 'run.json'),
    JSON.stringify({
      schema: 'assay.run/1',
      id: name,
      createdAt: '2026-01-01T00:00:00.000Z',
      subject: { spec: 'scripted:desk.json', label: 'desk-1', facts: { model: 'desk' }, dialect: 'hermes' },
      benchmarks: [{ name: 'desk', path: bench, fingerprint, items: 4 }],
      tasks: {},
      settings: {},
      seed: 0,
      trials: 1,
      rotations: 'one',
      sessions: [],
      ...more,
    }),
  )
  await writeFile(join(folder, 'samples.jsonl'), samples.join(''))
  return folder
}

const flags: ServeFlags = {
  host: '127.0.0.1',
  port: 0,
  margin: 0.03,
  seed: 0,
  onDuplicate: 'error',
  timeout: 10,
}

async function open(folder: string | undefined, more: Partial<ServeFlags> = {}) {
  const record = recordCli(hostFiles, { clock: hostClock })
  const assets = { script: 'void 0', style: 'p{}' }
  const opened = await openServer(folder, { flags: { ...flags, ...more }, context: record.context, assets })
  server = opened
  const url = new URL(opened.url)
  const get = (path: string): Promise<Response> => fetch(new URL(path, url))
  return {
    url,
    get,
    read: async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T,
    post: (path: string, body: unknown): Promise<Response> =>
      fetch(new URL(path, url), {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: url.origin, 'content-type': 'application/json' },
      }),
    complaints: record.err,
  }
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code
}

describe('assay serve', () => {
  it('serves a page without a script inside, its parts, and nothing of the disk', async () => {
    await writeRun('one', [sample(0)])
    await writeFile(join(base, 'secret.txt'), 'secret')
    const { get, url } = await open(root)
    const page = await (await get('')).text()
    expect(page).toContain('src="live.js"')
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
    expect((await get('live.js')).headers.get('content-type')).toContain('text/javascript')
    for (const path of [
      '../secret.txt',
      '%2e%2e/secret.txt',
      '..%2fsecret.txt',
      'one/run.json',
      'api/../secret.txt',
      '/secret.txt',
      'api/runs/',
      'API/RUNS',
    ])
      expect([path, (await fetch(`${url.href}${path}`)).status]).toEqual([path, 404])
    for (const id of ['one', '../one', '..', '', '%00'])
      expect([id, (await get(`api/items?run=${encodeURIComponent(id)}`)).status]).toEqual([id, 404])
  })

  it('lists runs with how far they are, and sees one that goes on', async () => {
    await writeRun(
      'done',
      [0, 1, 2, 3].map((at) => sample(at)),
    )
    const going = await writeRun('going', [
      sample(0),
      sample(1, { output: undefined, error: { kind: 'x', code: 'y', message: 'z' } }),
    ])
    await writeFile(join(going, 'samples.jsonl'), '{"benchmark":"desk","it', { flag: 'a' })
    const lock = await hostLocks.take(join(going, 'run.lock'))
    const { read } = await open(root)
    const byName = async () =>
      new Map((await read<LiveRuns>('api/runs')).runs.map((run) => [run.name, run] as const))
    try {
      const first = await byName()
      expect(first.get('done')).toMatchObject({
        state: 'finished',
        subject: 'desk-1',
        progress: { done: 4, planned: 4, errors: 0 },
      })
      expect(first.get('going')).toMatchObject({
        state: 'running',
        progress: { done: 2, planned: 4, errors: 1, cost: 0.02, promptTokens: 20 },
      })
      expect(first.get('going')?.progress).not.toHaveProperty('secondsLeft')
      await appendFile(join(going, 'samples.jsonl'), `em":"c2"}\n`)
      await new Promise((done) => setTimeout(done, 300))
      const { progress } = (await byName()).get('going') ?? {}
      expect(progress).toMatchObject({ done: 3 })
      expect(progress?.perSecond).toBeGreaterThan(0)
      expect(progress?.secondsLeft).toBeCloseTo(1 / (progress?.perSecond ?? 0), 9)
    } finally {
      await lock.release()
    }
    expect((await byName()).get('going')).toMatchObject({ state: 'idle' })
  })

  it('gives samples in parts, found and sorted here, each with its evidence', async () => {
    await writeRun('one', [
      ...[0, 1, 2].map((at) => sample(at)),
      'no sample\n',
      '\n',
      sample(0, { output: { text: '</script>', stopReason: 'stop' } }),
    ])
    const { read, get } = await open(root)
    const [run] = (await read<LiveRuns>('api/runs')).runs
    const part = (query: string): Promise<ItemsPart> => read(`api/items?run=${run?.id}&${query}`)
    const all = await part('count=10')
    expect(all).toMatchObject({
      total: 3,
      matched: 3,
      read: 1,
      isJudged: true,
      unread: 1,
      benchmarks: ['desk'],
    })
    expect(all.rows.map(({ row }) => [row.item, row.verdict])).toEqual([
      ['c0', 'wrong'],
      ['c1', 'wrong'],
      ['c2', 'right'],
    ])
    expect((await part('verdict=right&count=5')).rows).toHaveLength(1)
    expect((await part('q=CLOSE%20c2&count=5')).rows.map(({ row }) => row.item)).toEqual(['c2'])
    expect((await part('sort=-item&from=1&count=1')).rows.map(({ row }) => row.item)).toEqual(['c1'])
    const item = await read<ItemPart>(`api/item?run=${run?.id}&place=2`)
    expect(item.asked?.prompt.text).toContain('Close 2.')
    expect(item.evidence?.said?.text).toContain('<b>I close</b>')
    expect(item.evidence?.calls).toMatchObject({ outcome: 'called', isExact: true })
    expect((await read<ItemPart>(`api/item?run=${run?.id}&place=0`)).evidence?.said?.text).toBe('</script>')
    expect(await read<ItemPart>(`api/item?run=${run?.id}&item=c2&in=desk&variant=&trial=0`)).toMatchObject({
      place: 2,
    })
    expect(await read<ItemPart>(`api/item?run=${run?.id}&item=c1`)).toMatchObject({ place: 1 })
    expect((await get(`api/item?run=${run?.id}&item=c1&trial=1`)).status).toBe(404)
    expect((await get(`api/item?run=${run?.id}&place=9`)).status).toBe(404)
    for (const range of ['from=-1', 'count=100000', 'from=1e3', 'count=']) {
      const refused = await get(`api/items?run=${run?.id}&${range}`)
      expect([range, refused.status, await codeOf(refused)]).toEqual([range, 400, 'serve-query'])
    }
  })

  it('makes the report of one run or several, and makes it anew when a run has grown', async () => {
    const folder = await writeRun('one', [sample(0), sample(1)])
    await writeRun('two', [sample(0), sample(1)])
    const { read, get } = await open(root)
    const { runs } = await read<LiveRuns>('api/runs')
    const query = runs.map(({ id }) => `run=${id}`).join('&')
    const report = await read<ReportDocument>(`api/report?${query}`)
    expect(report.schema).toBe('assay.report/1')
    expect(report.pages?.sources.map(({ name }) => name)).toEqual(['one', 'two'])
    expect(report.pages?.items).toMatchObject({ total: 4, rows: [] })
    await appendFile(join(folder, 'samples.jsonl'), sample(2))
    expect((await read<ReportDocument>(`api/report?${query}`)).pages?.items?.total).toBe(5)
    expect((await get('api/report?run=nothing')).status).toBe(404)
    expect((await get('api/report')).status).toBe(404)
  })

  it('follows no link out of its folder', async () => {
    const elsewhere = join(base, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, 'run.json'), '{}')
    await symlink(elsewhere, join(root, 'linked'))
    const folder = await writeRun('one', [])
    await rm(join(folder, 'samples.jsonl'))
    await writeFile(join(base, 'secret.jsonl'), sample(0))
    await symlink(join(base, 'secret.jsonl'), join(folder, 'samples.jsonl'))
    const { read } = await open(root)
    const { runs } = await read<LiveRuns>('api/runs')
    expect(runs.map(({ name }) => name)).toEqual(['one'])
    expect(await read<ItemsPart>(`api/items?run=${runs[0]?.id}`)).toMatchObject({ total: 0, rows: [] })
    expect(runs[0]?.progress).toMatchObject({ done: 0 })
  })

  it('writes nothing into runs, and refuses a folder that is none', async () => {
    const folder = await writeRun('one', [sample(0)])
    const before = await hostFiles.list(folder)
    const { read } = await open(root)
    const { runs } = await read<LiveRuns>('api/runs')
    await read(`api/report?run=${runs[0]?.id}`)
    await read(`api/items?run=${runs[0]?.id}`)
    expect(await hostFiles.list(folder)).toEqual(before)
    for (const [name, what] of [
      ['none', /no such folder/],
      ['desk.jsonl', /a file, not a folder/],
    ] as const) {
      const opened = open(join(base, name))
      await expect(opened).rejects.toMatchObject({ code: 'serve-folder', what: expect.stringMatching(what) })
    }
  })

  it('says that its page is not built', () => {
    expect(() => readLiveAssets('file:///nowhere/at/all/serve.js')).toThrow(
      expect.objectContaining({ code: 'live-page-missing' }),
    )
  })

  it('looks into so many folders and says where it stopped', async () => {
    const folders = Object.fromEntries(
      Array.from({ length: 5100 }, (_, at) => [`runs/${at}/run.json`, '{}'] as const),
    )
    const shelf = new RunShelf({
      root: 'runs',
      files: memoryFiles(folders),
      journals: hostJournals,
      clock: hostClock,
      isLockHeld: async () => false,
    })
    const { notices } = await shelf.list()
    expect(notices.map(({ code }) => code)).toContain('serve-many')
  })

  it('listens on this machine alone unless told', () => {
    const program = new Command().exitOverride()
    serveCommand.register(program, recordCli().context)
    const [command] = program.commands
    expect(command?.opts()).toMatchObject({ host: '127.0.0.1', port: 0 })
  })
})

const QUESTIONS = Array.from({ length: 4 }, (_, at) =>
  JSON.stringify({
    id: `q${at}`,
    kind: 'qa',
    tool: 'book',
    question: `Is it ${at}?`,
    answer: at % 2 === 0 ? 'yes' : 'no',
  }),
).join('\n')

describe('assay serve --annotate', () => {
  let questions = ''
  beforeEach(async () => {
    questions = join(base, 'items.jsonl')
    await writeFile(questions, QUESTIONS)
  })
  const file = async (annotator: string): Promise<readonly Record<string, unknown>[]> =>
    (await readFile(join(base, 'annotations', `${annotator}.jsonl`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('shows no run, keeps each answer before the next is shown, and never tells what is right', async () => {
    const { post, get } = await open(undefined, { annotate: questions })
    expect((await get('api/runs')).status).toBe(404)
    const entered = await post('api/annotation/enter', { annotator: 'ana' })
    const text = await entered.text()
    expect(text).not.toMatch(/judged|answer"|gold/)
    let view: DeskView = JSON.parse(text)
    expect(view).toMatchObject({ annotator: 'ana', done: 0, total: 4 })
    expect(view.unit?.choices).toEqual(['yes', 'no', 'what is known does not tell'])
    for (let done = 1; done <= 4; done++) {
      const { unit } = view
      const body = { annotator: 'ana', unit: unit?.id, choices: [1], note: done === 2 ? ' vague\nvery ' : '' }
      view = (await (await post('api/annotation/answer', body)).json()) as DeskView
      expect(await file('ana')).toHaveLength(done + 1)
      expect((await file('ana')).at(-1)).toMatchObject({ unit: unit?.id, answer: 'yes' })
    }
    expect(view).toEqual({ annotator: 'ana', done: 4, total: 4 })
    expect((await file('ana'))[2]).toMatchObject({ note: 'vague\nvery' })
  })

  it('takes back, skips, and takes no answer to what is not shown, or that is no choice', async () => {
    const { post } = await open(undefined, { annotate: questions })
    const desk = async (path: string, body: object): Promise<DeskView> =>
      (await (await post(`api/annotation/${path}`, { annotator: 'ben', ...body })).json()) as DeskView
    const first = (await desk('enter', {})).unit?.id ?? ''
    const second = (await desk('answer', { unit: first, choices: [2] })).unit?.id ?? ''
    expect(second).not.toBe(first)
    // A second window that still shows the first, and a click that came twice.
    expect(await desk('answer', { unit: first, choices: [1] })).toMatchObject({
      done: 1,
      unit: { id: second },
    })
    for (const choices of [[], [0], [4], [1, 2], [-1]]) {
      const refused = await post('api/annotation/answer', { annotator: 'ben', unit: second, choices })
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'answer-invalid'])
    }
    for (const choices of ['1', [1.5], ['1'], null]) {
      const refused = await post('api/annotation/answer', { annotator: 'ben', unit: second, choices })
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'serve-body'])
    }
    expect(await desk('undo', {})).toMatchObject({ done: 0, unit: { id: first } })
    expect((await desk('skip', { unit: first })).unit?.id).toBe(second)
    expect(await file('ben')).toHaveLength(3)
    expect((await file('ben'))[2]).toEqual({ unit: first, undone: true })
    for (const annotator of ['../eve', '', 'a'.repeat(60), 7])
      expect((await post('api/annotation/enter', { annotator })).status).toBe(400)
    expect((await fetch(new URL('api/annotation/enter', server?.url))).status).toBe(404)
  })

  it('has the same file as the terminal: either goes on where the other stopped, never both at once', async () => {
    const { post } = await open(undefined, { annotate: questions })
    const view = (await (await post('api/annotation/enter', { annotator: 'ana' })).json()) as DeskView
    await post('api/annotation/answer', { annotator: 'ana', unit: view.unit?.id, choices: [1] })
    const terminal = async (lines: readonly string[]): Promise<string> => {
      const record = recordCli(hostFiles)
      const typed = async function* (): AsyncGenerator<string> {
        yield* lines
      }
      await runAnnotate(questions, { annotator: 'ana', seed: 0 }, record.context, {
        lines: typed,
        journals: hostJournals,
        locks: hostLocks,
      })
      return record.out()
    }
    await expect(terminal(['1'])).rejects.toThrow(/process/)
    await post('api/annotation/leave', { annotator: 'ana' })
    expect(await terminal(['2', 'q'])).toContain('2 of 4 answered')
    const again = (await (await post('api/annotation/enter', { annotator: 'ana' })).json()) as DeskView
    expect(again).toMatchObject({ done: 2, total: 4 })
  })

  it('keeps the order of two quick answers, and shows agreement when all who began are done', async () => {
    const { post, get, read } = await open(undefined, { annotate: questions })
    const answerAll = async (annotator: string, choices: readonly number[]): Promise<void> => {
      let view = (await (await post('api/annotation/enter', { annotator })).json()) as DeskView
      for (const choice of choices) {
        const body = {
          annotator,
          unit: view.unit?.id,
          choices: [choice],
          note: choice === 3 ? '<img src=x>' : '',
        }
        const [one] = await Promise.all([
          post('api/annotation/answer', body),
          post('api/annotation/answer', body),
        ])
        view = (await one.json()) as DeskView
      }
    }
    expect((await get('api/agreement')).status).toBe(400)
    await answerAll('ana', [1, 1, 1, 1])
    await answerAll('ben', [1, 3])
    const early = await get('api/agreement')
    expect([early.status, await early.json()]).toEqual([
      400,
      {
        error: expect.objectContaining({
          code: 'agreement-early',
          what: expect.stringContaining('ben (2 of 4)'),
        }),
      },
    ])
    await answerAll('ben', [1, 1])
    const view = await read<AgreementView>('api/agreement')
    expect(view.annotators).toEqual([
      { annotator: 'ana', answered: 4 },
      { annotator: 'ben', answered: 4 },
    ])
    const [kind] = view.kinds
    expect(kind).toMatchObject({ kind: 'qa', complete: 4, rawAgreement: 0.75, judge: { n: 3 } })
    const [disagreement] = kind?.disagreements ?? []
    expect(disagreement).toMatchObject({
      answers: { ana: 'yes', ben: 'unclear' },
      notes: { ben: '<img src=x>' },
    })
    expect(view.units[disagreement?.unit ?? '']?.shown.at(-1)?.text).toMatch(/Is it \d\?/)
  })

  it('tells the window that was opened first when somebody goes on under its name in another', async () => {
    const { post } = await open(undefined, { annotate: questions })
    const act = (seat: string, path: string, body: object = {}): Promise<Response> =>
      post(`api/annotation/${path}`, { annotator: 'ana', seat, ...body })
    const { unit } = (await (await act('first', 'enter')).json()) as DeskView
    expect((await act('second', 'enter')).status).toBe(200)
    for (const [path, body] of [
      ['answer', { unit: unit?.id, choices: [1] }],
      ['skip', { unit: unit?.id }],
      ['undo', {}],
    ] as const) {
      const refused = await act('first', path, body)
      expect([path, refused.status, await codeOf(refused)]).toEqual([path, 400, 'annotator-elsewhere'])
    }
    await act('first', 'leave')
    expect(await file('ana')).toHaveLength(1)
    expect(await (await act('second', 'answer', { unit: unit?.id, choices: [1] })).json()).toMatchObject({
      done: 1,
    })
    await act('second', 'leave')
    expect(await (await act('first', 'enter')).json()).toMatchObject({ done: 1 })
  })

  it('holds so many files open and no more', async () => {
    const { post } = await open(undefined, { annotate: questions })
    const enter = (at: number): Promise<Response> =>
      post('api/annotation/enter', { annotator: `person-${at}` })
    for (let at = 0; at < 100; at++) expect((await enter(at)).status).toBe(200)
    const refused = await enter(100)
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'annotators-many'])
    await post('api/annotation/leave', { annotator: 'person-3' })
    expect((await enter(100)).status).toBe(200)
  })

  it('shows agreement early to whoever leads', async () => {
    const { post, get } = await open(undefined, { annotate: questions, showAgreement: true })
    await post('api/annotation/enter', { annotator: 'ana' })
    expect((await get('api/agreement')).status).toBe(200)
  })
})
