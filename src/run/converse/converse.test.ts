import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { toyDialogue, toyPlans } from '../../../test/generators/toy-dialogues.js'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostClock } from '../../adapters/clock.js'
import { hostHash } from '../../adapters/hash.js'
import type { Agent } from '../../agent/agents/agent.js'
import { type AgentWithoutModel, agentWithoutModel } from '../../agent/agents/agents-without-model.js'
import { codeAgent } from '../../agent/agents/code-agent.js'
import { jsonAgent } from '../../agent/agents/json-agent.js'
import { executePlan } from '../../agent/execute-plan.js'
import { randomStream } from '../../numeric/random.js'
import type { Journals } from '../../ports.js'
import { readScript } from '../../subject/script.js'
import { scriptedSubject } from '../../subject/scripted.js'
import type { JsonValue } from '../../text/json.js'
import { openai } from '../../toolcall/dialects/openai.js'
import { AdaptiveLimit } from '../adaptive-limit.js'
import { Budget, type BudgetLimits } from '../budget.js'
import type { Sample } from '../sample.js'
import { SecretBook } from '../secret-book.js'
import { type AskedSubject, type ConverseRequest, converse } from './converse.js'
import { ConverseStore } from './converse-store.js'
import type { DialogueSettings } from './play-dialogue.js'
import { readDialogueTurns, turnsKey } from './read-turns.js'
import type { TurnLine } from './turn-line.js'

const world = toyWorld()
type Contents = ReturnType<typeof memoryFiles>

function journalsOn(files: Contents): Journals {
  return {
    open: async (path) => {
      if (!files.contents.has(path)) files.contents.set(path, '')
      return {
        sizeBytes: 0,
        append: (line) => files.append(path, `${line}\n`),
        hurry: () => undefined,
        close: async () => undefined,
      }
    },
    readPart: async () => new Uint8Array(),
  }
}

function scripted(script: JsonValue): AskedSubject {
  const subject = scriptedSubject(readScript(script, 'script'), { clock: hostClock })
  return { subject, dialect: openai, limit: new AdaptiveLimit({ clock: hostClock, most: 4 }) }
}

/** Answers turn by turn, each dialogue by itself. */
const byTurn = (answers: readonly JsonValue[]): JsonValue => ({
  rules: [1, 3, 5, 7].map((turn, index) => ({
    when: { variant: `turn-${turn}` },
    answer: answers[index] ?? 'nothing',
  })),
})

interface Playing {
  readonly ids?: readonly string[]
  readonly agent?: Agent
  readonly asked?: AskedSubject
  readonly settings?: Partial<DialogueSettings>
  readonly files?: Contents
  readonly secrets?: SecretBook
  readonly limits?: BudgetLimits
  readonly more?: Partial<ConverseRequest>
  readonly stopAfter?: number
}

async function play({
  ids = ['d1'],
  agent = codeAgent([]),
  asked,
  settings = {},
  files = memoryFiles(),
  secrets = new SecretBook(),
  limits = {},
  more = {},
  stopAfter = Number.POSITIVE_INFINITY,
}: Playing) {
  const before = new Map<string, readonly TurnLine[]>()
  if (files.contents.has('run/turns.jsonl')) {
    for await (const { lines, ...key } of readDialogueTurns('run/turns.jsonl', files, () => false)) {
      before.set(turnsKey(key), lines)
    }
  }
  const store = await ConverseStore.open({
    folder: 'run',
    files,
    journals: journalsOn(files),
    hash: hostHash,
    secrets,
    notify: () => undefined,
  })
  const samples: Sample[] = []
  const lines: TurnLine[] = []
  const drain = new AbortController()
  const ending = await converse({
    dialogues: ids.map((id) => ({
      dialogue: toyDialogue(id),
      trial: 0,
      before: before.get(turnsKey({ item: id, trial: 0 })) ?? [],
      ...(more.user === undefined ? {} : { goal: 'a good book' }),
    })),
    benchmark: 'toy',
    worldOf: () => world,
    agent,
    ...(asked === undefined ? {} : { asked }),
    label: 'tested',
    settings: { running: 'teacher-forced', repairs: 0, maxSteps: 8, ...settings },
    generation: { maxTokens: 100 },
    seed: 0,
    execute: executePlan,
    store,
    concurrency: 2,
    timeoutMs: 5000,
    budget: new Budget(limits),
    drain: drain.signal,
    clock: hostClock,
    hash: hostHash,
    random: randomStream(0, 'test'),
    notify: () => undefined,
    turned: (line) => {
      lines.push(line)
      if (lines.length >= stopAfter) drain.abort()
    },
    finished: (sample) => void samples.push(sample),
    waitScale: 0.001,
    ...more,
  })
  await store.close()
  return { ending, samples, lines, files, text: (name: string) => String(files.contents.get(`run/${name}`)) }
}

const keysAfter = (line: TurnLine | undefined) => line?.record.cacheAfter.map(({ key }) => key)
const faults = (lines: readonly TurnLine[]) =>
  lines.map(({ record }) => record.steps.map(({ execution }) => execution.error?.fault))

describe('converse', () => {
  it.each(['code', 'json'] as const)('plays gold in %s to the same cache, forced and free', async (mode) => {
    for (const running of ['teacher-forced', 'free-running'] as const) {
      const { ending, samples, lines } = await play({
        agent: agentWithoutModel('gold', mode),
        settings: { running },
      })
      expect(ending).toEqual({ kind: 'complete' })
      expect(lines.map(({ record }) => record.turn)).toEqual([1, 3, 5, 7])
      expect(faults(lines).flat()).toEqual([undefined, undefined, undefined, undefined])
      expect(keysAfter(lines[2])).toEqual(['good', 'recent'])
      expect(lines[2]?.record.cacheAfter[1]).toMatchObject({ count: 3 })
      expect(lines[0]?.record.steps[0]?.execution.sought).toEqual(['Which branch?'])
      expect(samples).toMatchObject([{ item: 'd1', subject: 'tested', output: { stopReason: 'stop' } }])
      expect(samples[0]?.steps).toHaveLength(4)
    }
  })

  it('gives gold in JSON the same provenance as gold in code', async () => {
    const code = await play({ agent: agentWithoutModel('gold', 'code') })
    const json = await play({ agent: agentWithoutModel('gold', 'json') })
    const ids = (lines: readonly TurnLine[]) =>
      lines.map(({ record }) => record.cacheAfter.map(({ id, rows }) => [id, rows]))
    expect(ids(json.lines)).toEqual(ids(code.lines))
  })

  it.each([
    ['silent', [0, 0, 1, 2], 'empty'],
    ['no-op', [0, 0, 1, 2], undefined],
    ['always-seek', [0, 0, 1, 2], undefined],
    ['re-search', [0, 1, 2, 3], undefined],
  ] as const)('has %s leave so much in the cache', async (id: AgentWithoutModel, counts, fault) => {
    const { lines } = await play({ agent: agentWithoutModel(id, 'code') })
    expect(lines.map(({ record }) => record.cacheAfter.length)).toEqual(counts)
    expect(faults(lines)[0]).toEqual([fault])
  })

  it('asks a subject turn by turn: plan, trace and what was said are kept', async () => {
    const { lines, samples } = await play({ asked: scripted(byTurn([...toyPlans])) })
    expect(faults(lines).flat()).toEqual([undefined, undefined, undefined, undefined])
    expect(lines[1]?.record.steps[0]).toMatchObject({
      output: { text: toyPlans[1], stopReason: 'stop' },
      plan: expect.stringContaining('search_books'),
      execution: { trace: [{ tool: 'search_books' }, { tool: 'save_to_cache' }] },
    })
    expect(lines[1]?.asked).toMatchObject([{ attempts: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(samples[0]?.request.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it("resets the cache to gold's when forced, and goes on from its own when free", async () => {
    const plans = [toyPlans[0], '<CODE>pass</CODE>', toyPlans[2], toyPlans[3]].map((plan) => plan ?? '')
    const forced = await play({ asked: scripted(byTurn(plans)) })
    expect(faults(forced.lines)[2]).toEqual([undefined])
    const free = await play({ asked: scripted(byTurn(plans)), settings: { running: 'free-running' } })
    expect(faults(free.lines)[2]).toEqual(['cache-miss'])
    expect(free.lines[3]?.record.cacheBefore).toEqual([])
  })

  it('lets no variable outlive its turn', async () => {
    const plans = [
      '<CODE>x = search_books(branch="north")</CODE>',
      '<CODE>save_to_cache(key="k", value=x)</CODE>',
    ]
    const { lines } = await play({ asked: scripted(byTurn(plans)) })
    expect(faults(lines).slice(0, 2)).toEqual([[undefined], ['undefined-name']])
  })

  it.each([
    ['no code', 'Just words.', 'no-code'],
    ['an open tag', '<CODE>x = 1', 'unclosed-tag'],
    ['broken Python', '<CODE>x = = 1</CODE>', 'syntax'],
    ['a tool that is none', '<CODE>x = search_whales(branch="north")</CODE>', 'unknown-tool'],
    ['positional arguments', '<CODE>x = search_books("north")</CODE>', 'positional-arguments'],
    ['a wrong value', '<CODE>x = search_books(branch="moon")</CODE>', 'validation'],
  ])('keeps %s as its fault', async (_, answer, fault) => {
    const { lines, ending } = await play({ asked: scripted({ otherwise: answer }) })
    expect(ending).toEqual({ kind: 'complete' })
    expect(faults(lines)).toEqual([[fault], [fault], [fault], [fault]])
  })

  it('shows the error and lets a plan be repaired, so often and no oftener', async () => {
    const script = (count: number): JsonValue => ({
      rules: [
        {
          when: { variant: 'turn-3' },
          answer: '<CODE>save_to_cache(key="good", value=search_books(branch="moon"))</CODE>',
        },
        {
          when: { variant: `turn-3-step-${count}`, contains: ['run and failed'] },
          answer: toyPlans[1] ?? '',
        },
        { when: { contains: ['run and failed'] }, answer: '<CODE>x = search_books(branch="sun")</CODE>' },
      ],
      otherwise: toyPlans[0] ?? '',
    })
    const repaired = await play({ asked: scripted(script(1)), settings: { repairs: 2 } })
    expect(faults(repaired.lines)[1]).toEqual(['validation', undefined])
    expect(keysAfter(repaired.lines[1])).toEqual(['good'])
    const spent = await play({ asked: scripted(script(3)), settings: { repairs: 2 } })
    expect(faults(spent.lines)[1]).toEqual(['validation', 'validation', 'validation'])
  })

  it('answers calls in JSON mode until none is made, or the steps are used up', async () => {
    const search = { calls: [{ name: 'search_books', arguments: { branch: 'north', rating: [4, 5] } }] }
    const save = {
      calls: [{ name: 'save_to_cache', arguments: { key: 'good', value: { $ref: 'r1' } } }],
    }
    const script: JsonValue = {
      rules: [
        { when: { variant: 'turn-3' }, answer: search },
        { when: { variant: 'turn-3-step-1', after: 'tool' }, answer: save },
      ],
      otherwise: 'There is nothing to do.',
    }
    const { lines } = await play({ agent: jsonAgent(), asked: scripted(script) })
    expect(lines[1]?.record.steps).toHaveLength(3)
    expect(keysAfter(lines[1])).toEqual(['good'])
    expect(lines[1]?.record.steps[2]?.plan).toBeUndefined()
    expect(lines[3]?.record.steps).toHaveLength(1)
    const endless = await play({
      agent: jsonAgent(),
      asked: scripted({ otherwise: search }),
      settings: { maxSteps: 3 },
    })
    expect(endless.lines.map(({ record }) => record.steps.length)).toEqual([3, 3, 3, 3])
  })

  it('takes a call in the way of another dialect for no call, and says so', async () => {
    const answer = '<tool_call>\n{"name": "search_books", "arguments": {"branch": "north"}}\n</tool_call>'
    const { lines } = await play({ agent: jsonAgent(), asked: scripted({ otherwise: answer }) })
    expect(faults(lines)[0]).toEqual(['syntax'])
    const silent = await play({ agent: jsonAgent(), asked: scripted({ otherwise: ' ' }) })
    expect(faults(silent.lines)[0]).toEqual(['empty'])
  })

  it.each(['teacher-forced', 'free-running'] as const)(
    'goes on at the turn where it was stopped, asking nothing twice (%s)',
    async (running) => {
      const settings = { running }
      const whole = await play({ asked: scripted(byTurn(toyPlans)), settings })
      const files = memoryFiles()
      const part = await play({ asked: scripted(byTurn(toyPlans)), settings, files, stopAfter: 2 })
      expect(part.ending).toEqual({ kind: 'interrupted' })
      expect(part.samples).toEqual([])
      const left = {
        rules: [5, 7].map((turn, index) => ({
          when: { variant: `turn-${turn}` },
          answer: toyPlans[index + 2] ?? '',
        })),
      }
      const rest = await play({ asked: scripted(left), settings, files })
      expect(rest.ending).toEqual({ kind: 'complete' })
      expect(rest.lines.map(({ record }) => record.turn)).toEqual([5, 7])
      const caches = (lines: readonly TurnLine[]) => lines.map(({ record }) => record.cacheAfter)
      expect([...caches(part.lines), ...caches(rest.lines)]).toEqual(caches(whole.lines))
      expect(rest.samples[0]?.steps).toHaveLength(4)
    },
  )

  it('ends a dialogue with an error where a question is refused, and keeps the turns before', async () => {
    const script: JsonValue = {
      rules: [
        { when: { variant: 'turn-1' }, answer: toyPlans[0] ?? '' },
        { when: { variant: 'turn-3' }, answer: { fault: 'overflow', message: 'too long' } },
      ],
    }
    const { samples, lines, ending } = await play({ asked: scripted(script) })
    expect(ending).toEqual({ kind: 'complete' })
    expect(lines).toHaveLength(1)
    expect(samples[0]).toMatchObject({ error: { kind: 'overflow' } })
    expect(samples[0]).not.toHaveProperty('output')
  })

  it('stops where nobody can be asked, and within its budget', async () => {
    const down = await play({ asked: scripted({ otherwise: { fault: 'auth', message: 'no key' } }) })
    expect(down.ending).toMatchObject({ kind: 'subject' })
    const answer = { text: toyPlans[0] ?? '', usage: { promptTokens: 90, completionTokens: 10 } }
    const spent = await play({
      ids: ['d1', 'd2', 'd3'],
      asked: scripted({ otherwise: answer }),
      limits: { tokens: 350 },
    })
    expect(spent.ending).toMatchObject({ kind: 'budget', limit: '--max-tokens 350' })
    expect(spent.lines).toHaveLength(3)
    expect(spent.samples).toEqual([])
  })

  it('writes no secret, whoever says it', async () => {
    const secrets = new SecretBook()
    secrets.learn('KEY', 'swordfish-7733')
    const { text } = await play({
      asked: scripted({ otherwise: '<CODE>print("swordfish-7733")</CODE>' }),
      secrets,
    })
    expect(text('turns.jsonl')).toContain('«secret:KEY»')
    expect(text('turns.jsonl') + text('samples.jsonl')).not.toContain('swordfish')
  })

  it('plays a user by another subject, whose goal the agent does not see', async () => {
    const user = {
      ...scripted({
        rules: [
          { when: { variant: 'user-turn-0' }, answer: 'A book from the north, please.' },
          { when: { variant: 'user-turn-1' }, answer: 'user: Rated 4 or more.' },
        ],
        otherwise: '[DONE]',
      }),
      maxTurns: 5,
    }
    const asked = scripted({
      rules: [{ when: { contains: ['a good book'] }, answer: 'the goal has leaked' }],
      otherwise: toyPlans[0] ?? '',
    })
    const { lines, ending } = await play({ asked, more: { user }, settings: { running: 'free-running' } })
    expect(ending).toEqual({ kind: 'complete' })
    expect(lines.map((line) => line.user)).toEqual(['A book from the north, please.', 'Rated 4 or more.'])
    expect(faults(lines).flat()).toEqual([undefined, undefined])
  })

  it('injects the same failures into the same calls, however often it is played', async () => {
    const inject = { kinds: ['timeout'] as const, rate: 1, seed: 4 }
    const once = await play({ agent: agentWithoutModel('gold', 'code'), settings: { inject } })
    const again = await play({ agent: agentWithoutModel('gold', 'code'), settings: { inject } })
    const hit = (lines: readonly TurnLine[]) =>
      lines.flatMap(({ record }) =>
        record.steps.flatMap(({ execution }) => execution.trace.map(({ injected }) => injected)),
      )
    expect(hit(once.lines)).toContain('timeout')
    expect(hit(again.lines)).toEqual(hit(once.lines))
    expect(faults(once.lines)[1]).toEqual(['tool-failed'])
  })
})
