import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { hostFiles } from '../../adapters/files.js'
import { buildProgram } from '../program.js'
import { helpTopics } from './help-topics.js'
import { plainMarkdown, sectionOf } from './plain-markdown.js'

async function help(...words: readonly string[]): Promise<string> {
  const { context, out } = recordCli(hostFiles)
  await buildProgram(context).parseAsync(['node', 'assay', 'help', ...words])
  return out()
}

describe('assay help', () => {
  it('lists commands and topics', async () => {
    const text = await help()
    expect(text).toContain('Usage: assay [options] [command]')
    for (const { id } of helpTopics) expect(text).toMatch(new RegExp(`^ {2}${id} `, 'm'))
  })

  it('lists topics alone', async () => {
    const text = await help('topics')
    expect(text).toMatch(/^Topics \(/)
    expect(text.match(/^ {2}\S/gm)).toHaveLength(helpTopics.length)
  })

  it.each(helpTopics)('explains $id from a page that is there', async ({ id, page, section }) => {
    const markdown = readFileSync(`docs/${page}`, 'utf8')
    if (section !== undefined) expect(sectionOf(markdown, section), section).toBeDefined()
    const isCommand = buildProgram(recordCli().context).commands.some((command) => command.name() === id)
    const text = await help(id)
    expect(text.length).toBeGreaterThan(200)
    if (!isCommand) expect(text).not.toMatch(/\]\(|^\|/m)
  })

  it('explains exit codes as the page does, and no more', async () => {
    const text = await help('exit-codes')
    expect(text).toContain('70    a fault of Assay; please report it')
    expect(text).not.toContain('assay.config')
  })

  it('shows the help of commands and of their commands', async () => {
    expect(await help('catalog', 'import')).toContain('Usage: assay catalog import')
    expect(await help('run')).toContain('Usage: assay run')
  })

  it('explains the code of an error', async () => {
    expect(await help('dialect-unknown')).toContain('dialect-unknown')
  })

  it('explains a finding of the lint, and nothing else of its tables', async () => {
    expect(await help('name-refused')).toMatch(/finding of the lint \(warn, error\)[^]*What to do: Rename/)
    await expect(help('gemini')).rejects.toThrow(
      'There is no command, topic, error, finding or word "gemini".',
    )
  })

  it('explains a word of the glossary, in every sense that it has', async () => {
    expect(await help('floor')).toMatch(/word of the glossary[^]*strongest null model/)
    expect(await help('null', 'model')).toContain('what it scores is the floor')
    expect(await help('useful-abstention')).toContain('silence is none')
    expect(await help('over-trigger')).toContain('to call at a mention')
    expect(await help('closer')).toContain('the texts that open and close a call')
    expect((await help('source')).match(/^ *- /gm)).toHaveLength(2)
    await expect(help('word')).rejects.toThrow('There is no command')
  })

  it('names the nearest word when there is none', async () => {
    await expect(help('dialcts')).rejects.toThrow('Did you mean "dialects"?')
  })
})

describe('docs/command-line.md', () => {
  it('names every variable that Assay reads', () => {
    const page = readFileSync('docs/command-line.md', 'utf8')
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`src/${name}`, 'utf8'))
      .join('\n')
    const named = new Set(
      [
        ...sources.matchAll(/(?:process\.env\.|variable\('|env\[')([A-Z][A-Z0-9_]+)|'(ASSAY_[A-Z_]*[A-Z])'/g),
      ].map(([, asked, constant]) => asked ?? constant ?? ''),
    )
    // Asked of the SDK, which would warn of Node 20.
    named.delete('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED')
    expect(named).toContain('ASSAY_PEERS')
    for (const name of named) expect(page, name).toContain(`\`${name}\``)
  })
})

describe('plainMarkdown', () => {
  it('keeps words and drops the marks', () => {
    const text = plainMarkdown(
      '# A page\n\nSee [the other](x.md) for **all** of `this`.\n\n<!-- example: x -->\n\n```ts\nconst a = `b`\n```\n\n| a | b |\n|---|---|\n| `1` | [two](y.md) \\| 2 |\n\n- one\n- two\n',
    )
    expect(text).toBe(
      'A PAGE\n\nSee the other for all of this.\n\n    const a = `b`\n\na  b\n1  two | 2\n\n- one\n- two\n',
    )
  })
  it('wraps long lines between words', () => {
    const text = plainMarkdown(`${'word '.repeat(60)}\n`)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(text.replace(/\s+/g, ' ').trim()).toBe('word '.repeat(60).trim())
  })
})

describe('sectionOf', () => {
  it('ends where the next heading of its depth begins, comments in code aside', () => {
    const page = '# A\n\n## One\n\n```\n# no heading\n```\n\n### Inner\n\n## Two\n'
    expect(sectionOf(page, 'One')).toBe('## One\n\n```\n# no heading\n```\n\n### Inner\n')
    expect(sectionOf(page, 'Three')).toBeUndefined()
  })
})
