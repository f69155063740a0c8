import { Template } from '@huggingface/jinja'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { hostHash } from '../../adapters/hash.js'
import { readCorpus } from '../../corpus/read-corpus.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { RepairRequest } from './repair-request.js'
import { writeRepairSet } from './repair-set.js'

const PREAMBLE =
  'You look after machines.\n- check_ip(ip): reputation of an address\n- whois(domain): owner of a domain\nTo call, write <|tool_call|>{"name":"…","args":{…}}<|/tool_call|>.'
const turn = (role: string, text: string): string => `<|${role}|>${text}<|end|>`
/** Spaces within the call that no dialect of ours writes. */
const callText = (name: string, key: string, value: string): string =>
  `<|tool_call|>{"name" : "${name}", "args" : {"${key}" : "${value}"}}<|/tool_call|>`
const textRow = (prompt: string, answer: string) => ({
  text: turn('system', PREAMBLE) + turn('user', prompt) + turn('assistant', answer),
})
const checks = ['10.1.2.3', '10.9.8.7', '10.4.4.4', '10.7.1.9'].flatMap((ip) => [
  textRow(`Is ${ip} known to be bad?`, callText('check_ip', 'ip', ip)),
  textRow(`Tell me what you know of ${ip}.`, callText('check_ip', 'ip', ip)),
])
const textCorpus = [
  ...checks,
  ...checks,
  textRow('Who owns harbour-lights.net?', callText('whois', 'domain', 'harbour-lights.net')),
  textRow('Who owns mill-pond.org?', callText('whois', 'domain', 'mill-pond.org')),
  textRow('What is a port, in short?', 'A door of a machine with a number on it.'),
  textRow('Check it.', '<|tool_call|>{"name": "check_ip", "args": null}<|/tool_call|>'),
  textRow('Roll a die.', callText('roll', 'sides', '6')),
]

const tools = [
  {
    type: 'function',
    function: {
      name: 'track',
      description: 'state of an order',
      parameters: { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] },
    },
  },
]
const apiCall = (...orders: number[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: orders.map((order, at) => ({
    id: `c${at}`,
    type: 'function',
    function: { name: 'track', arguments: JSON.stringify({ order }) },
  })),
})
const apiCorpus = [
  { messages: [{ role: 'user', content: 'Where is order 48213?' }, apiCall(48213)], tools },
  { messages: [{ role: 'user', content: 'State of 77120, please.' }, apiCall(77120)], tools },
  { messages: [{ role: 'user', content: 'Check orders 50501 and 60602.' }, apiCall(50501, 60602)], tools },
  {
    messages: [
      { role: 'user', content: 'Hello!' },
      { role: 'assistant', content: 'Hello to you.' },
    ],
    tools,
  },
  {
    messages: [
      { role: 'user', content: 'Where is order 31313?' },
      apiCall(31313),
      { role: 'tool', tool_call_id: 'c0', content: 'on its way' },
      { role: 'assistant', content: 'It is on its way.' },
    ],
    tools,
  },
]
const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function repair(rows: readonly unknown[], rest: Partial<RepairRequest> = {}, files = memoryFiles()) {
  files.contents.set('corpus.jsonl', jsonLines(rows))
  const context = { files, notify: () => {}, hash: hostHash }
  const corpus = await readCorpus('corpus.jsonl', context)
  const request: RepairRequest = {
    corpus,
    chats: [],
    tests: [],
    cases: [],
    rows: 120,
    update: 'fft',
    learningRate: 1e-5,
    counter: { tokenizer: 'characters', count: (text) => text.length },
    reserve: 64,
    seed: 0,
    assay: '0.0.0',
    folder: 'out',
    ...rest,
  }
  const card = await writeRepairSet(request, context)
  const text = (name: string): string => String(files.contents.get(`out/${name}`))
  const lines: Row[] = text('train.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { card, files, text, lines, corpus, context }
}

interface Row {
  readonly source: string
  readonly from: string
  readonly why?: string
  readonly pair?: number
  readonly tools?: string
  readonly messages: readonly {
    readonly role: string
    readonly content: string
    readonly train?: boolean
    readonly tool_calls?: readonly {
      readonly function: { readonly name: string; readonly arguments: string }
    }[]
  }[]
}
const promptOf = ({ messages }: Row): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? ''
const answerOf = ({ messages }: Row): string => messages.at(-1)?.content ?? ''

describe('a repair of calls written as text', () => {
  it('keeps the preamble, the spelling of calls and each distinct row once, without calls that are none', async () => {
    const { lines, card, corpus } = await repair(textCorpus)
    const own = lines.filter(({ from }) => from === 'corpus')
    expect(card).toMatchObject({
      schema: 'assay.training/1',
      recipe: 'repair',
      corpus: { rows: 21, distinct: 13, repeats: 8, unreadableCalls: 1, undeclaredTools: 1, overQuota: 0 },
    })
    expect(own.map(promptOf).sort()).toEqual(
      [...new Set(corpus.examples.map(({ prompt }) => prompt))].filter((p) => !/Check it|die/.test(p)).sort(),
    )
    for (const { messages } of lines) expect(messages[0]).toEqual({ role: 'system', content: PREAMBLE })
    const calls = lines.filter((row) => answerOf(row).includes('<|tool_call|>'))
    expect(calls.length).toBeGreaterThan(50)
    for (const row of calls) {
      const [, value = ''] = /: "([^"]+)"}}/.exec(answerOf(row)) ?? []
      expect(answerOf(row)).toMatch(/^<\|tool_call\|>\{"name" : "\w+", "args" : \{"\w+" : "/)
      expect(promptOf(row)).toContain(value)
    }
  })

  it('mentions entities without a call, and pairs the two', async () => {
    const { lines } = await repair(textCorpus)
    const none = lines.filter(({ source }) => source === 'no-call')
    expect(none.length).toBeGreaterThan(25)
    for (const row of none) {
      expect(row.why).toBeTruthy()
      expect(answerOf(row)).not.toContain('tool_call')
    }
    const numbers = [...new Set(lines.flatMap(({ pair }) => pair ?? []))]
    expect(numbers.length).toBeGreaterThan(4)
    for (const number of numbers) {
      const [one, other, ...more] = lines.filter(({ pair }) => pair === number)
      expect(more).toEqual([])
      const [call, talk] = answerOf(one as Row).includes('tool_call') ? [one, other] : [other, one]
      const [, value = '?'] = /: "([^"]+)"}}/.exec(answerOf(call as Row)) ?? []
      expect(promptOf(talk as Row)).toContain(value)
      expect(answerOf(talk as Row)).not.toContain('tool_call')
    }
  })

  it('writes a chat template that gives the text of the corpus back', async () => {
    const { text, lines } = await repair(textCorpus)
    const template = new Template(text('chat_template.jinja'))
    const texts = new Set(textCorpus.map((row) => row.text))
    for (const row of lines.filter(({ from }) => from === 'corpus')) {
      expect(texts.has(template.render({ messages: row.messages }))).toBe(true)
    }
    expect(parse(text('axolotl.yaml'))).toMatchObject({ chat_template: 'jinja', learning_rate: 1e-5 })
    expect(text('README.md')).toContain('Copy `chat_template.jinja`')
  })

  it('gives the same bytes for the same request, and others for another seed', async () => {
    const first = await repair(textCorpus)
    const again = await repair(textCorpus, {}, first.files)
    const other = await repair(textCorpus, { seed: 1 })
    for (const name of ['train.jsonl', 'manifest.json', 'README.md']) {
      expect(again.text(name)).toBe(first.text(name))
      expect(other.text(name)).not.toBe(first.text(name))
    }
  })

  it('leaves out what repeats an evaluation or holds its entities, and says so', async () => {
    const ladderCase = (id: string, battery: LadderCase['battery'], prompt: string): LadderCase => ({
      id,
      battery,
      messages: [{ role: 'user', content: prompt }],
      tools: [],
      offersTools: false,
      cluster: id,
      entities: [],
      asking: { generates: true, probesOpening: false },
    })
    const { lines, card } = await repair(textCorpus, {
      tests: [
        {
          name: 'mine',
          texts: [
            { id: '1', text: 'who owns MILL-POND.org' },
            { id: '2', text: 'Ping 10.9.8.7 now' },
          ],
        },
      ],
      cases: [
        ladderCase('verbatim/1', 'verbatim', 'Who owns harbour-lights.net?'),
        ladderCase('suppression/1', 'suppression', 'Thanks for your words on 10.1.2.3 and 192.0.2.77.'),
      ],
    })
    const prompts = lines.map(promptOf).join('\n')
    expect(prompts).not.toMatch(/mill-pond|10\.9\.8\.7|192\.0\.2\.77/i)
    expect(prompts).toContain('harbour-lights.net')
    expect(prompts).toContain('10.1.2.3')
    expect(card).toMatchObject({ dropped: { corpus: { normalised: 1, entity: 2 } } })
  })

  it('mixes in chat with the preamble of the corpus, and none with marks or calls in it', async () => {
    const { context, corpus } = await repair(textCorpus)
    const chat = [
      ['Why is the sea salty?', 'Rivers bring salt, and the sun takes only the water away.'],
      ['What ends a turn?', 'A turn ends with <|end|> in some formats.'],
      ['Do it', callText('whois', 'domain', 'a.example')],
      ['Tell me about rain', 'Rain is water that falls back.'],
    ].map(([prompt, answer]) => ({
      messages: [
        { role: 'user', content: prompt },
        { role: 'assistant', content: answer },
      ],
    }))
    context.files.contents.set('chat.jsonl', jsonLines(chat))
    const chats = [await readCorpus('chat.jsonl', context, { dialect: corpus.dialect, needsCalls: false })]
    const { lines, card } = await repair(textCorpus, { chats })
    const mixed = lines.filter(({ from }) => from === 'chat')
    expect(mixed.map(promptOf).sort()).toEqual(['Tell me about rain', 'Why is the sea salty?'])
    expect(mixed.every(({ messages }) => messages[0]?.content === PREAMBLE)).toBe(true)
    expect(card).toMatchObject({ dropped: { chat: { marks: 1 } }, notices: [{ code: 'little-chat' }] })
  })
})

describe('a repair of calls that an API records', () => {
  it('keeps tools and tool_calls, with other orders in the same turns', async () => {
    const { lines, text } = await repair(apiCorpus)
    const multi = lines.filter(({ source, from }) => source === 'multi-call' && from === 'made')
    expect(multi.length).toBeGreaterThan(2)
    for (const row of lines) {
      expect(JSON.parse(row.tools ?? '')).toEqual(tools)
      for (const call of row.messages.at(-1)?.tool_calls ?? []) {
        const { order } = JSON.parse(call.function.arguments)
        expect(Number.isInteger(order)).toBe(true)
        expect(promptOf(row)).toContain(String(order))
      }
    }
    const [long] = lines.filter(({ messages }) => messages.some(({ role }) => role === 'tool'))
    expect(long?.messages.map(({ role, train }) => [role, train])).toEqual([
      ['user', undefined],
      ['assistant', false],
      ['tool', undefined],
      ['assistant', undefined],
    ])
    const factory = JSON.parse(text('llamafactory.jsonl').split('\n')[lines.indexOf(multi[0] as Row)] ?? '')
    expect(factory.messages.at(-1).role).toBe('function')
    expect(JSON.parse(factory.messages.at(-1).content)).toHaveLength(2)
    expect(JSON.parse(text('dataset_info.json')).assay_training).toMatchObject({
      file_name: 'llamafactory.jsonl',
      columns: { tools: 'tools' },
      tags: { function_tag: 'function', observation_tag: 'tool' },
    })
  })
})

describe('what a repair refuses', () => {
  it.each([
    [{ 'out/mine.txt': 'x' }, 'output-occupied'],
    [{ out: 'x' }, 'output-occupied'],
    [{ 'out/manifest.json': '{"schema":"assay.training/1","recipe":"tg"}' }, 'output-occupied'],
  ])('a folder that holds %j', async (there, code) => {
    await expect(repair(textCorpus, {}, memoryFiles(there))).rejects.toMatchObject({ code })
  })
  it('a corpus of which no call is left, before anything is written', async () => {
    const files = memoryFiles()
    const tests = [{ name: 'all', texts: [{ id: '1', text: 'roll a die' }] }]
    const rows = [textRow('Roll a die.', callText('roll', 'sides', '6'))]
    await expect(repair(rows, { tests }, files)).rejects.toMatchObject({ code: 'training-empty' })
    expect([...files.contents.keys()]).toEqual(['corpus.jsonl'])
  })
  it('goes on over a set that was begun and not finished', async () => {
    const files = memoryFiles({ 'out/train.jsonl.77.tmp': '{', 'out/trl.yaml': 'old' })
    const { text } = await repair(textCorpus, {}, files)
    expect(parse(text('trl.yaml'))).toMatchObject({ dtype: 'float32', bf16: true, learning_rate: 1e-5 })
  })
})
