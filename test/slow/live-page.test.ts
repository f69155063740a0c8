import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import type { WebServer } from '../../src/adapters/serve/web-server.js'
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
      for (const name of ['one', 'two']) {
        const run = join(folder, 'runs', name)
        await mkdir(run, { recursive: true })
        await writeFile(join(folder, 'desk.jsonl'), questions(500))
        await writeFile(
          join(run, 'run.json'),
          JSON.stringify({
            schema: 'assay.run/1',
            id: name,
            createdAt: '2026-01-01T00:00:00.000Z',
            subject: { spec: 'scripted:x', label: HOSTILE, facts: { model: 'x' } },
            benchmarks: [{ name: 'desk', path: join(folder, 'desk.jsonl'), fingerprint: 'f', items: 500 }],
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

    async function opened(place: string | undefined, more: Partial<ServeFlags> = {}) {
      const { context } = recordCli(hostFiles, { clock: hostClock })
      const server = await openServer(place, { flags: { ...flags, ...more }, context, assets })
      servers.push(server)
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
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
      await page.getByText('58 of 400 rows shown').waitFor()
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

    it('is annotated by keys alone, each answer on the disk before the next question', async () => {
      const bench = join(folder, 'annotated')
      await mkdir(bench)
      await writeFile(join(bench, 'items.jsonl'), questions(4))
      const { page, complaints } = await opened(undefined, { annotate: join(bench, 'items.jsonl') })
      const kept = async (): Promise<readonly string[]> =>
        (await readFile(join(bench, 'annotations', 'ana.jsonl'), 'utf8')).trim().split('\n').slice(1)
      await page.getByLabel('Your name').focus()
      await page.keyboard.type('ana')
      await page.keyboard.press('Enter')
      await page.getByText('0 of 4 answered').waitFor()
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('1')
      await page.getByText('1 of 4 answered').waitFor()
      expect(await kept()).toHaveLength(1)
      await page.keyboard.press('n')
      await page.keyboard.type('1 is vague, u see')
      await page.keyboard.press('Escape')
      await page.keyboard.press('2')
      await page.getByText('2 of 4 answered').waitFor()
      expect(JSON.parse((await kept())[1] ?? '')).toMatchObject({ answer: 'no', note: '1 is vague, u see' })
      await page.keyboard.press('u')
      await page.getByText('1 of 4 answered').waitFor()
      expect(await kept()).toHaveLength(3)
      await page.keyboard.press('s')
      for (const done of [2, 3, 4]) {
        await page.keyboard.press('3')
        await page.getByText(`${done} of 4 answered`).waitFor()
      }
      await page.getByRole('heading', { name: 'All 4 are answered' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Agreement' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Agreement' }).waitFor()
      await page.getByRole('heading', { name: 'qa' }).waitFor()
      expect(await barriers(page)).toEqual([])
      expect(await page.evaluate("'hurt' in window")).toBe(false)
      expect(complaints).toEqual([])
    })
  },
)
