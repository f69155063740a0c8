import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { makeReport } from '../../src/cli/commands/report-run.js'
import type { ReportDocument } from '../../src/report/document.js'
import { renderItemsCsv, renderScoresCsv } from '../../src/report/renderers/csv.js'
import { renderHtml } from '../../src/report/renderers/html.js'
import { readCsv } from '../../src/text/csv.js'
import { recordCli } from '../contract/cli-run.js'
import { hermesCall, type PlayedCall, type PlayedRun, writeCallRun } from '../generators/call-run.js'
import { formulas, hostileTexts } from '../generators/hostile-texts.js'
import { reportOf } from '../generators/report-document.js'
import { executable, ReportBrowser, tracesIn } from './report-browser.js'

/** Every page, and those that an address opens within them. */
const addresses = [
  'overview',
  'retrieval',
  'retrieval?tool=tool_1',
  'probes',
  'calls',
  'ladder',
  'dialogues',
  'dialogues?item=dialogue-1&trial=0',
  'dialogues?item=dialogue-3&trial=1',
  'compare',
  'items',
  'items?item=item-0',
]

const noTraces = { broken: null, strangers: 0, turning: [] }

describe.skipIf(!existsSync(executable))(
  `the report page in a browser (skipped without ${executable}; ASSAY_CHROMIUM names another)`,
  () => {
    let browser: ReportBrowser

    beforeAll(async () => {
      browser = await ReportBrowser.start()
    })
    afterAll(() => browser?.stop())

    /** A report that is made from a run on disk, as the command line makes it. */
    async function reported(name: string, run: PlayedRun): Promise<ReportDocument> {
      const folder = join(browser.folder, name)
      await writeCallRun(folder, run)
      return reportOfFolder(folder)
    }

    function reportOfFolder(folder: string): Promise<ReportDocument> {
      const flags = {
        margin: 0.03,
        seed: 0,
        rows: 20_000,
        changedItems: true,
        onDuplicate: 'error',
        timeout: 60,
      } as const
      return makeReport([folder], flags, recordCli(hostFiles).context)
    }

    it.each([
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const)(
      'is usable at %i px, %s: nothing for axe, nothing wider than the window, no text runs',
      async (width, scheme) => {
        const report = await browser.written('report.html', renderHtml(reportOf(1500), browser.template))
        const { page, complaints } = await browser.opened(width, scheme)
        for (const address of addresses) {
          await page.goto(`${report}#/${address}`)
          await page.locator('h1').waitFor()
          const seen = await browser.seen(page)
          expect({ address, ...seen }).toEqual({ address, violations: [], beyond: 0 })
          expect({ address, ...(await tracesIn(page)) }).toEqual({ address, ...noTraces })
        }
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )

    it('is walked by keyboard: from link to link of the navigation, and through everything of a page', async () => {
      const report = await browser.written('walk.html', renderHtml(reportOf(50), browser.template))
      const { page } = await browser.opened(1440, 'light')
      await page.goto(`${report}#/overview`)
      await page.locator('h1').waitFor()
      await page.keyboard.press('Tab')
      expect(await focused(page)).toMatchObject({ text: 'Skip to the report', isMarked: true })
      await page.keyboard.press('Enter')
      expect(await focused(page)).toMatchObject({ name: 'main' })
      for (const title of [
        'Retrieval',
        'Probes',
        'Calls',
        'Ladder',
        'Dialogues',
        'Compare',
        'Items',
        'Overview',
      ]) {
        // The navigation stands before what holds the focus.
        for (let step = 0; step < 12 && (await focused(page)).text !== title; step++)
          await page.keyboard.press('Shift+Tab')
        expect(await focused(page)).toMatchObject({ name: 'a', text: title, isMarked: true })
        await page.keyboard.press('Enter')
        await page.locator('[aria-current=page]').filter({ hasText: title }).waitFor()
        expect(await page.title()).toBe(`${title} – Assay report`)
        expect(await focused(page)).toMatchObject({ name: 'main' })
      }
      for (const address of ['overview', 'dialogues?item=dialogue-1&trial=0', 'retrieval', 'compare']) {
        await page.goto(`${report}#/${address}`)
        await page.locator('h1').waitFor()
        await page.locator('main').focus()
        const reachable = await page
          .locator('main :is(a[href], summary, [tabindex="0"])')
          .filter({ visible: true })
          .count()
        const reached = new Set<string>()
        for (let step = 0; step < reachable; step++) {
          await page.keyboard.press('Tab')
          const { place, isMarked } = await focused(page)
          expect({ address, place, isMarked }).toMatchObject({ isMarked: true })
          reached.add(place)
        }
        expect([address, reached.size]).toEqual([address, reachable])
      }
      await page.context().close()
    })

    it('draws where arguments came from, and what gold and the subject do not share', async () => {
      const report = await browser.written('flow.html', renderHtml(reportOf(10), browser.template))
      const { page } = await browser.opened(1440, 'light')
      await page.goto(`${report}#/dialogues?item=dialogue-1&trial=0`)
      const gold = page.getByRole('img', { name: /^Data flow of gold: 3 values .* 2 not in the subject’s/ })
      await gold.first().locator('svg').waitFor()
      expect(await gold.first().locator('title').allTextContents()).toEqual([
        'cache: hotels_oslo',
        '1 search_flights',
        '2 filter_flights',
        '3 nearest',
        'flights',
        'hotels (not in the subject’s)',
        'to (not in the subject’s)',
      ])
      const subject = page.getByRole('img', { name: /^Data flow of the subject, step 1: .* 2 not in gold’s/ })
      expect(await subject.locator('title').allTextContents()).toContain(
        'report\\u{202e}gpj.exe (not in gold’s)',
      )
      // In words, for those who do not see it.
      const [turn] = await page.locator('.turn').all()
      expect(await turn?.locator('.origins').allTextContents()).toEqual([
        'flights ← call 1',
        'hotels ← cache hotels_oslo not in the subject’sto ← call 2 not in the subject’s',
        'flights ← call 1',
        `hotels ← cache ${hostileTexts.closing} not in gold’sreport\\u{202e}gpj.exe ← call 1 not in gold’s`,
      ])
      expect(await page.locator('.turn h2 .badge').allTextContents()).toEqual([
        '■wrong',
        '▲right outcome, another way',
        '–unmeasured',
        '●right',
      ])
      await page.context().close()
    })

    describe('of a run of hostile texts, made as the command line makes it', () => {
      const hostile: readonly (readonly [what: string, tool: string, said: string, shown: string])[] = [
        ['scripts', hostileTexts.script, hostileTexts.script, hostileTexts.script],
        ['ends of scripts', hostileTexts.closing, hostileTexts.closing, hostileTexts.closing],
        ['overrides of direction', hostileTexts.override, hostileTexts.override, 'report\\u{202e}gpj.exe'],
        [
          'broken characters',
          'half \ud83d',
          hostileTexts.broken,
          'half \\u{d83d} and \\u{dc00}, lost \ufffd\ufffd',
        ],
        ...formulas.map((text) => ['a formula', text, text, text.replace('\r', '\\u{d}')] as const),
      ]
      const calls = hostile.map(
        ([, tool, said], at): PlayedCall => ({
          id: `${tool} ${at}`,
          tool,
          other: `other ${tool}`,
          prompt: `Close ${at}. ${said}`,
          said: `${said} ${hermesCall(`other ${tool}`, at)}`,
        }),
      )
      const run: PlayedRun = { benchmark: formulas[0], subject: hostileTexts.override, calls }
      const folderName = hostileTexts.fileName.replaceAll('/', ' ')
      let report: ReportDocument
      let address: string

      beforeAll(async () => {
        report = await reported(folderName, run)
        address = await browser.written('hostile.html', renderHtml(report, browser.template))
      })

      it.each(hostile.map(([what, tool, , shown], at) => [what, `${tool} ${at}`, shown] as const))(
        'shows %s as text: %j',
        async (_, item, shown) => {
          const { page, complaints } = await browser.opened(1440, 'light')
          await page.goto(`${address}#/items?${new URLSearchParams({ item })}`)
          const said = page.getByRole('group', { name: 'What was said, word for word' })
          await said.waitFor()
          expect(await said.textContent()).toContain(shown)
          expect(await tracesIn(page)).toEqual(noTraces)
          expect(complaints).toEqual([])
          await page.context().close()
        },
      )

      it('shows names of tools, subjects, benchmarks and folders as texts on every page', async () => {
        const { page, complaints } = await browser.opened(390, 'dark')
        const shown: Readonly<Record<string, readonly string[]>> = {
          overview: ['it\'s "new" <img src=x onerror=', 'report\\u{202e}gpj.exe', formulas[0]],
          calls: [hostileTexts.script, hostileTexts.closing, formulas[1]],
          items: [],
        }
        for (const [id, texts] of Object.entries(shown)) {
          await page.goto(`${address}#/${id}`)
          await page.locator('h1').waitFor()
          const { violations, beyond } = await browser.seen(page)
          expect({ id, violations, beyond }).toEqual({ id, violations: [], beyond: 0 })
          const text = await page.locator('main').textContent()
          for (const one of texts) expect(text).toContain(one)
          expect({ id, ...(await tracesIn(page)) }).toEqual({ id, ...noTraces })
        }
        expect(complaints).toEqual([])
        await page.context().close()
      })

      it('writes no cell that a spreadsheet would take for a formula, and loses none of them', () => {
        for (const csv of [[...renderItemsCsv(report)].join(''), [...renderScoresCsv(report)].join('')]) {
          const read = readCsv(csv)
          if (read.kind === 'fault') throw new Error(read.what)
          const [head, ...rows] = read.rows
          expect(rows.length).toBeGreaterThan(0)
          for (const { cells } of rows) {
            expect(cells).toHaveLength(head?.cells.length ?? 0)
            for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d[\d.eE+-]*$)/)
          }
        }
        const read = readCsv([...renderItemsCsv(report)].join(''))
        const items = read.kind === 'rows' ? read.rows.slice(1).map(({ cells }) => cells[2]) : []
        expect(items.map((item) => item?.replace(/^'/, ''))).toEqual(calls.map(({ id }) => id))
      })
    })

    it('cuts 20 MB of one sample, says so, and stays quick', async () => {
      const text = `${hostileTexts.closing}${'<b>word</b> \u202e'.repeat(1_600_000)}`
      expect(text.length).toBeGreaterThan(20_000_000)
      const report = await reported('long', {
        benchmark: 'desk',
        subject: 'desk-1',
        calls: [
          {
            id: 'long',
            tool: 'close',
            other: 'open',
            prompt: 'Close 0.',
            said: `${text}${hermesCall('close', 0)}`,
          },
          { id: 'short', tool: 'close', other: 'open', prompt: 'Close 1.', said: hermesCall('close', 1) },
        ],
      })
      const html = renderHtml(report, browser.template)
      expect(html.length - browser.template.length).toBeLessThan(400_000)
      const address = await browser.written('long.html', html)
      const { page, complaints } = await browser.opened(1440, 'light')
      await page.goto(`${address}#/items?item=long`)
      const said = page.getByRole('group', { name: 'What was said, word for word' })
      await said.waitFor()
      const readyMs = await page.evaluate(() => performance.now())
      expect(readyMs).toBeLessThan(1500)
      expect(await said.textContent()).toContain(hostileTexts.closing)
      expect(await page.locator('.detail').textContent()).toMatch(
        /The first 20\u2009000 of 20\u2009\d{3}\u2009\d{3} characters/,
      )
      const began = performance.now()
      await page.getByRole('searchbox').fill('short')
      await page.getByRole('status').filter({ hasText: /^1 of/ }).waitFor()
      expect(performance.now() - began).toBeLessThan(1000)
      expect(await tracesIn(page)).toEqual(noTraces)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    it('opens a run that ends in half a character, and refuses bytes that are no UTF-8', async () => {
      const run: PlayedRun = {
        benchmark: 'desk',
        subject: 'desk-1',
        calls: [{ id: 'a', tool: 'close', other: 'open', prompt: 'Close 0.', said: 'é' }],
      }
      await reported('half', run)
      const samples = join(browser.folder, 'half', 'samples.jsonl')
      const line = Buffer.from(await hostFiles.read(samples))
      await writeFile(samples, Buffer.concat([line, Buffer.from('{"item":"'), Buffer.from([0xe2, 0x82])]))
      const html = renderHtml(await reportOfFolder(join(browser.folder, 'half')), browser.template)
      const { page, complaints } = await browser.opened(390, 'light')
      await page.goto(`${await browser.written('half.html', html)}#/overview`)
      await page.getByText('cut short').first().waitFor()
      expect(complaints).toEqual([])
      await page.context().close()
      await writeFile(samples, Buffer.from(line.map((byte) => (byte === 0xc3 ? 0xff : byte))))
      await expect(reportOfFolder(join(browser.folder, 'half'))).rejects.toMatchObject({ code: 'not-utf8' })
    })

    it('filters, sorts and opens by address and by keyboard', async () => {
      const report = await browser.written('filter.html', renderHtml(reportOf(1500), browser.template))
      const { page } = await browser.opened(1440, 'light')
      await page.goto(`${report}#/items?q=tool_7&verdict=error&sort=-item`)
      // Places 7, 47, 87 … have the tool or one of its tens; every fifth from 2 on is an error.
      const expected = reportOf(1500).pages?.items?.rows.filter(
        ({ verdict, said, tools }) => verdict === 'error' && `${tools} ${said}`.includes('tool_7'),
      ).length
      await page
        .getByRole('status')
        .filter({ hasText: `${expected} of` })
        .waitFor()
      expect(await page.locator('.rows li').first().textContent()).toMatch(/item-\d+/)
      await page.getByRole('searchbox').fill('nothing has this')
      await page.getByRole('status').filter({ hasText: /^0 of/ }).waitFor()
      expect(page.url()).toContain('q=nothing+has+this')
      await page.getByRole('searchbox').fill('')
      await page.locator('.rows li').first().waitFor()
      await page.locator('.rows').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Readings' }).waitFor()
      expect(page.url()).toMatch(/item=item-\d+/)
      await page.context().close()
    })

    it('prints: every bar of a table is drawn, also far below the window', async () => {
      const report = await browser.written('print.html', renderHtml(withScores(300), browser.template))
      const { page } = await browser.opened(1440, 'dark')
      await page.goto(`${report}#/overview`)
      await page.locator('.interval-bar svg').first().waitFor()
      expect(await page.locator('.interval-bar svg').count()).toBeLessThan(100)
      const pdf = await page.pdf({ format: 'A4' })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(await page.locator('.interval-bar svg').count()).toBeGreaterThanOrEqual(300)
      await page.context().close()
    })

    it('is under 3 MB with 1,500 items and ready in 1.5 s, and so is a table of 300 scores', async () => {
      const real = await reported('many', {
        benchmark: 'desk',
        subject: 'desk-1',
        calls: Array.from({ length: 1500 }, (_, at) => ({
          id: `call-${at}`,
          tool: `close_${at % 40}`,
          other: `open_${at % 40}`,
          prompt: `Ticket ${at} is done: please close it. The customer wrote again and is content.`,
          said: `${'Words before the call. '.repeat(at % 36)}\n${hermesCall(at % 3 === 0 ? `open_${at % 40}` : `close_${at % 40}`, at % 5 === 0 ? `${at}` : at)}`,
        })),
      })
      const figures: string[] = []
      for (const [name, document, place, what] of [
        ['a run of 1,500 calls', real, 'items', '.rows li'],
        ['something on every page, 1,500 items', reportOf(1500), 'items', '.rows li'],
        ['300 scores in a table', withScores(300), 'overview', '.interval-bar svg'],
      ] as const) {
        const html = renderHtml(document, browser.template)
        const sizeBytes = Buffer.byteLength(html)
        const report = await browser.written('ready.html', html)
        const times: number[] = []
        for (const _ of [0, 1, 2]) {
          const { page } = await browser.opened(1440, 'light')
          await page.goto(`${report}#/${place}`)
          await page.locator(what).first().waitFor()
          // Ready: nothing keeps the page from answering.
          times.push(
            await page.evaluate(
              () => new Promise<number>((ready) => setTimeout(() => ready(performance.now()), 0)),
            ),
          )
          await page.context().close()
        }
        const readyMs = times.toSorted((a, b) => a - b)[1] ?? Number.NaN
        figures.push(
          `${name}: ${(sizeBytes / 1e6).toFixed(2)} MB, ready in ${Math.round(readyMs)} ms (median of 3)`,
        )
        expect({ name, isSmall: sizeBytes < 3_000_000, isQuick: readyMs < 1500 }).toEqual({
          name,
          isSmall: true,
          isQuick: true,
        })
      }
      process.stdout.write(`${figures.join('\n')}\n`)
    })

    it('says what it cannot show: a template, a damaged report, another schema', async () => {
      const { template } = browser
      const { page } = await browser.opened(390, 'light')
      const other = JSON.stringify({ schema: 'assay.report/9' })
      for (const [name, html, words] of [
        ['template.html', template, 'no report was put into it'],
        ['damaged.html', template.replace('__ASSAY_REPORT__', '{"schema":'), 'is damaged'],
        ['other.html', template.replace('__ASSAY_REPORT__', other), 'assay.report/9'],
      ] as const) {
        await page.goto(await browser.written(name, html))
        expect(await page.getByRole('alert').textContent()).toContain(words)
      }
      await page.context().close()
    })
  },
)

/** A report whose overview has that many scores. */
function withScores(count: number): ReportDocument {
  const report = reportOf(20)
  const { pages } = report
  const [score] = pages?.overview.scores ?? []
  if (pages === undefined || score === undefined) throw new Error('the generator makes scores')
  const scores = Array.from({ length: count }, () => score)
  return { ...report, pages: { ...pages, overview: { ...pages.overview, scores } } }
}

/** What holds the focus, where it stands, and whether that can be seen. */
function focused(page: Page) {
  return page.evaluate(() => {
    const host = globalThis as unknown as {
      document: { activeElement: Element | null; querySelectorAll(selector: string): Iterable<Element> }
      getComputedStyle(element: Element): { outlineStyle: string }
    }
    interface Element {
      readonly localName: string
      readonly textContent: string | null
    }
    const { activeElement: element } = host.document
    if (element === null) return { name: '', text: '', place: '', isMarked: false }
    return {
      name: element.localName,
      text: element.textContent ?? '',
      place: `${[...host.document.querySelectorAll('*')].indexOf(element)}`,
      isMarked: host.getComputedStyle(element).outlineStyle !== 'none',
    }
  })
}
