import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { exportCommand } from './export.js'

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const call = (name: string, value: string): string =>
  `<tool_call>\n{"name": "${name}", "arguments": {"value": "${value}"}}\n</tool_call>`
const row = (user: string, assistant: string) => ({
  messages: [
    { role: 'user', content: user },
    { role: 'assistant', content: assistant },
  ],
})
const corpus = lines(
  ...['198.18.0.4', '198.18.7.9', '198.18.3.3'].map((ip) => row(`Do you know ${ip}?`, call('check_ip', ip))),
  ...['north.net', 'south.net'].map((domain) => row(`Who owns ${domain}?`, call('whois', domain))),
  row('Good evening to you.', 'Good evening! How was your day?'),
)
const item = (id: string, prompt: string) => ({
  id,
  kind: 'call',
  messages: [{ role: 'user', content: prompt }],
  tools: [],
  gold: { none: true },
  cluster: id,
})
const ladder = { battery: 'unseen', offersTools: false, generates: true, probesOpening: false }
const inputs = {
  'train.jsonl': corpus,
  'prose.jsonl': lines(row('Hi', 'Hello there.')),
  'chat.jsonl': lines(row('Why do cats sleep so much?', 'They hunt at dusk and save their strength.')),
  'calls.jsonl': lines(item('t1', 'who owns NORTH.net')),
  'keywords.jsonl': lines({ prompt: 'Look at 198.18.7.9', expected_tool: 'check_ip' }),
  'odd.jsonl': lines({ nothing: 1 }),
  'runs/mine/items/unseen.jsonl': lines({ ...item('unseen/1', 'Do you know 192.0.2.200?'), ladder }),
  'empty/items/notes.txt': '',
  'catalog.jsonl': lines({ name: 'whois', description: 'owner of a domain' }),
}

async function assay(...argv: readonly string[]) {
  const record = recordCli(memoryFiles(inputs))
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: record.context.complain })
  exportCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'export', 'training', ...argv])
  return record
}
const repair = (...argv: readonly string[]) => assay('--recipe', 'repair', '-o', 'out', ...argv)

describe('assay export training --recipe repair', () => {
  it('writes the mix and says what is in it, as configured and as it came out', async () => {
    const record = await repair('--corpus', 'train.jsonl', '--chat', 'chat.jsonl', '--rows', '100')
    const out = record.out()
    expect(out).toMatch(/^repair, fft: \d+ rows of 100 wanted\n/)
    expect(out).toMatch(/no-call +26\.3 % +\d+ +\d/)
    expect(out).toMatch(/weights above 0\.00390625 stand still/)
    expect(out).toMatch(/none named with --test or --ladder[^]*Written: out\n$/)
    const names = [...record.files.contents.keys()].filter((path) => path.startsWith('out/'))
    expect(names.map((name) => name.slice(4)).sort()).toEqual([
      'README.md',
      'axolotl.yaml',
      'dataset_info.json',
      'llamafactory.yaml',
      'manifest.json',
      'train.jsonl',
      'train_trl.py',
      'trl.yaml',
    ])
  })

  it('leaves out what tests of any kind and a ladder ask', async () => {
    const record = await repair(
      '--corpus',
      'train.jsonl',
      '--rows',
      '100',
      '--test',
      'calls.jsonl',
      'keywords.jsonl',
      '--ladder',
      'runs/mine',
      '--lora',
      '--json',
    )
    const card = JSON.parse(record.out())
    expect(card).toMatchObject({
      schema: 'assay.training/1',
      update: 'lora',
      learningRate: 1e-4,
      evaluations: { ladderCases: 1, tests: [{ texts: 1 }, { name: 'keywords' }] },
      dropped: { corpus: { entity: 1, normalised: 1 } },
    })
    const text = String(record.files.contents.get('out/train.jsonl'))
    expect(text).not.toMatch(/north\.net|198\.18\.7\.9|192\.0\.2\.200/)
    expect(text).toContain('south.net')
  })

  it.each([
    [['--corpus', 'train.jsonl', '--catalog', 'catalog.jsonl'], /repair has no --catalog[^]*--corpus/],
    [['--corpus', 'train.jsonl', '--stage', '1'], /repair has no --stage/],
    [['--corpus', 'train.jsonl', '--options', '5'], /repair has no --options/],
    [[], /repair needs --corpus/],
    [['--corpus', 'gone.jsonl'], /gone\.jsonl/],
    [['--corpus', 'prose.jsonl'], /None of the 1 answers calls a tool/],
    [['--corpus', 'train.jsonl', '--test', 'odd.jsonl'], /of no test that is known/],
    [['--corpus', 'train.jsonl', '--ladder', 'empty'], /no cases of a ladder/],
    [['--corpus', 'train.jsonl', '--chat', 'gone.jsonl'], /gone\.jsonl/],
    [['--corpus', 'train.jsonl', '--dialect', 'hermez'], /Did you mean "hermes"/],
    [['--corpus', 'train.jsonl', '--lr', '0'], /above 0 and at most 1/],
    [['--corpus', 'train.jsonl', '--rows', '3'], /from 20 to/],
    [['--corpus', 'train.jsonl', '--max-tokens', '64'], /none is left/],
  ])('refuses %j', async (argv, message) => {
    await expect(repair(...argv)).rejects.toThrow(message)
  })

  it.each([
    [['--catalog', 'catalog.jsonl', '--stage', '1', '--corpus', 'train.jsonl'], /tg has no --corpus/],
    [['--catalog', 'catalog.jsonl', '--stage', '1', '--lr', '1e-4'], /tg has no --lr/],
    [['--stage', '1'], /tg needs --catalog/],
    [['--catalog', 'catalog.jsonl'], /tg needs --stage/],
  ])('refuses tool tokens with %j', async (argv, message) => {
    await expect(assay('--recipe', 'tg', '-o', 'out', ...argv)).rejects.toThrow(message)
  })
})
