import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toolWith } from '../../../test/contract/lint-tools.js'
import { catalogOf } from '../catalog.js'
import type { Tool } from '../tool.js'
import { type LintReport, lintCatalog } from './lint.js'

const data = process.env.ASSAY_DATA ?? '../shared/data'
const toolsense = ['mcq', 'qa', 'rrb'].map((name) => join(data, 'toolsense', `${name}.jsonl`))
/** A few seconds each on a machine that does nothing else. */
const SLOW_MS = 120_000

const toolgen = join(data, 'toolgen', 'virtual_tokens.txt')

interface ToolsenseTool {
  readonly tool_name: string
  readonly tool_title: string
  readonly tool_description: string
  readonly api_title: string
  readonly api_description: string
}

interface ToolsenseLine {
  readonly tool: ToolsenseTool | readonly ToolsenseTool[]
  readonly analyzed_tools?: readonly ToolsenseTool[]
}

/** The distinct tools of the three files, texts such as "None" set aside. */
function toolsenseTools(): readonly Tool[] {
  const tools = new Map<string, Tool>()
  for (const path of toolsense) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue
      const { tool, analyzed_tools = [] } = JSON.parse(line) as ToolsenseLine // the layout of the released files
      for (const each of [tool, analyzed_tools].flat()) {
        if (!tools.has(each.tool_name)) tools.set(each.tool_name, toolOf(each))
      }
    }
  }
  return [...tools.values()]
}

function toolOf(raw: ToolsenseTool): Tool {
  const fields = {
    description: raw.api_description,
    service: raw.tool_title,
    serviceDescription: raw.tool_description,
    endpoint: raw.api_title,
  }
  const isNothing = (text: string): boolean => /^(?:None\.?|null|-|)$/.test(text.trim())
  const entries = Object.entries(fields)
  const { description: _, ...base } = toolWith({ name: raw.tool_name })
  return {
    ...base,
    ...Object.fromEntries(entries.filter(([, text]) => !isNothing(text))),
    placeholders: Object.fromEntries(entries.filter(([, text]) => isNothing(text))),
  }
}

function tally(report: LintReport, code: string): readonly [findings: number, tools: number] {
  const counts = report.counts.filter((count) => count.code === code)
  return [
    counts.reduce((sum, { findings }) => sum + findings, 0),
    counts.reduce((sum, { tools }) => sum + tools, 0),
  ]
}

const hasToolsense = toolsense.every(existsSync)
describe.skipIf(!hasToolsense)(`ToolSense${hasToolsense ? '' : ` (not at ${data}; set ASSAY_DATA)`}`, () => {
  it(
    'has as many faults as were counted by hand on the released files',
    async () => {
      const tools = toolsenseTools()
      // Other rules would only take time.
      const only = [
        'description-shared',
        'service-description-shared',
        'names-differ-by-case',
        'description-is-name',
        'description-repeats-service',
        'test-like',
        'content-free',
        'duplicate-exact',
      ]
      const report = await lintCatalog(catalogOf(tools), { only, tokens: false })
      expect(tools).toHaveLength(5348)
      // 130 groups of 422 tools with equal service and API description, 30 descriptions of different services.
      expect(tally(report, 'description-shared')).toEqual([130, 422])
      expect(tally(report, 'service-description-shared')[0]).toBe(30)
      // 7 names too many under case folding.
      const [groups, names] = tally(report, 'names-differ-by-case')
      expect(names - groups).toBe(7)
      expect(tally(report, 'description-is-name')).toEqual([455, 455])
      expect(tally(report, 'description-repeats-service')).toEqual([69, 69])
      // Word for word the same with their API title: 10 groups of 20 tools; case and punctuation set aside, a few more.
      const exact = report.classes.filter(({ kind }) => kind === 'exact')
      expect(exact.length).toBeGreaterThanOrEqual(10)
      expect(exact.length).toBeLessThanOrEqual(20)
      // 160 by a rule without camelCase; test networks of block chains are not counted here.
      const [, testLike] = tally(report, 'test-like')
      expect(testLike).toBeGreaterThanOrEqual(150)
      expect(testLike).toBeLessThanOrEqual(175)
      const [, contentFree] = tally(report, 'content-free')
      expect(contentFree).toBeGreaterThanOrEqual(180)
      expect(contentFree).toBeLessThanOrEqual(230)
    },
    SLOW_MS,
  )
})

const hasToolgen = existsSync(toolgen)
describe.skipIf(!hasToolgen)(
  `ToolGen's names${hasToolgen ? '' : ` (not at ${data}; set ASSAY_DATA)`}`,
  () => {
    it(
      'have as many faults as were counted by hand',
      async () => {
        const names = readFileSync(toolgen, 'utf8').trimEnd().split('\n')
        const { description: _, ...base } = toolWith()
        const tools = names.map((name) => ({ ...base, name: name.replace(/^<<(.*)>>$/, '$1') }))
        const only = [
          'names-differ-by-case',
          'stop-action',
          'name-only',
          'control-characters',
          'invisible-characters',
          'html-tags',
        ]
        const report = await lintCatalog(catalogOf(tools), { only, tokens: false })
        expect(tally(report, 'names-differ-by-case')).toEqual([28, 58])
        expect(tally(report, 'stop-action')).toEqual([1, 1])
        expect(tally(report, 'name-only')).toEqual([46_985, 46_985])
        expect(tally(report, 'html-tags')[0]).toBeGreaterThanOrEqual(2)
        // Six names hold zero-width or control characters; the joiner of one stands inside an emoji.
        expect(tally(report, 'control-characters')[0] + tally(report, 'invisible-characters')[0]).toBe(5)
      },
      SLOW_MS,
    )
  },
)
