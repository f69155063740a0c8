import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  givesOf,
  mcqSample,
  mcqVerdicts,
  optionsIn,
  toolsIn,
  townCatalog,
  townTool,
  townTools,
} from '../../../../test/generators/town-catalog.js'
import { type Catalog, catalogOf } from '../../../catalog/catalog.js'
import { bm25 } from '../../../retrieval/retrievers/bm25.js'
import { itemFromJson, itemToJson } from '../../item-json.js'
import type { Ask, ModelAnswer, ModelQuestion } from '../ask.js'
import { likenessRecipe } from '../neighbours.js'
import { type PromptName, type PromptSet, promptFields, readPrompt } from '../prompt-set.js'
import { generateMcq, generateQa, type ProbesRequest } from './generate-probes.js'
import { defaultProbeOptions, type ProbeOptions } from './probe-options.js'

const prompts = Object.fromEntries(
  (Object.keys(promptFields) as PromptName[]).map((name) => [
    name,
    readPrompt(name, readFileSync(`prompts/${name}.md`, 'utf8'), name),
  ]),
) as PromptSet

async function requestOf(
  ask: Ask,
  options: Partial<ProbeOptions> & Pick<ProbeOptions, 'size'>,
  catalog: Catalog = townCatalog(),
): Promise<ProbesRequest> {
  return {
    catalog,
    ask,
    prompts,
    seed: 0,
    options: { ...defaultProbeOptions, ...options },
    likeness: await bm25({ recipe: likenessRecipe }).index(catalog),
    concurrency: 4,
  }
}

const said = (value: unknown): ModelAnswer => ({
  kind: 'said',
  text: typeof value === 'string' ? value : JSON.stringify(value),
  isCut: false,
})
const mcqAsk =
  (
    write: (prompt: string) => unknown = (prompt) => ({ samples: [mcqSample(prompt)] }),
    judge: (prompt: string) => unknown = mcqVerdicts,
  ): Ask =>
  async ({ role, prompt }) =>
    said(role === 'generator' ? write(prompt) : judge(prompt))

const refusedBy = async (ask: Ask): Promise<Record<string, number>> => {
  const { items, refused } = await generateMcq(
    await requestOf(ask, { size: 2, attempts: 1, passes: 1, patience: 2 }),
  )
  expect(items).toEqual([])
  return Object.fromEntries(refused)
}

describe('generateMcq', () => {
  it('asks once about each class, with wrong options that are facts of neighbours, and even places in length', async () => {
    const { items, refused, counts } = await generateMcq(await requestOf(mcqAsk(), { size: 20 }))
    expect(items).toHaveLength(20)
    expect(new Set(items.map(({ tool }) => tool)).size).toBe(20)
    const facts = new Set(townTools.map(({ gives }) => gives))
    const ranks = [0, 0, 0, 0]
    for (const item of items) {
      expect(item.answer).toBe(givesOf(item.tool))
      expect(item.distractors).toHaveLength(3)
      for (const option of item.distractors) expect(facts.has(option) && option !== item.answer).toBe(true)
      expect(itemFromJson(itemToJson(item), { path: 'items.jsonl', line: 1 })).toEqual(item)
      const rank = item.distractors.filter((option) => option.length < item.answer.length).length
      ranks[rank] = (ranks[rank] ?? 0) + 1
    }
    expect(Math.max(...ranks) - Math.min(...ranks)).toBeLessThanOrEqual(3)
    expect(counts.accepted).toBe(24)
    expect(Object.fromEntries(refused)).toEqual({ 'balance-surplus': 4 })
  })

  it('says why there are fewer', async () => {
    const { items, shortfall } = await generateMcq(await requestOf(mcqAsk(), { size: 40, surplus: 0 }))
    expect(items).toHaveLength(24)
    expect(shortfall).toBe('all 24 classes of tools were tried')
  })

  const without = (change: (sample: ReturnType<typeof mcqSample>, prompt: string) => unknown): Ask =>
    mcqAsk((prompt) => ({ samples: [change(mcqSample(prompt), prompt)] }))

  it.each<[string, (sample: ReturnType<typeof mcqSample>, prompt: string) => unknown, string]>([
    [
      'the placeholder',
      (one) => ({ ...one, question: 'What does it deal with for people?' }),
      'placeholder-missing',
    ],
    [
      'English',
      (one) => ({ ...one, question: 'Was ist das und für wen ist this tool mit der Karte?' }),
      'query-language',
    ],
    [
      'a question without the name',
      (one, prompt) => ({ ...one, question: `What does this tool ${toolsIn(prompt)[0]?.name} do?` }),
      'name-leak',
    ],
    [
      'a question without a neighbour',
      (one, prompt) => ({ ...one, question: `Is this tool like ${toolsIn(prompt)[3]?.name} or not?` }),
      'name-leak',
    ],
    [
      'an answer from the text',
      (one) => ({ ...one, answer: 'purple elephants dancing' }),
      'answer-ungrounded',
    ],
    [
      'a short answer',
      (one) => ({ ...one, answer: `${one.answer} and a lot more words than eight of them` }),
      'option-length',
    ],
  ])('takes no sample that lacks %s', async (_, change, reason) => {
    expect(await refusedBy(without(change))).toEqual({ [reason]: 2 })
  })

  it('takes no wrong option that is repeated, of nobody, or of the tool itself', async () => {
    const counts = await refusedBy(
      without((one, prompt) => ({
        ...one,
        others: [
          ...one.others.slice(0, 2),
          one.others[0],
          { tool: 'T1', answer: 'something else again' },
          { tool: 'T4', answer: 'purple elephants dancing' },
          { tool: 'T5', answer: givesOf(toolsIn(prompt)[0]?.name ?? '').toUpperCase() },
        ],
      })),
    )
    expect(counts).toEqual({
      'distractor-repeated': 4,
      'distractor-ungrounded': 4,
      'too-few-distractors': 2,
    })
  })

  it.each<[string, (prompt: string) => unknown, string]>([
    ['says nonsense', () => 'The first one, obviously.', 'judge-not-json'],
    [
      'leaves an option out',
      (prompt) => ({ ...mcqVerdicts(prompt), options: mcqVerdicts(prompt).options.slice(1) }),
      'judge-shape',
    ],
    [
      'finds the question unclear',
      (prompt) => ({ ...mcqVerdicts(prompt), specific: false }),
      'judge-unspecific',
    ],
    [
      'finds everything right',
      (prompt) => ({
        specific: true,
        options: optionsIn(prompt).map(({ option }) => ({ option, verdict: 'right' })),
      }),
      'distractor-right',
    ],
    [
      'finds everything wrong',
      (prompt) => ({
        specific: true,
        options: optionsIn(prompt).map(({ option }) => ({ option, verdict: 'wrong' })),
      }),
      'answer-not-right',
    ],
    [
      'leaves the wrong ones open',
      (prompt) => ({
        specific: true,
        options: mcqVerdicts(prompt).options.map((one) =>
          one.verdict === 'wrong' ? { ...one, verdict: 'unclear' } : one,
        ),
      }),
      'too-few-distractors',
    ],
  ])('accepts nothing of a judge who %s', async (_, judge, reason) => {
    expect(await refusedBy(mcqAsk(undefined, judge))).toEqual({ [reason]: 2 })
  })

  it('takes only what all of several votes take, options in another order', async () => {
    const orders = new Map<string, string>()
    const ask: Ask = async (question) => {
      const { role, id, step, prompt } = question
      if (role === 'judge')
        orders.set(
          `${id} ${step}`,
          optionsIn(prompt)
            .map(({ text }) => text)
            .join('\n'),
        )
      return mcqAsk()(question)
    }
    const { items } = await generateMcq(await requestOf(ask, { size: 4, surplus: 0, votes: 2 }))
    expect(items).toHaveLength(4)
    const pairs = [...orders].flatMap(([key, order]) => {
      const other = orders.get(`${key}-vote-2`)
      return other === undefined ? [] : [[order, other]]
    })
    expect(pairs.length).toBeGreaterThanOrEqual(4)
    expect(pairs.some(([one, other]) => one !== other)).toBe(true)
    const split: Ask = async (question) =>
      question.step.endsWith('-vote-2')
        ? said(JSON.stringify(mcqVerdicts(question.prompt)).replaceAll('"right"', '"wrong"'))
        : mcqAsk()(question)
    const outcome = await generateMcq(
      await requestOf(split, { size: 2, attempts: 1, passes: 1, patience: 2, votes: 2 }),
    )
    expect(outcome.items).toEqual([])
    expect(Object.fromEntries(outcome.refused)).toEqual({ 'answer-not-right': 2 })
  })

  it('accepts nothing of a judge who throws', async () => {
    const ask: Ask = async (question) => {
      if (question.role === 'judge') throw new Error('down')
      return mcqAsk()(question)
    }
    expect(await refusedBy(ask)).toEqual({ 'judge-failed': 2 })
  })

  it('marks answers that hold of a whole service', async () => {
    const service = { serviceDescription: 'Everything about lending of printed matter.' }
    const catalog = catalogOf(townTools.map((tool) => townTool(tool, service)))
    const ask = mcqAsk(
      (prompt) => ({ samples: [{ ...mcqSample(prompt), answer: 'lending of printed matter' }] }),
      (prompt) => ({
        specific: true,
        options: optionsIn(prompt).map(({ option, text }) => ({
          option,
          verdict: text.startsWith('lending') ? 'right' : 'wrong',
        })),
      }),
    )
    const { items, serviceLevel } = await generateMcq(await requestOf(ask, { size: 3, surplus: 0 }, catalog))
    expect(serviceLevel).toEqual(items.map(({ id }) => id))
  })
})

/** Asks of two tools whether they deal with what the first gives. */
const qaSample = (prompt: string) => {
  const [first, second] = toolsIn(prompt)
  return {
    question: `Does this tool deal with ${givesOf(first?.name ?? '')} for people?`,
    evidence: givesOf(first?.name ?? ''),
    noTool: 'T2',
    contradiction: givesOf(second?.name ?? ''),
  }
}

const qaVerdict = ({ prompt, step }: ModelQuestion): unknown => {
  expect(step).toMatch(/^judge-\d-\d-(?:yes|no)$/)
  const gives = givesOf(toolsIn(prompt)[0]?.name ?? '')
  return { clear: true, answer: prompt.includes(`deal with ${gives} for`) ? 'yes' : 'no' }
}

const qaAsk =
  (
    write: (prompt: string) => unknown = (prompt) => ({ samples: [qaSample(prompt)] }),
    judge: (question: ModelQuestion) => unknown = qaVerdict,
  ): Ask =>
  async (question) =>
    said(question.role === 'generator' ? write(question.prompt) : judge(question))

describe('generateQa', () => {
  it('asks the same of a tool with yes and of one with no, each class once', async () => {
    const { items } = await generateQa(await requestOf(qaAsk(), { size: 10 }))
    expect(items).toHaveLength(10)
    expect(new Set(items.map(({ tool }) => tool)).size).toBe(10)
    const pairs = [...new Set(items.map(({ pair }) => pair))].map((pair) =>
      items.filter((item) => item.pair === pair),
    )
    expect(pairs).toHaveLength(5)
    for (const pair of pairs) {
      const [yes, no] = pair.toSorted((one) => (one.answer === 'yes' ? -1 : 1))
      expect(yes).toMatchObject({ answer: 'yes', question: no?.question })
      expect(no?.answer).toBe('no')
      expect(yes?.question).toContain(givesOf(yes?.tool ?? ''))
    }
  })

  it('never tells the judge which answer is wanted', async () => {
    const seen: string[] = []
    await generateQa(
      await requestOf(
        qaAsk(undefined, (question) => {
          seen.push(question.prompt)
          return qaVerdict(question)
        }),
        { size: 4 },
      ),
    )
    for (const prompt of seen) {
      expect(toolsIn(prompt)).toHaveLength(1)
      expect(prompt).not.toMatch(/evidence|contradiction|expected/i)
    }
  })

  it('takes no answer that one of several votes denies', async () => {
    const plain = (question: ModelQuestion): unknown =>
      qaVerdict({ ...question, step: question.step.replace('-vote-2', '') })
    const agreed = await generateQa(await requestOf(qaAsk(undefined, plain), { size: 4, votes: 2 }))
    expect(agreed.items).toHaveLength(4)
    const split = qaAsk(undefined, (question) =>
      question.step.endsWith('-no-vote-2') ? { clear: true, answer: 'yes' } : plain(question),
    )
    const denied = await generateQa(
      await requestOf(split, { size: 4, attempts: 1, passes: 1, patience: 2, votes: 2 }),
    )
    expect(denied.items).toEqual([])
    expect(Object.fromEntries(denied.refused)).toEqual({ 'answer-not-no': 2 })
  })

  const refused = async (ask: Ask): Promise<Record<string, number>> => {
    const outcome = await generateQa(await requestOf(ask, { size: 4, attempts: 1, passes: 1, patience: 2 }))
    expect(outcome.items).toEqual([])
    return Object.fromEntries(outcome.refused)
  }

  it('takes no "no" that the text merely leaves open, nor a "yes"', async () => {
    const notStated = qaAsk(undefined, (question) =>
      question.step.endsWith('no') ? { clear: true, answer: 'not-stated' } : qaVerdict(question),
    )
    expect(await refused(notStated)).toEqual({ 'no-not-stated': 2 })
    expect(await refused(qaAsk(undefined, () => ({ clear: true, answer: 'yes' })))).toEqual({
      'answer-not-no': 2,
    })
    expect(await refused(qaAsk(undefined, () => ({ clear: true, answer: 'no' })))).toEqual({
      'answer-not-yes': 2,
    })
    expect(await refused(qaAsk(undefined, () => ({ clear: false, answer: 'yes' })))).toEqual({
      'judge-unclear': 2,
    })
    expect(await refused(qaAsk(undefined, () => 'yes'))).toEqual({ 'judge-not-json': 2 })
  })

  it('takes no quotation that stands nowhere, and no tool that was not shown', async () => {
    const changed = (change: object): Ask =>
      qaAsk((prompt) => ({ samples: [{ ...qaSample(prompt), ...change }] }))
    expect(await refused(changed({ evidence: 'purple elephants dancing' }))).toEqual({
      'evidence-ungrounded': 2,
    })
    expect(await refused(changed({ contradiction: 'the' }))).toEqual({ 'evidence-ungrounded': 2 })
    expect(await refused(changed({ noTool: 'T1' }))).toEqual({ ungrounded: 2 })
    expect(await refused(changed({ noTool: 'T44' }))).toEqual({ ungrounded: 2 })
  })

  it('ends a generator that writes the same for ever', async () => {
    const ask = qaAsk(() => ({
      samples: [
        {
          question: 'Does this tool deal with a printed book for people?',
          evidence: 'a printed book',
          noTool: 'T2',
          contradiction: 'a printed book',
        },
      ],
    }))
    const { items, shortfall } = await generateQa(await requestOf(ask, { size: 10, patience: 5 }))
    expect(items.length).toBeLessThanOrEqual(2)
    expect(shortfall).toMatch(/^given up after 5 tries in a row without an item/)
  })
})
