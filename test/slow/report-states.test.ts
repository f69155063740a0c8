import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/report/renderers/html.js'
import { assay, chromiumPath, lackingForBattery, lackingForPages, startOf } from './reference-battery.js'

/*
 * Reports of what did not go well, made by the built command from what is left on the disk and opened in a real browser: each
 * opens, and says what it is.
 */
const lacking = lackingForPages()
const items = [
  ...['--items', 'examples/calls/items.jsonl', '--catalog', 'examples/calls/tools.jsonl'],
  ...['--no-cache', '--no-trial-requests', '--dialect', 'hermes'],
]
const ITEMS = 32

describe.skipIf(lacking !== '')(`reports of broken runs${lacking && ` (skipped: needs ${lacking})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-states-'))
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    cpSync('examples/calls', join(folder, 'examples/calls'), { recursive: true })
    cpSync('reference/ladder', join(folder, 'reference/ladder'), { recursive: true })
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await command(0, 'run', ...items, '--subject', 'replay:examples/calls/caller.jsonl', '-o', 'runs/whole')
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function command(code: number, ...argv: readonly string[]): Promise<void> {
    const ended = await assay(folder, ...argv)
    expect(ended.code, `assay ${argv.join(' ')}: ${ended.stderr}`).toBe(code)
  }

  const path = (...names: readonly string[]): string => join(folder, ...names)

  /** What the overview of a report of these sources says, folded parts included. */
  async function overviewOf(...sources: readonly string[]): Promise<string> {
    await command(0, 'report', ...sources, '--html', 'report.html')
    return opened('report.html')
  }

  async function opened(name: string, address = 'overview'): Promise<string> {
    await page.goto('about:blank')
    await page.goto(`${pathToFileURL(path(name)).href}#/${address}`)
    await page.locator('h1').waitFor()
    expect(complaints).toEqual([])
    return (await page.locator('main').textContent()) ?? ''
  }

  function copyOf(run: string, name: string): string {
    cpSync(path('runs', run), path('runs', name), { recursive: true })
    return path('runs', name)
  }

  it('a run whose file a crash cut in the middle of a line', async () => {
    const copy = copyOf('whole', 'torn')
    const samples = join(copy, 'samples.jsonl')
    truncateSync(samples, readFileSync(samples).length - 25)
    const text = await overviewOf('runs/torn')
    expect(text).toContain('cut short')
    expect(text).toContain('A crash cut the last line of samples.jsonl.')
    expect(text).toContain(`${ITEMS - 1}, 0 of them errors`)
    expect(await opened('report.html', 'items')).toContain(`${ITEMS - 1} samples`)
  })

  /** Starts a run of a slow subject and kills it once the file that it writes has so many lines. */
  async function killedRun(
    name: string,
    { latencyMs, file, lines }: { latencyMs: number; file: string; lines: number },
  ) {
    writeFileSync(path(`${name}.json`), JSON.stringify({ latencyMs, otherwise: 'I do not know.' }))
    const asked = [
      'run',
      ...items,
      '--subject',
      `scripted:${name}.json`,
      '--trials',
      '20',
      '--concurrency',
      '2',
    ]
    const { file: command, argv, options } = startOf(folder, [...asked, '-o', `runs/${name}`, '--quiet'])
    const child = spawn(command, argv, { ...options, stdio: 'ignore' })
    const place = path('runs', name, file)
    while (linesIn(place) < lines && child.exitCode === null)
      await new Promise((done) => setTimeout(done, 20))
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }

  function linesIn(place: string): number {
    return existsSync(place) ? readFileSync(place, 'utf8').split('\n').length - 1 : 0
  }

  it('a run that was killed, with what it had asked by then', async () => {
    await killedRun('killed', { latencyMs: 40, file: 'samples.jsonl', lines: 40 })
    const asked = linesIn(path('runs/killed/samples.jsonl'))
    const missing = 20 * ITEMS - asked
    expect(missing).toBeGreaterThan(0)
    const text = await overviewOf('runs/killed')
    expect(text).toContain('cut short')
    expect(text).toContain(`Asking stopped before the end: ${missing} samples are missing.`)
    expect(text).toContain(`${asked}, 0 of them errors`)
  })

  it('a run that was killed before its first answer', async () => {
    await killedRun('empty', { latencyMs: 60_000, file: 'run.json', lines: 1 })
    const text = await overviewOf('runs/empty')
    expect(text).toContain('cut short')
    expect(text).toContain('The run holds no sample.')
    expect(text).toContain('no source asked for tool calls')
  })

  it('a ladder and an audit without a subject', async () => {
    await command(0, 'ladder', '--corpus', 'reference/ladder/corpus.jsonl', '-o', 'runs/corpus')
    await command(0, 'audit', '--catalog', 'examples/calls/tools.jsonl', '-o', 'runs/catalog')
    const text = await overviewOf('runs/corpus', 'runs/catalog')
    expect(text).toMatch(/no subject|nobody was (asked|examined)/i)
    expect(await opened('report.html', 'ladder')).toContain('no subject')
  })

  it.skipIf(lackingForBattery() !== '')('a run that a blocking finding kept from being asked', async () => {
    const template = '{% for message in messages %}<<{{ message.role }}>> {{ message.content }}{% endfor %}'
    writeFileSync(path('training.jinja'), template)
    const argv = ['--template', 'training.jinja', '--subject', 'reference:caller', '--no-cache']
    await command(1, 'run', '--items', 'reference/ladder/novel.jsonl', ...argv, '-o', 'runs/blocked')
    const text = await overviewOf('runs/blocked')
    expect(text).toContain('unmeasured')
    expect(text).toContain('Nothing was measured:')
    expect(text).not.toContain('calls exactly what is right')
  })

  it.each(['assay.run/0', 'assay.run/2'])('a run of the schema %s', async (schema) => {
    const name = schema.replace(/\W/g, '-')
    const manifest = join(copyOf('whole', name), 'run.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('assay.run/1', schema))
    const text = await overviewOf(`runs/${name}`, 'runs/whole')
    expect(text).toContain('another version')
    expect(text).toContain(schema)
    // The other source is not the worse for it.
    expect(text).toContain('calls exactly what is right')
  })

  it.each(['assay.report/0', 'assay.report/2'])('a report of the schema %s', async (schema) => {
    writeFileSync(path('other.json'), JSON.stringify({ schema, sections: [], pages: { overview: null } }))
    const text = await overviewOf('other.json')
    expect(text).toContain('another version')
    expect(text).toContain(schema)
  })

  it.each(['assay.report/0', 'assay.report/2'])(
    'a page that holds a report of the schema %s',
    async (schema) => {
      await command(0, 'report', 'runs/whole', '--html', 'whole.html')
      writeFileSync(
        path('other.html'),
        readFileSync(path('whole.html'), 'utf8').replace('assay.report/1', schema),
      )
      const text = await opened('other.html')
      expect(text).toContain(schema)
      expect(text).toContain('this page reads assay.report/1')
    },
  )

  it('a report that was made before there were pages', async () => {
    await command(0, 'audit', '--catalog', 'examples/calls/tools.jsonl', '-o', 'runs/plain')
    const report = JSON.parse(readFileSync(path('runs/plain/report.json'), 'utf8'))
    expect(report).not.toHaveProperty('pages')
    const template = readFileSync('dist/report-template.html', 'utf8')
    writeFileSync(path('plain.html'), renderHtml(report, template))
    expect(await opened('plain.html')).toContain('3 tools')
  })
})
