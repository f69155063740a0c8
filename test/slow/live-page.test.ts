import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostLocks } from '../../src/adapters/locks.js'
import type { WebServer } from '../../src/adapters/serve/web-server.js'
import { loadBenchmark } from '../../src/benchmark/load.js'
import { openServer, type ServeFlags } from '../../src/cli/commands/serve-run.js'
import { recordCli } from '../contract/cli-run.js'

const executable = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium'
const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)

const HOSTILE = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">\u202etxt'

const flags: ServeFlags = {
  host: '127.0.0.1',
  port: 0,
  margin: 0.03,
  seed: 0,
  onDuplicate: 'error',
  timeout: 10,
}

const sample = (at: number): string =>
  `${JSON.stringify({
    benchmark: 'desk',
    item: `q${at}`,
    trial: 0,
    subject: 'desk-1',
    request: { hash: 'a' },
    decode: {},
    output: { text: at % 7 === 0 ? HOSTILE : at % 2 === 0 ? 'yes' : 'no', stopReason: 'stop' },
    usage: { promptTokens: 10, completionTokens: 5 },
    cost: 0.01,
    timing: { startedMs: 0, durationMs: 20 },
    attempts: 1,
  })}\n`

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

const questions = (count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `q${at}`,
      kind: 'qa',
      tool: at === 1 ? HOSTILE : 'book',
      question: `Is it number ${at}?`,
      answer: at % 2 === 0 ? 'yes' : 'no',
    }),
  ).join('\n')

describe.skipIf(!existsSync(executable))(
  `the live page in a browser (skipped without ${executable}; ASSAY_CHROMIUM names another)`,
  () => {
    let folder: string
    let assets: { readonly script: string; readonly style: string }
    let browser: Browser
    let axe: string
    const servers: WebServer[] = []

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-live-'))
      const built = join(folder, 'dist')
      const argv = [
        'vite',
        'build',
        'ui',
        '-c',
        'ui/live.config.ts',
        '--outDir',
        built,
        '--logLevel',
        'error',
      ]
      await promisify(execFile)('npx', argv, { cwd: root })
      assets = {
        script: await readFile(join(built, 'live.js'), 'utf8'),
        style: await readFile(join(built, 'live.css'), 'utf8'),
      }
      axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
      browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] })
      const desk = join(folder, 'desk.jsonl')
      await writeFile(desk, questions(500))
      const { fingerprint } = await loadBenchmark(desk, { files: hostFiles, notify: () => {} })
      for (const name of ['one', 'two']) {
        const run = join(folder, 'runs', name)
        await mkdir(run, { recursive: true })
        await writeFile(
          join(run, 'run.json'),
          JSON.stringify({
            schema: 'assay.run/1',
            id: name,
            createdAt: '2026-01-01T00:00:00.000Z',
            subject: { spec: 'scripted:x', label: HOSTILE, facts: { model: 'x' } },
            benchmarks: [{ name: 'desk', path: desk, fingerprint, items: 500 }],
            tasks: {},
            settings: {},
            seed: 0,
            trials: 1,
            rotations: 'one',
            sessions: [],
          }),
        )
        const samples = Array.from({ length: 400 }, (_, at) => sample(at))
        await writeFile(join(run, 'samples.jsonl'), samples.join(''))
      }
    })

    afterAll(async () => {
      await browser?.close()
      for (const server of servers) await server.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function opened(
      place: string | undefined,
      more: Partial<ServeFlags> = {},
      look: { readonly width: number; readonly colorScheme: 'light' | 'dark' } = {
        width: 1280,
        colorScheme: 'light',
      },
    ) {
      const { context } = recordCli(hostFiles, { clock: hostClock })
      const server = await openServer(place, { flags: { ...flags, ...more }, context, assets })
      servers.push(server)
      const { width, colorScheme } = look
      const page = await (
        await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      ).newPage()
      page.setDefaultTimeout(10_000)
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
          complaints.push(request.url())
      })
      await page.goto(server.url)
      return { page, server, complaints }
    }

    /** Issues that keep people out. The policy lets no script in, so it is run from outside. */
    async function barriers(page: Page): Promise<readonly string[]> {
      await page.evaluate(axe)
      const { violations } = await page.evaluate<AxeResult>('axe.run()')
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    }

    it('lists runs, opens one, finds a sample and compares two, and runs nothing that they hold', async () => {
      const { page, complaints } = await opened(join(folder, 'runs'))
      await page.getByRole('link', { name: 'one' }).waitFor()
      expect(await page.getByRole('row').count()).toBe(3)
      expect(await barriers(page)).toEqual([])
      await page.getByRole('link', { name: 'one' }).click()
      await page.getByRole('link', { name: 'Items' }).click()
      await page.getByText('400 of 400 rows shown').waitFor()
      await page.getByRole('searchbox').fill('q42')
      await page.getByText('1 of 400 rows shown').waitFor()
      await page.getByRole('searchbox').fill('window.hurt')
      // Every seventh said so, and once their item is read one more asks about a tool of that name.
      await page.getByText('59 of 400 rows shown').waitFor()
      await page.getByRole('region', { name: 'Samples' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Said' }).waitFor()
      expect(await barriers(page)).toEqual([])
      const deep = page.url()
      await page.goto('about:blank')
      await page.goto(deep)
      await page.getByRole('heading', { name: 'Said' }).waitFor()
      await page.getByRole('link', { name: 'All runs' }).click()
      await page.getByLabel('Compare one').check()
      await page.getByLabel('Compare two').check()
      await page.getByRole('link', { name: 'Compare 2 runs' }).click()
      await page.getByRole('link', { name: 'Items' }).waitFor()
      expect(await page.evaluate("'hurt' in window")).toBe(false)
      expect(complaints).toEqual([])
    })

    it.each([
      [1440, 'light'],
      [390, 'dark'],
    ] as const)(
      'is usable at %i px, %s, on every page: nothing serious for axe, nothing wider than the window',
      async (width, colorScheme) => {
        const bench = join(folder, `looked-at-${width}`)
        await mkdir(bench)
        await writeFile(join(bench, 'items.jsonl'), questions(4))
        const { page, server, complaints } = await opened(
          join(folder, 'runs'),
          { annotate: join(bench, 'items.jsonl'), showAgreement: true },
          { width, colorScheme },
        )
        const seen: object[] = []
        const look = async (name: string): Promise<void> => {
          const beyond = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          seen.push({ name, barriers: await barriers(page), beyond })
        }
        await page.getByRole('heading', { name: /^Annotate/ }).waitFor()
        await look('door')
        for (const name of ['ana', 'ben']) {
          await page.goto(`${server.url}#/annotate?as=${name}`)
          await page.getByText('0 of 4 answered').waitFor()
          if (name === 'ana') await look('desk')
          for (let done = 1; done <= 4; done++) {
            await page.keyboard.press(name === 'ana' || done % 2 === 0 ? '1' : '2')
            await page.getByText(done === 4 ? 'All 4 are answered' : `${done} of 4 answered`).waitFor()
          }
        }
        await look('done')
        await page.goto(`${server.url}#/agreement`)
        await page.getByRole('heading', { name: /^Disagreements/ }).waitFor()
        await look('agreement')
        await page.goto(`${server.url}#/runs`)
        const first = page.getByRole('row').getByRole('link').first()
        await first.waitFor()
        await look('runs')
        const { search } = new URL((await first.getAttribute('href')) ?? '', server.url)
        await page.goto(`${server.url}${search}#/overview`)
        await page.getByRole('link', { name: 'Probes' }).waitFor()
        await look('overview')
        await page.goto(`${server.url}${search}#/items?item=q7`)
        await page.getByRole('heading', { name: 'Said' }).waitFor()
        await look('items')
        await page.goto(`${server.url}?run=none#/overview`)
        await page.getByRole('alert').waitFor()
        await look('fault')
        expect(seen).toEqual(seen.map((one) => ({ ...one, barriers: [], beyond: 0 })))
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
        await page.context().close()
      },
    )

    it('shows samples before the report is made, and a run while it goes on', async () => {
      const run = join(folder, 'growing', 'going')
      await cp(join(folder, 'runs', 'one'), run, { recursive: true })
      await truncateLines(join(run, 'samples.jsonl'), 300)
      const lock = await hostLocks.take(join(run, 'run.lock'))
      const { page, server, complaints } = await opened(join(folder, 'growing'))
      const row = page.getByRole('row').filter({ hasText: 'going' })
      await row.getByText('running').waitFor()
      await row.getByText('300 of 500').waitFor()
      const href = (await row.getByRole('link').getAttribute('href')) ?? ''
      for (const from of [300, 340, 380]) {
        await appendFile(
          join(run, 'samples.jsonl'),
          Array.from({ length: 40 }, (_, at) => sample(from + at)).join(''),
        )
        await row.getByText(`${from + 40} of 500`).waitFor()
      }
      // A rate, the time left and what it has cost.
      await row.getByText(/^\d+(\.\d)?\/s$/).waitFor()
      await row.getByText(/^\d+ s$/).waitFor()
      await row.getByText('4.20').waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
      await page.goto(`${server.url}${new URL(href, server.url).search}#/items`)
      await page.getByText('420 of 420 rows shown').waitFor()
      expect(asked).not.toContain('report')
      await appendFile(join(run, 'samples.jsonl'), `${sample(420)}${sample(421).slice(0, 50)}`)
      await page.getByText('421 of 421 rows shown').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('link', { name: 'Probes' }).waitFor()
      expect(asked).toContain('report')
      await lock.release()
      await rm(run, { recursive: true })
      await page.getByRole('link', { name: 'All runs' }).click()
      await page.getByText('There is no run here yet').waitFor()
      expect(complaints).toEqual([])
    })

    it('is annotated by keys alone, by two people, from the name to what they agree on', async () => {
      const bench = join(folder, 'annotated')
      await mkdir(bench)
      await writeFile(join(bench, 'items.jsonl'), questions(4))
      const { page, complaints } = await opened(undefined, { annotate: join(bench, 'items.jsonl') })
      const kept = async (name: string): Promise<readonly Record<string, unknown>[]> =>
        (await readFile(join(bench, 'annotations', `${name}.jsonl`), 'utf8'))
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => JSON.parse(line) as Record<string, unknown>) // a line of ours
      /** Steps with the Tab key until what has the focus is named so. */
      const stepTo = async (name: string): Promise<void> => {
        for (let step = 0; step < 40; step++) {
          await page.keyboard.press('Tab')
          const focused = await page.evaluate<string>(
            'document.activeElement.matches("a, button, input, textarea, summary") ? (document.activeElement.labels?.[0] ?? document.activeElement).textContent : ""',
          )
          if (focused.includes(name)) return
        }
        throw new Error(`no step leads to ${name}`)
      }
      const enter = async (name: string): Promise<void> => {
        await stepTo('Your name')
        await page.keyboard.type(name)
        await page.keyboard.press('Enter')
        await page.getByText('0 of 4 answered').waitFor()
      }
      await enter('ana')
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('1')
      await page.getByText('1 of 4 answered').waitFor()
      expect(await kept('ana')).toHaveLength(1)
      await page.keyboard.press('n')
      await page.keyboard.type('1 is vague, u see')
      await page.keyboard.press('Escape')
      await page.keyboard.press('2')
      await page.getByText('2 of 4 answered').waitFor()
      expect((await kept('ana'))[1]).toMatchObject({ answer: 'no', note: '1 is vague, u see' })
      await page.keyboard.press('u')
      await page.getByText('1 of 4 answered').waitFor()
      expect((await kept('ana'))[2]).toMatchObject({ undone: true })
      const question = page.locator('dl').first()
      const before = await question.textContent()
      await page.keyboard.press('s')
      // A key answers only what is shown.
      await expect.poll(() => question.textContent()).not.toBe(before)
      for (const done of [2, 3]) {
        await page.keyboard.press('3')
        await page.getByText(`${done} of 4 answered`).waitFor()
      }
      // A key that is held answers once.
      await page.keyboard.down('1')
      await page.keyboard.down('1')
      await page.keyboard.down('1')
      await page.keyboard.up('1')
      await page.getByRole('heading', { name: 'All 4 are answered' }).waitFor()
      expect(await kept('ana')).toHaveLength(6)
      await stepTo('Take the last answer back')
      await page.keyboard.press('Enter')
      await page.getByText('3 of 4 answered').waitFor()
      await page.keyboard.press('1')
      await page.getByRole('heading', { name: 'All 4 are answered' }).waitFor()

      await stepTo('Stop for now')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'ana' }).waitFor()
      expect(existsSync(join(bench, 'annotations', 'ana.jsonl.lock'))).toBe(false)
      await enter('ben')
      // By the choices themselves, for whom single keys are none.
      await stepTo('answer with single keys')
      await page.keyboard.press('Space')
      await page.keyboard.press('1')
      await page.getByText('0 of 4 answered').waitFor()
      for (const done of [1, 2, 3, 4]) {
        await stepTo(done === 2 ? '2 no' : '1 yes')
        await page.keyboard.press('Enter')
        await page.getByText(done === 4 ? 'All 4 are answered' : `${done} of 4 answered`).waitFor()
      }
      expect(await kept('ben')).toHaveLength(4)

      await stepTo('Agreement')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'qa' }).waitFor()
      const fact = async (name: string): Promise<string> =>
        (await page.getByRole('row').filter({ hasText: name }).first().textContent()) ?? ''
      expect(await fact('Fleiss’ kappa')).toMatch(/kappa-?\d\.\d\d/)
      expect(await fact('ana and ben')).toMatch(/\d of 4 alike, Cohen’s kappa/)
      await page.getByRole('heading', { name: 'Benchmark and people' }).waitFor()
      await page.getByText(/The benchmark holds what most people say on \d of \d/).waitFor()
      await page.getByRole('heading', { name: /^Disagreements \(\d\)/ }).waitFor()
      await stepTo('What ')
      await page.keyboard.press('Enter')
      await page
        .getByText(/Is it number \d\?/)
        .first()
        .waitFor()
      expect(await barriers(page)).toEqual([])
      expect(await page.evaluate("'hurt' in window")).toBe(false)
      expect(complaints).toEqual([])
    })
  },
)

/** Keeps the first lines of a file. */
async function truncateLines(path: string, count: number): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, count)
  await writeFile(path, `${lines.join('\n')}\n`)
}
