import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import {
  type Answer,
  answeringSubject,
  lastMessage,
  saying,
  scratchFolder,
  testHost,
} from '../../../test/contract/run-fixtures.js'
import {
  goodJudgement,
  goodRequest,
  mcqSample,
  mcqVerdicts,
  quotedIn,
  townCatalog,
} from '../../../test/generators/town-catalog.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import { promptFields } from '../../benchmark/generate/prompt-set.js'
import { toolToJson } from '../../catalog/tool.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectRequest, SubjectRequestKind } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import type { JsonObject } from '../../text/json.js'
import type { CliContext } from '../command.js'
import type { ModelFlags } from '../generation/model-flags.js'
import { generateWithModel } from './benchmark-generate-model.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  scratch = await scratchFolder()
  const tools = townCatalog().tools.map((tool) => `${JSON.stringify(toolToJson(tool))}\n`)
  await writeFile(join(scratch.path, 'catalog.jsonl'), tools.join(''))
})
afterEach(() => scratch.remove())

const at = (...parts: readonly string[]): string => join(scratch.path, ...parts)
const read = (...parts: readonly string[]): string => readFileSync(at(...parts), 'utf8')

interface Given extends Partial<ModelFlags> {
  readonly kind?: 'rrb' | 'mcq' | 'qa'
  readonly answer?: Answer
  readonly subject?: Partial<Subject>
  readonly context?: Partial<CliContext>
}

/** Generator and judge are one test subject, told apart by what they are asked. */
async function generate({ kind = 'rrb', answer = town, subject = {}, context = {}, ...flags }: Given = {}) {
  const cli = recordCli(hostFiles, { clock: hostClock, ...context })
  let error: unknown
  try {
    await generateWithModel(
      {
        kind,
        context: cli.context,
        flags: {
          catalog: [at('catalog.jsonl')],
          output: at('made'),
          size: 9,
          seed: 0,
          generator: 'answering:writer',
          judge: 'answering:judge',
          concurrency: 3,
          onDuplicate: 'error',
          timeout: 30,
          cache: false,
          ...flags,
        },
      },
      testHost((argument) => answeringSubject(answer, { spec: `answering:${argument}`, ...subject })),
    )
  } catch (thrown) {
    error = thrown
  }
  return { out: cli.out(), err: cli.err(), exitCode: cli.exitCode(), error }
}

/** The town's models behind a subject: prompts tell who is meant. */
const town: Answer = (request, context) => {
  const prompt = lastMessage(request)
  const tier = context.sample?.item.split('/')[0]
  const needs = tier === 'hard' ? 4 : tier === 'medium' ? 2 : 1
  const said = context.sample?.benchmark === 'judge' ? goodJudgement(prompt) : goodRequest(prompt, needs)
  return saying(said.kind === 'said' ? said.text : '', { usage: { promptTokens: 100, completionTokens: 10 } })
}

const result = (): string => read('made', 'items.jsonl') + read('made', 'benchmark.json')

describe('assay benchmark generate with models', () => {
  it('writes items, a data card with every count, and what was asked', async () => {
    const { out, err, exitCode, error } = await generate({ subject: { price: { input: 1, output: 2 } } })
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    expect(err).toMatch(
      /^At least \d+ questions and [\d,]+ tokens, cost about 0\.\d\d, if every first answer stands/m,
    )
    expect(out).toContain('Written: ')
    const items = read('made', 'items.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { tier: string })
    expect(items.map(({ tier }) => tier)).toEqual([
      ...Array(3).fill('easy'),
      ...Array(3).fill('medium'),
      ...Array(3).fill('hard'),
    ])
    expect(JSON.parse(read('made', 'benchmark.json'))).toMatchObject({
      schema: 'assay.benchmark/1',
      kind: 'retrieval',
      generator: { name: 'rrb', version: 1 },
      catalogTools: 24,
      seed: 0,
      writer: { subject: 'answering:writer', temperature: 0.7 },
      judge: { subject: 'answering:judge', temperature: 0 },
      prompts: { 'rrb-generate': expect.stringMatching(/^[0-9a-f]{64}$/), 'rrb-judge': expect.any(String) },
      config: expect.stringMatching(/^[0-9a-f]{64}$/),
      yield: { eligible: 24, wanted: 9, items: 9 },
      coverage: { tools: expect.any(Number), services: 6, effectiveServices: expect.any(Number) },
      leaks: { kept: 0, rate: 0 },
      nearDuplicateGold: 0,
      counts: { retrieval: { tiers: { easy: 3, medium: 3, hard: 3 } } },
    })
    const asked = read('made', 'generation', 'samples.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { benchmark: string; decode: { temperature: number } })
    expect(
      asked.filter(({ benchmark }) => benchmark === 'judge').every(({ decode }) => decode.temperature === 0),
    ).toBe(true)
    expect(
      asked.some(({ benchmark, decode }) => benchmark === 'generator' && decode.temperature === 0.7),
    ).toBe(true)
  })

  it('gives the same bytes again, and under another concurrency', async () => {
    await generate()
    const first = result()
    await generate({ output: at('again'), concurrency: 11 })
    expect(read('again', 'items.jsonl') + read('again', 'benchmark.json')).toBe(first)
  })

  it('goes on after any interruption and comes to what an unbroken generation makes', async () => {
    await generate({ output: at('unbroken') })
    const unbroken = read('unbroken', 'items.jsonl') + read('unbroken', 'benchmark.json')
    for (const after of [1, 7, 20]) {
      const output = at(`broken-${after}`)
      const stop = new AbortController()
      let asked = 0
      const first = await generate({
        output,
        context: { signal: stop.signal },
        answer: (request, context) => {
          if (++asked === after) stop.abort()
          return town(request, context)
        },
      })
      expect(first.exitCode).toBe(130)
      expect(first.out).toContain('--resume')
      expect(existsSync(join(output, 'items.jsonl'))).toBe(false)
      // What a crash leaves of a line is cut off.
      await appendFile(join(output, 'generation', 'samples.jsonl'), '{"benchmark":"judge","item":"ea')
      let again = 0
      const second = await generate({
        output,
        resume: true,
        answer: (request, context) => {
          again++
          return town(request, context)
        },
      })
      expect(second.error).toBeUndefined()
      expect(
        readFileSync(join(output, 'items.jsonl'), 'utf8') +
          readFileSync(join(output, 'benchmark.json'), 'utf8'),
      ).toBe(unbroken)
      expect(again).toBeGreaterThan(0)
    }
  })

  it('asks nothing when a whole generation goes on, and refuses to begin in its folder', async () => {
    await generate()
    const first = result()
    const { error } = await generate()
    expect(error).toMatchObject({ code: 'output-occupied' })
    const again = await generate({
      resume: true,
      answer: () => {
        throw new Error('asked')
      },
    })
    expect(again.error).toBeUndefined()
    expect(result()).toBe(first)
    expect((await generate({ resume: true, output: at('nowhere') })).error).toMatchObject({
      code: 'generation-missing',
    })
  })

  it('refuses to go on under another seed, model or prompt, and says what differs', async () => {
    await generate()
    const { error } = await generate({ resume: true, seed: 4, judge: 'answering:other' })
    expect(error).toMatchObject({ code: 'generation-changed' })
    expect(String(error)).toMatch(/seed: 0 → 4[^]*judge\.spec: "answering:judge" → "answering:other"/)
    await mkdir(at('own'))
    await writeFile(at('own', 'rrb-judge.md'), `${readFileSync('prompts/rrb-judge.md', 'utf8')}\nBe strict.`)
    const changed = await generate({ resume: true, prompts: at('own') })
    expect(String(changed.error)).toMatch(/prompts\.rrb-judge: [0-9a-f]{12}… → [0-9a-f]{12}…/)
  })

  it('stops before more is spent than may be, resumably', async () => {
    const price = { input: 1000, output: 1000 }
    const { exitCode, out } = await generate({ subject: { price }, maxCost: 1.2 })
    expect(exitCode).toBe(3)
    expect(out).toMatch(/beyond --max-cost 1\.2[^]*So far: cost (?:0\.\d+|1\.[01]\d*)/)
    expect(existsSync(at('made', 'items.jsonl'))).toBe(false)
    expect((await generate({ subject: { price }, resume: true })).exitCode).toBe(0)
    await generate({ output: at('unbroken') })
    expect(read('made', 'items.jsonl')).toBe(read('unbroken', 'items.jsonl'))
  })

  it('stops when an endpoint is down, and asks again what failed when it is told to', async () => {
    let isDown = true
    const answer: Answer = (request, context) => {
      if (isDown) throw new SubjectFailure({ code: 'x', what: 'Refused by the filter.', failure: 'refusal' })
      return town(request, context)
    }
    const refused = await generate({ answer, patience: 2, tiers: { easy: 2, medium: 0, hard: 0 } })
    expect(refused.exitCode).toBe(1)
    expect(refused.out).toMatch(/generator-failed 6[^]*Nothing stood, so nothing is written/)
    const missing: Answer = () => {
      throw new SubjectFailure({ code: 'x', what: 'No such model.', failure: 'missing' })
    }
    const stopped = await generate({ answer: missing, output: at('other') })
    expect(stopped.exitCode).toBe(3)
    expect(stopped.out).toContain('No such model.')
    isDown = false
    expect((await generate({ answer, output: at('other'), resume: true })).exitCode).toBe(0)
  })

  it('ends with the fault of a subject that breaks, instead of waiting for it', async () => {
    const answer: Answer = () => {
      throw new TypeError('broken subject')
    }
    expect((await generate({ answer })).error).toMatchObject({ message: 'broken subject' })
  })

  it('lets a judge who says nonsense accept nothing, and says so', async () => {
    const answer: Answer = (request, context) =>
      context.sample?.benchmark === 'judge' ? saying('Sure! They are all great.') : town(request, context)
    const { exitCode, out } = await generate({ answer, patience: 3 })
    expect(exitCode).toBe(1)
    expect(out).toMatch(
      /easy 0 of 3: given up after 3 tries in a row without an item \(refused: query-repeated 6, judge-not-json 3\)/,
    )
    expect(existsSync(at('made', 'benchmark.json'))).toBe(false)
  })

  it('holds an API to the schema of the answer, and asks for text where it takes no calls', async () => {
    const forms: string[] = []
    const answer: Answer = async (request, context) => {
      const isCall = request.kind === 'chat' && request.tools.length > 0
      forms.push(`${context.sample?.benchmark} ${isCall ? 'call' : 'text'}`)
      const reply = await town(request, context)
      if (!isCall) return reply
      if (context.sample?.benchmark === 'judge') {
        throw new SubjectFailure({ code: 'x', what: 'Tools are not supported.', failure: 'refusal' })
      }
      const call = {
        id: 'c',
        type: 'function',
        function: { name: 'give_answer', arguments: reply.output.text },
      }
      return {
        output: { message: JSON.stringify({ role: 'assistant', tool_calls: [call] }), stopReason: 'stop' },
      }
    }
    const facts = { model: 'm', dialect: 'openai' }
    const { exitCode, err } = await generate({
      answer,
      subject: { facts },
      structured: 'always',
      concurrency: 1,
    })
    expect(exitCode).toBe(0)
    expect(forms.slice(0, 3)).toEqual(['generator call', 'judge call', 'judge text'])
    expect(forms.filter((form) => form === 'judge call')).toHaveLength(1)
    expect(err).toMatch(
      /refuses an answer as a call \(Tools are not supported\.\); it is asked for plain text/,
    )
    expect(JSON.parse(read('made', 'benchmark.json')).answers).toEqual({
      'generator call': expect.any(Number),
      'judge text': expect.any(Number),
    })
    const items = read('made', 'items.jsonl')
    await generate({ output: at('plain') })
    expect(items).toBe(read('plain', 'items.jsonl'))
  })

  const holding = new Set<SubjectRequestKind>(['chat', 'json-schema'])
  const schemaOf = (request: SubjectRequest): JsonObject | undefined =>
    request.kind === 'chat' ? request.answerSchema : undefined

  it('holds to a schema whoever can be, and counts in what form answers came', async () => {
    const schemas: (JsonObject | undefined)[] = []
    const answer: Answer = async (request, context) => {
      schemas.push(schemaOf(request))
      const reply = await town(request, context)
      // As engines give it that write special tokens out.
      return saying(`${reply.output.text}<|im_end|>`)
    }
    const { err, out } = await generate({ answer, subject: { answers: holding } })
    expect(schemas.every((schema) => schema?.additionalProperties === false)).toBe(true)
    expect(JSON.stringify(schemas)).toContain('"need":{"type":["integer","null"],"minimum":1')
    const { answers } = JSON.parse(read('made', 'benchmark.json'))
    expect(answers).toEqual({ 'generator schema': expect.any(Number), 'judge schema': expect.any(Number) })
    expect(out).toMatch(/answers +generator: \d+ schema; judge: \d+ schema\n/)
    expect(err).not.toContain('plain text')
    const items = read('made', 'items.jsonl')
    const never = await generate({ output: at('plain'), subject: { answers: holding }, structured: 'never' })
    expect(never.out).toMatch(/answers +generator: \d+ text; judge: \d+ text\n/)
    expect(read('plain', 'items.jsonl')).toBe(items)
  })

  it('falls from schema to call to text, says so, and goes on there after an interruption', async () => {
    const forms: string[] = []
    const stop = new AbortController()
    const refusing =
      (after: number): Answer =>
      (request, context) => {
        const isCall = request.kind === 'chat' && request.tools.length > 0
        const form = schemaOf(request) !== undefined ? 'schema' : isCall ? 'call' : 'text'
        forms.push(form)
        if (forms.length === after) stop.abort()
        if (form === 'text') return town(request, context)
        throw new SubjectFailure({ code: 'x', what: `No ${form} here.`, failure: 'refusal' })
      }
    const facts = { model: 'm', dialect: 'openai' }
    const subject = { facts, answers: holding }
    const whole = await generate({ answer: refusing(0), subject, concurrency: 1, output: at('unbroken') })
    expect(forms.slice(0, 4)).toEqual(['schema', 'call', 'text', 'schema'])
    expect(forms.filter((form) => form !== 'text')).toEqual(['schema', 'call', 'schema', 'call'])
    expect(
      whole.err.match(/refuses an answer as a call \(No call here\.\); it is asked for plain text/g),
    ).toHaveLength(2)
    expect(whole.out).toMatch(/answers +generator: \d+ text; judge: \d+ text\n/)
    forms.length = 0
    // Between the refusal of a schema and the call.
    await generate({ answer: refusing(1), subject, concurrency: 1, context: { signal: stop.signal } })
    forms.length = 0
    await generate({ answer: refusing(0), subject, concurrency: 1, resume: true })
    expect(result()).toBe(read('unbroken', 'items.jsonl') + read('unbroken', 'benchmark.json'))
  })

  it('tells of a server that ignores the schema', async () => {
    const answer: Answer = async (request, context) => {
      const reply = await town(request, context)
      return context.sample?.benchmark === 'judge'
        ? reply
        : saying(`\`\`\`json\n${reply.output.text}\n\`\`\``)
    }
    const { err, error } = await generate({ answer, subject: { answers: holding } })
    expect(error).toBeUndefined()
    expect(
      err.match(/was asked for an answer held to a schema as generator and gave plain text/g),
    ).toHaveLength(1)
    expect(JSON.parse(read('made', 'benchmark.json')).answers).toEqual({
      'generator text': expect.any(Number),
      'judge schema': expect.any(Number),
    })
  })

  it('takes nothing for gold that one of several votes does not call so', async () => {
    const one = await generate({ output: at('one') })
    expect(one.error).toBeUndefined()
    const asked: string[] = []
    const split: Answer = async (request, context) => {
      const { variant = '', benchmark } = context.sample ?? {}
      if (benchmark === 'judge') asked.push(variant)
      const reply = await town(request, context)
      if (!variant.startsWith('judge-') || !variant.endsWith('vote-2')) return reply
      return saying((reply.output.text ?? '').replaceAll('"fully"', '"partly"'))
    }
    const { out, exitCode } = await generate({ answer: split, votes: 2, patience: 2 })
    expect(exitCode).toBe(1)
    expect(asked).toContain('judge-1-1-vote-2')
    expect(out).toMatch(/anchor-not-fully \d+/)
    const agreed = await generate({ votes: 2, output: at('two') })
    expect(agreed.error).toBeUndefined()
    expect(read('two', 'items.jsonl')).toBe(read('one', 'items.jsonl'))
  })

  it.each([
    [{ judge: undefined }, 'judge-missing'],
    [{ generator: undefined }, 'generator-missing'],
    [{ queries: 'q.csv' }, 'flags-clash'],
    [{ kind: 'mcq', pooled: 3 }, 'flags-clash'],
    [{ retryErrors: true }, 'flags-clash'],
    [{ generator: 'answring:x' }, 'subject-unknown'],
    [{ prompts: '/nowhere' }, 'file-missing'],
  ] as const)('refuses %o', async (flags, code) => {
    const { error } = await generate(flags as never) // flags that the command line may give
    expect(error).toMatchObject({ code })
    expect(existsSync(at('made'))).toBe(false)
  })

  it('names a prompt that has a wrong name or lacks a field', async () => {
    await mkdir(at('own'))
    await writeFile(at('own', 'rrb-jugde.md'), 'x')
    expect(String((await generate({ prompts: at('own') })).error)).toMatch(/Did you mean rrb-judge\.md\?/)
    await mkdir(at('other'))
    await writeFile(at('other', 'rrb-judge.md'), '{{tools}} {{needs}}')
    expect(String((await generate({ prompts: at('other') })).error)).toMatch(/lacks the field "query"/)
    expect(Object.keys(promptFields)).toHaveLength(7)
  })
})

describe('multiple choice with models', () => {
  it('states in the data card what null models score', async () => {
    const answer: Answer = (request, context) => {
      const prompt = lastMessage(request)
      const isJudge = context.sample?.benchmark === 'judge'
      return saying(JSON.stringify(isJudge ? mcqVerdicts(prompt) : { samples: [mcqSample(prompt)] }))
    }
    const { error, out } = await generate({ kind: 'mcq', answer, size: 16, json: true })
    expect(error).toBeUndefined()
    const card = JSON.parse(read('made', 'benchmark.json')) as Record<string, unknown>
    expect(JSON.parse(out)).toEqual(card)
    expect(card).toMatchObject({
      kind: 'mcq',
      generator: { name: 'mcq', version: 1 },
      prompts: { 'mcq-generate': expect.any(String), 'mcq-judge': expect.any(String) },
      yield: { eligible: 24, items: 16 },
      options: {
        lengthRanks: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      },
      floors: expect.arrayContaining([expect.objectContaining({ null: 'shortest', chance: 0.25 })]),
      serviceLevel: [],
    })
  })
})

describe("a user's own queries", () => {
  const answer: Answer = async (request, context) => {
    const prompt = lastMessage(request)
    if (context.sample?.variant !== 'needs') return town(request, context)
    const [query = ''] = quotedIn(prompt, 'Request')
    if (query.startsWith('Hello')) return saying(JSON.stringify({ isRequest: false, needs: [] }))
    return saying(
      JSON.stringify({
        isRequest: true,
        needs: query.replace(/^R|!$/g, (mark) => (mark === 'R' ? 'r' : '')).split(' and '),
      }),
    )
  }
  const csv = [
    'id;query;cluster;asked by',
    'a;report what my water meter shows;water;Ann',
    'b;"hear what a wedding cake would cost and check whether the cake has nuts in it";;"Bob ""the"" B"',
    'c;Hello there;;',
    'd;fly me to the moon;;',
    'e;Report what my water meter shows!;;',
    ';;;',
  ].join('\r\n')

  it('become items with the gold that the judge finds; what does not is told', async () => {
    await writeFile(at('asked.csv'), csv)
    const { error, out } = await generate({ answer, queries: at('asked.csv'), generator: undefined } as never)
    expect(error).toBeUndefined()
    const items = read('made', 'items.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(items).toMatchObject([
      { id: 'a', gold: ['gaugeRead'], tier: 'easy', cluster: 'water' },
      { id: 'b', gold: ['cakeQuote', 'allergenSheet'], tier: 'medium', cluster: 'Bakehouse' },
    ])
    expect(
      read('made', 'refusals.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>),
    ).toMatchObject([
      { id: 'c', reason: 'no-request', where: expect.stringContaining('line 4') },
      { id: 'd', reason: 'need-unserved' },
      { id: 'e', reason: 'near-duplicate' },
    ])
    expect(out).toContain('3 of 5 queries became no item')
    expect(JSON.parse(read('made', 'benchmark.json'))).toMatchObject({
      generator: { name: 'queries' },
      yield: { tried: 5, items: 2 },
    })
  })

  it.each([
    ['text\nhello', 'queries-broken'],
    ['query\n"open', 'queries-broken'],
    ['query\n\n', 'queries-empty'],
    ['id,query\n1,a thing\n1,another', 'queries-broken'],
  ])('refuses %j', async (text, code) => {
    await writeFile(at('asked.csv'), text)
    const { error } = await generate({ answer, queries: at('asked.csv'), generator: undefined } as never)
    expect(error).toMatchObject({ code })
  })
})

describe('a training twin', () => {
  it('asks about all tools, repeats no test query, and gives a pair for each gold tool', async () => {
    await generate()
    const other: Answer = async (request, context) => {
      const reply = await town(request, context)
      const text =
        reply.output.text?.replace('I want to', 'Kindly arrange for my old neighbour, who would like to') ??
        ''
      return saying(text)
    }
    const { error, exitCode } = await generate({ answer: other, twinOf: at('made'), output: at('twin') })
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    const card = JSON.parse(read('twin', 'benchmark.json')) as { yield: { wanted: number; items: number } }
    expect(card).toMatchObject({ generator: { name: 'rrb-twin' }, yield: { wanted: 24 } })
    const pairs = read('twin', 'pairs.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { query: string; tool: string })
    const items = read('twin', 'items.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { query: string; gold: (string | string[])[] })
    expect(pairs.length).toBe(items.flatMap(({ gold }) => gold.flat()).length)
    const test = read('made', 'items.jsonl')
    for (const { query } of items) expect(test).not.toContain(query)
  })
})
