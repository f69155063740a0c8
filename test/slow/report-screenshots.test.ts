import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LadderDocument } from '../../src/ladder/ladder-document.js'
import type { ReportDocument } from '../../src/report/document.js'
import type { Score } from '../../src/score/score.js'
import { type Battery, chromiumPath, lackingForBattery, makeBattery, startOf } from './reference-battery.js'

/*
 * The built command examines the reference subjects, makes one report of all of it, and a real browser opens every page: what
 * stands there must be what the JSON documents hold. The pictures of docs/report-tour.md are made on the way, with
 * ASSAY_SCREENSHOTS=1; otherwise they go where they are thrown away.
 */
const lacking = lackingForBattery()
const isKept = process.env.ASSAY_SCREENSHOTS === '1'
/** Examining takes some three minutes on two processors; other work beside it may take them for itself. */
const PATIENCE_MS = 1_800_000
/** The most that a picture in docs weighs. */
const MAX_BYTES = 150_000

interface ScoresDocument {
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly Score[]
}

interface Shot {
  readonly name: string
  /** Behind `#/`. */
  readonly address: string | ((battery: Battery) => string)
  /** A heading that is scrolled to the top of the picture. */
  readonly from?: string
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** Links or folded parts to open first, by their words. */
  readonly open?: readonly string[]
  /** What must stand on the page, from the documents. */
  readonly sees: (battery: Battery) => readonly string[]
}

const percent = (value: number): string => (100 * value).toFixed(1).replace(/^-/, '\u2212')

/** The value of a score as the page writes it. Fails where there is none. */
function shownScore(scores: readonly Score[], fits: (score: Score) => boolean): string {
  const score = scores.find((one) => one.group === undefined && fits(one))
  if (score?.kind !== 'scored') throw new Error('the score is not there')
  return percent(score.value)
}

const scoresIn = (battery: Battery, path: string, benchmark: string): readonly Score[] => {
  const read = battery.document<ScoresDocument | readonly ScoresDocument[]>(path)
  const all = 'scores' in read ? [read] : read
  return all.find((one) => one.benchmark === benchmark)?.scores ?? []
}

const SHOTS: readonly Shot[] = [
  {
    name: 'overview',
    address: 'overview',
    sees: (battery) => [
      `${percent(accuracyOf(battery))} %`,
      battery.document<LadderDocument>('runs/ladder/ladder.json').because,
      'Not measured',
      'What this was made from',
      'reference/catalog.jsonl',
    ],
  },
  { name: 'overview-narrow', address: 'overview', width: 390, height: 844, sees: () => ['not usable'] },
  {
    name: 'retrieval',
    address: 'retrieval',
    sees: (battery) => {
      const { sections } = battery.document<ReportDocument>('runs/audit/report.json')
      const tables = sections.flatMap((section) => section.tables)
      return ['verbose.jsonl', 'realistic.jsonl'].map((benchmark) =>
        shownScore(
          tables.find((table) => table.subject === 'bm25' && table.benchmark === benchmark)?.scores ?? [],
          ({ metric, k, tier }) => metric === 'recall' && k === 10 && tier === 'all',
        ),
      )
    },
  },
  {
    name: 'retrieval-internalization',
    address: 'retrieval',
    from: 'Constrained against free',
    sees: (battery) =>
      ['flat', 'hier'].map((tokens) =>
        shownScore(
          scoresIn(battery, `runs/recalls-${tokens}-verbose/scores.json`, 'verbose.jsonl'),
          ({ metric, k, tier }) => metric === 'rc' && k === 5 && tier === 'all',
        ),
      ),
  },
  {
    name: 'retrieval-tool',
    address: 'retrieval?tool=GitHub%26%26issues%2Fcreate',
    sees: () => ['To try:', 'Description', 'Queries that need it', 'Nearest neighbours', 'BM25'],
  },
  {
    name: 'probes',
    address: 'probes',
    sees: (battery) => [percent(accuracyOf(battery)), 'no-token', 'other-token', 'word-rule'],
  },
  {
    name: 'calls',
    address: 'calls',
    sees: (battery) => [
      shownScore(
        scoresIn(battery, 'runs/caller/scores.json', 'novel.jsonl'),
        ({ metric }) => metric === 'exact',
      ),
      shownScore(
        scoresIn(battery, 'runs/eager/scores.json', 'no-call.jsonl'),
        ({ metric }) => metric === 'false-call-rate',
      ),
      'Keyword against strict',
    ],
  },
  {
    name: 'ladder',
    address: 'ladder',
    sees: (battery) => {
      const { because, rungs } = battery.document<LadderDocument>('runs/ladder/ladder.json')
      return [because, ...rungs.map(({ summary }) => summary)]
    },
  },
  {
    name: 'ladder-dark',
    address: 'ladder',
    theme: 'dark',
    from: 'Trajectory',
    sees: () => ['step-0010', 'step-0300', 'Drift', 'blk.3.attn_output.weight'],
  },
  {
    name: 'dialogues',
    address: 'dialogues',
    sees: (battery) => [turnsRight(battery, 'gold'), turnsRight(battery, 're-search')],
  },
  {
    name: 'dialogue',
    address: longestDialogue,
    from: 'Turn 4',
    sees: () => ['Gold', 'Subject', 'Cache before', 'Cache after', 'save_to_cache'],
  },
  {
    name: 'compare',
    address: 'compare',
    height: 900,
    sees: ({ report }) =>
      (report.pages?.compare?.pairs ?? []).map(({ comparison }) => percent(comparison.difference)),
  },
  {
    name: 'items',
    address: 'items?verdict=wrong&benchmark=novel.jsonl',
    height: 640,
    sees: ({ report }) => {
      const rows = report.pages?.items?.rows ?? []
      const wrong = rows.filter(
        ({ verdict, benchmark }) => verdict === 'wrong' && benchmark === 'novel.jsonl',
      )
      return [`${wrong.length} of ${countText(rows.length)} rows shown`]
    },
  },
  {
    name: 'items-readings',
    address: 'items?q=desk-24&item=desk-24',
    height: 1000,
    sees: () => [
      'strict',
      'vendor',
      'lenient',
      'Why strict refuses',
      'What lenient changed',
      'assign_ticket',
    ],
  },
]

function countText(value: number): string {
  return `${value}`.replace(/\B(?=(\d{3})+$)/g, '\u2009')
}

const DESK = 'security-desk test small'

function turnsRight(battery: Battery, agent: string): string {
  return shownScore(
    scoresIn(battery, `runs/desk-${agent}/scores.json`, DESK),
    ({ metric }) => metric === 'turn-correct',
  )
}

/** Of the dialogues in which the agent went wrong, the address of that with most turns: there is most of plans, caches and data flow to see. */
function longestDialogue({ report }: Battery): string {
  const [result] = report.pages?.dialogues?.results ?? []
  const wrong = result?.dialogues.filter(({ outcome }) => outcome === 'wrong') ?? []
  const [longest] = wrong.toSorted((left, right) => right.turns.length - left.turns.length)
  if (longest === undefined) throw new Error('no dialogue went wrong')
  return `dialogues?item=${longest.item}&trial=${longest.trial}&from=${result?.source}`
}

/** What the subject scores on the multiple-choice questions, with the tools' tokens shown. */
function accuracyOf(battery: Battery): number {
  const score = scoresIn(battery, 'runs/knows/scores.json', 'mcq.jsonl').find(
    ({ metric, group }) => metric === 'accuracy' && group === undefined,
  )
  if (score?.kind !== 'scored') throw new Error('the probe has no accuracy')
  return score.value
}

describe.skipIf(lacking !== '')(
  `the report of the reference subjects${lacking && ` (skipped: needs ${lacking})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-tour-'))
    const pictures = isKept ? resolve('docs/images') : join(folder, 'pictures')
    const children: ChildProcess[] = []
    let battery: Battery
    let browser: Browser

    beforeAll(async () => {
      mkdirSync(pictures, { recursive: true })
      battery = await makeBattery(folder, (line) => process.stdout.write(`${line}\n`))
      browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    }, PATIENCE_MS)
    afterAll(async () => {
      await browser?.close()
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })

    async function newPage({
      width = 1440,
      height = 800,
      theme = 'light',
    }: Partial<Shot>): Promise<{ page: Page; complaints: string[] }> {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      return { page, complaints }
    }

    /** Waits, since what was folded is drawn a moment after it opens. */
    async function waitForText(page: Page, words: string): Promise<void> {
      await expect.poll(() => page.locator('main').textContent(), { timeout: 15_000 }).toContain(words)
    }

    async function picture(page: Page, name: string): Promise<void> {
      const path = join(pictures, `report-${name}.png`)
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
      expect(statSync(path).size, name).toBeLessThan(MAX_BYTES)
    }

    it.each(SHOTS)('shows $name', async ({ sees, from, open = [], address, name, ...screen }) => {
      const { page, complaints } = await newPage(screen)
      const place = typeof address === 'string' ? address : address(battery)
      await page.goto(`${pathToFileURL(battery.page).href}#/${place}`)
      await page.locator('h1').waitFor()
      for (const words of open) await page.getByText(words).first().click()
      if (from !== undefined)
        await page
          .getByRole('heading', { name: from })
          .first()
          .evaluate('(heading) => heading.scrollIntoView()')
      await picture(page, name)
      // Folded parts are drawn once they are opened.
      await page.evaluate('for (const fold of document.querySelectorAll("main details")) fold.open = true')
      for (const words of sees(battery)) await waitForText(page, words)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    /** The address that `assay serve` prints. */
    async function served(...argv: readonly string[]): Promise<string> {
      const child = begun('serve', ...argv)
      return new Promise((tell, refuse) => {
        child.stdout?.once('data', (data) => tell(String(data).trim()))
        child.once('exit', (code) => refuse(new Error(`assay serve ended with ${code}`)))
      })
    }

    function begun(...argv: readonly string[]): ChildProcess {
      const { file, argv: given, options } = startOf(folder, [...argv, '--quiet'])
      const child = spawn(file, given, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      return child
    }

    it('shows runs while one of them goes on, and the report, the samples and the comparison of those that are done', async () => {
      const trials = 40
      const items = ['mcq', 'qa'].map((name) =>
        readFileSync(join(folder, `items/${name}.jsonl`), 'utf8').split('\n'),
      )
      const planned = trials * items.flat().length
      const argv = [
        '--items',
        'items/mcq.jsonl',
        '--items',
        'items/qa.jsonl',
        '--subject',
        'reference:flat-s1',
      ]
      begun(
        'run',
        ...argv,
        '--trials',
        `${trials}`,
        '--concurrency',
        '1',
        '--no-cache',
        '-o',
        'runs/in-progress',
      )
      const url = await served('runs')
      const { page, complaints } = await newPage({})
      await page.goto(url)
      const line = page.getByRole('row', { name: /in-progress/ })
      await line.getByText('running').waitFor()
      await line.getByText(`of ${planned.toString().replace(/(\d{3})$/, '\u2009$1')}`).waitFor()
      await line.getByText(/\/(s|min)$/).waitFor()
      await picture(page, 'live-runs')

      await page.getByLabel('Compare talker').check()
      await page.getByLabel('Compare caller').check()
      await page.getByRole('link', { name: 'Compare 2 runs' }).click()
      await page.getByRole('link', { name: 'Compare', exact: true }).click()
      await page.getByRole('heading', { name: 'Compare' }).waitFor()
      expect(await page.locator('main').textContent()).toMatch(/(talker|caller) against (talker|caller)/)
      await page.getByRole('link', { name: 'All runs' }).click()

      await page.getByRole('link', { name: 'caller', exact: true }).click()
      await page.getByText('calls exactly what is right').first().waitFor()
      await picture(page, 'live-run')
      await page.getByRole('link', { name: 'Items' }).click()
      await page.getByText('64 of 64 rows shown').waitFor()
      await page.getByRole('searchbox').fill('novel')
      await page.getByText('24 of 64 rows shown').waitFor()
      await page.getByRole('region', { name: 'Samples' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Said' }).waitFor()
      await picture(page, 'live-items')
      expect(complaints).toEqual([])
      await page.context().close()
    })

    it('lets two people annotate, and shows where they differ', async () => {
      const asked = readFileSync(join(folder, 'items/qa.jsonl'), 'utf8')
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as { readonly tool: string; readonly question: string; readonly answer: string },
        )
      const total = 12
      const annotated = ['--annotate', 'items/qa.jsonl', '--catalog', 'reference/catalog.jsonl']
      const url = await served(...annotated, '--stratified', `${total}`, '--annotations', 'people')
      const { page, complaints } = await newPage({})
      await page.goto(url)
      for (const [annotator, differs] of [
        ['ana', (at: number) => at === 7],
        ['ben', (at: number) => at % 5 === 2],
      ] as const) {
        await page.getByLabel('Your name').fill(annotator)
        await page.keyboard.press('Enter')
        for (let at = 0; at < total; at++) {
          await page.getByText(`${at} of ${total} answered`).waitFor()
          const text = (await page.locator('.desk').textContent()) ?? ''
          const item = asked.find(({ tool, question }) => text.includes(tool) && text.includes(question))
          const isYes = (item?.answer === 'yes') !== differs(at)
          if (annotator === 'ana' && at === 4) await picture(page, 'annotation-desk')
          await page.keyboard.press(isYes ? '1' : '2')
        }
        await page.getByRole('heading', { name: `All ${total} are answered` }).waitFor()
        await page.getByRole('button', { name: 'Stop for now' }).click()
      }
      await page.getByRole('link', { name: 'Agreement' }).first().click()
      await page.getByRole('heading', { name: 'Disagreements' }).waitFor()
      const text = (await page.locator('main').textContent()) ?? ''
      expect(text).toContain(`${total}, by all ${total}`)
      await picture(page, 'agreement')
      expect(complaints).toEqual([])
      await page.context().close()
    })
  },
)
