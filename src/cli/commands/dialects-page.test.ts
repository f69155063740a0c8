import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { frames } from '../../toolcall/render/frames.js'
import { buildProgram } from '../program.js'

const page = readFileSync('docs/dialects.md', 'utf8')

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('\n', '⏎')}\``
}

function listed(texts: readonly string[]): string {
  // A fence cannot stand in inline code of one tick.
  return texts.length === 0 ? '—' : texts.map((text) => (text === '```' ? '`` ``` ``' : code(text))).join(' ')
}

/** Reasoning that is no wrapper of texts. */
const CHANNELS: Readonly<Record<string, string>> = { harmony: 'channel `analysis`', functionary: '—' }

function row(dialect: Dialect): readonly string[] {
  const { id, describes, trigger, closer, keys, plurality, reasoning, endOfTurn, isApi } = dialect
  const ids = keys?.ids === undefined ? '' : ` (${keys.ids.join(', ')})`
  const named = keys === undefined ? '—' : `${keys.name}, ${keys.arguments}${ids}`
  const thought = CHANNELS[id] ?? (isApi === true ? 'parts' : reasoning.length > 0 ? 'common' : '—')
  return [
    code(id),
    describes.replaceAll('|', '\\|').replace(/<[^ ]*>/g, (tag) => `\`${tag}\``),
    listed(trigger),
    listed(closer),
    named,
    plurality,
    thought,
    listed(endOfTurn),
  ]
}

const sources = ['src/toolcall', 'src/text'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

const HEAD = [
  'dialect',
  'form: families',
  'trigger',
  'closer',
  'keys',
  'several calls',
  'reasoning',
  'end of turn',
]

function between(mark: string): string {
  return new RegExp(`<!-- ${mark}: begin -->([^]*?)<!-- ${mark}: end -->`).exec(page)?.[1]?.trim() ?? ''
}

/** The members of a union type of texts, as its file declares them. */
function members(file: string, type: string): readonly string[] {
  const declared =
    new RegExp(`export type ${type} =([^]*?)\\n\\n`).exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return [...declared.matchAll(/'([\w-]+)'/g)].map(([, member = '']) => member)
}

/** Everything that a section shows as code. */
function shownIn(heading: string): readonly string[] {
  const [, section = ''] = new RegExp(`\\n## ${heading}\\n([^]*?)(?=\\n## |$)`).exec(page) ?? []
  return [...section.matchAll(/`([^`\n]+)`/g)].map(([, shown = '']) => shown)
}

describe('docs/dialects.md', () => {
  it('has the table of all dialects', () => {
    const rows = [HEAD, HEAD.map(() => '---'), ...dialects.map(row)]
    expect(between('dialects')).toBe(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
  })

  it.each([
    ['One outcome for each output', 'Outcome'],
    ['Levels of the strict reading', 'Level'],
    ['Flags', 'Flag'],
    ['Repairs of the lenient reading', 'RepairCode'],
  ])('names under "%s" every %s', (heading, type) => {
    const all = members('src/toolcall/parsed-call.ts', type)
    expect(all.length).toBeGreaterThan(4)
    expect(shownIn(heading)).toEqual(expect.arrayContaining([...all]))
  })

  it('names no repair, flag or payload that is not there', () => {
    const known = new Set([
      ...['RepairCode', 'Flag', 'Outcome'].flatMap((type) => members('src/toolcall/parsed-call.ts', type)),
      ...['{}', 'directly_answer', 'all', '--preamble', 'error'],
    ])
    for (const heading of ['Flags', 'Repairs of the lenient reading'])
      for (const shown of shownIn(heading)) expect(known, shown).toContain(shown)
  })

  it('names no fault that is not there', () => {
    const codes = shownIn('Faults').filter((shown) => !shown.endsWith('-'))
    expect(codes.length).toBeGreaterThan(30)
    for (const shown of codes) {
      const text = shown.startsWith('json-') && shown !== 'json-literal' ? shown.slice('json-'.length) : shown
      expect(
        sources.some((source) => source.includes(`'${text}'`)),
        shown,
      ).toBe(true)
    }
  })

  it('lists what the vendor reading forgives', () => {
    const source = readFileSync('src/toolcall/lenient-reading.ts', 'utf8')
    const [, set = ''] = /VENDOR_REPAIRS[^[]*\[([^\]]*)\]/.exec(source) ?? []
    const forgiven = [...set.matchAll(/'([\w-]+)'/g)].map(([, repair]) => repair)
    expect([...between('vendor').matchAll(/`([\w-]+)`/g)].map(([, repair]) => repair)).toEqual(forgiven)
  })

  it('names every frame and payload of config dialects', () => {
    const shown = shownIn('A dialect of your own')
    expect(shown).toEqual(expect.arrayContaining(frames.map(({ id }) => id)))
    expect(shown).toEqual(expect.arrayContaining([...members('src/toolcall/dialect-data.ts', 'PayloadKind')]))
  })

  it('prints for its example of a dialect what it says', async () => {
    const [, own = ''] = /```json\n(\{\n {2}"id": "acme"[^]*?)```/.exec(page) ?? []
    const [, answer = ''] = /```text\n([^]*?)\n```/.exec(page) ?? []
    const [, printed = ''] = /```json\n(\{"id": "answer.txt"[^]*?)```/.exec(page) ?? []
    const [, config = ''] = /```yaml\n([^]*?)```/.exec(page) ?? []
    const tools = ['get_weather', 'ping'].map((name) => ({ name, inputSchema: { type: 'object' } }))
    const files = memoryFiles({
      'acme.json': own,
      'answer.txt': answer,
      'short.txt': '<<{"tool": "ping", "with": {}}>>',
      'tools.json': JSON.stringify(tools),
      'assay.config.yaml': config,
    })
    const parse = async (...argv: readonly string[]): Promise<unknown> => {
      const record = recordCli(files)
      await buildProgram(record.context).parseAsync([
        'node',
        'assay',
        'parse',
        '--tools',
        'tools.json',
        ...argv,
      ])
      return JSON.parse(record.out())
    }
    expect(await parse('--dialect', 'acme.json', 'answer.txt')).toEqual(JSON.parse(printed))
    const named = await parse('--config', 'assay.config.yaml', '--dialect', 'acme', 'short.txt')
    expect(named).toMatchObject({ outcome: 'called', strict: { ok: true, calls: [{ name: 'ping' }] } })
  })
})
