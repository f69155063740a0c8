import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'

/** Debian's, unless another is named. */
export const executable = process.env.ASSAY_CHROMIUM ?? '/usr/bin/chromium'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)

export interface Opened {
  readonly page: Page
  /** What the browser complained of, what the page tried to fetch, and dialogs that something opened. */
  readonly complaints: string[]
}

/** What a page shows to the eye, to axe and to whoever looks for texts that ran. */
export interface Seen {
  readonly violations: readonly string[]
  /** Pixels that are wider than the window. */
  readonly beyond: number
}

/** The page as it is built, a folder for reports, and a browser that opens them from disk. */
export class ReportBrowser {
  readonly folder: string
  readonly template: string
  readonly #browser: Browser
  readonly #axe: string

  private constructor(
    folder: string,
    { template, axe, browser }: { template: string; axe: string; browser: Browser },
  ) {
    this.folder = folder
    this.template = template
    this.#axe = axe
    this.#browser = browser
  }

  static async start(): Promise<ReportBrowser> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-page-'))
    await promisify(execFile)('npx', ['vite', 'build', 'ui', '--outDir', folder, '--logLevel', 'error'], {
      cwd: root,
    })
    return new ReportBrowser(folder, {
      template: await readFile(join(folder, 'report-template.html'), 'utf8'),
      axe: await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'),
      browser: await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] }),
    })
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** The address of a page on disk. */
  async written(name: string, html: string): Promise<string> {
    const path = join(this.folder, name)
    await writeFile(path, html)
    return pathToFileURL(path).href
  }

  async opened(width: number, colorScheme: 'light' | 'dark'): Promise<Opened> {
    const context = await this.#browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) complaints.push(request.url())
    })
    return { page, complaints }
  }

  /** What axe finds, of any impact, with everything opened that can be; and how far the page is wider than the window. */
  async seen(page: Page): Promise<Seen> {
    await openAll(page)
    await page.evaluate(this.#axe)
    return page.evaluate(async () => {
      // The script that was evaluated just above puts `axe` there.
      const host = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
        document: { documentElement: { scrollWidth: number; clientWidth: number } }
      }
      const { violations } = await host.axe.run()
      const { scrollWidth, clientWidth } = host.document.documentElement
      return {
        violations: violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html ?? ''}`),
        beyond: scrollWidth - clientWidth,
      }
    })
  }
}

/** Opens whatever is folded, also within what was folded. */
async function openAll(page: Page): Promise<void> {
  for (const _ of [0, 1]) {
    await page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { querySelectorAll(selector: string): Iterable<{ open: boolean }> }
      }
      for (const one of document.querySelectorAll('details')) one.open = true
    })
    await page.waitForTimeout(50)
  }
}

/** What a text that got out of its place would leave: all of it is empty in a page that is whole. */
export interface Traces {
  /** What scripts of strangers set. */
  readonly broken: unknown
  /** Elements that no part of the page makes. */
  readonly strangers: number
  /** Texts and attributes that hold a character which turns or hides what stands around it. */
  readonly turning: readonly string[]
}

/** Looks for what hostile texts did to the page that is open. */
export function tracesIn(page: Page): Promise<Traces> {
  return page.evaluate(() => {
    // Typed by hand: these files know Node's types, and what runs here runs in the browser.
    const host = globalThis as unknown as {
      broken?: unknown
      document: {
        body: unknown
        querySelectorAll(selector: string): Iterable<{
          readonly localName: string
          readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
          readonly childNodes: Iterable<{ readonly nodeType: number; readonly nodeValue: string | null }>
        }>
      }
    }
    const turning: string[] = []
    let strangers = 0
    let scripts = 0
    for (const element of host.document.querySelectorAll('*')) {
      if (['img', 'iframe', 'object', 'embed', 'form', 'base'].includes(element.localName)) strangers++
      if (element.localName === 'script') scripts++
      const texts = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
      if (element.localName !== 'script')
        for (const child of element.childNodes) if (child.nodeType === 3) texts.push(child.nodeValue ?? '')
      const mark = /[\u0000-\u0008\u000e-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
      for (const text of texts)
        if (mark.test(text)) turning.push(`${element.localName}: ${text.slice(0, 80)}`)
    }
    // The report itself and the page's own script.
    return { broken: host.broken ?? null, strangers: strangers + Math.max(0, scripts - 2), turning }
  })
}
