import { describe, expect, it } from 'vitest'
import { answeringSubject, saying } from '../../test/contract/run-fixtures.js'
import { securityDeskCorpus } from '../../test/generators/security-desk-corpus.js'
import { corpusStatistics } from '../corpus/corpus-statistics.js'
import { InputError } from '../errors.js'
import type { PromptRenderer, Subject } from '../subject/subject.js'
import { vectrayx } from '../toolcall/dialects/vectrayx.js'
import { batterySizes } from './batteries/battery-sizes.js'
import { buildBatteries } from './batteries/build-batteries.js'
import { climb } from './climb.js'
import { lookAtPrompts } from './look-at-prompts.js'

const corpus = await securityDeskCorpus()
const statistics = corpusStatistics(corpus)
const { cases } = buildBatteries({ corpus, statistics, seed: 0, sizes: batterySizes.quick, user: {} })
const given = { corpus, cases, dialect: vectrayx, seed: 0 }

/** Segments as this corpus has them. */
const trained: PromptRenderer['render'] = async ({ messages }) => ({
  text: `${messages.map(({ role, content }) => `<|${role}|>${content}<|end|>`).join('')}<|assistant|>`,
})
const rendering = (render: PromptRenderer['render'], more: Partial<PromptRenderer> = {}): Subject =>
  answeringSubject(() => saying('No.'), { prompts: { render, ...more } })
const without: PromptRenderer['render'] = (request) =>
  trained({ ...request, messages: request.messages.filter(({ role }) => role !== 'system') })
const blockingIn = async (subject: Subject, more: object = {}) =>
  (await lookAtPrompts(subject, { ...given, ...more }))
    .filter(({ severity }) => severity === 'blocking')
    .map(({ code }) => code)

describe('lookAtPrompts', () => {
  it('finds nothing that blocks in prompts that stand as training wrote them', async () => {
    expect(await blockingIn(rendering(trained))).toEqual([])
  })

  it('says that nobody sees the prompts where the subject shows none, and asks nothing', async () => {
    let asked = 0
    const blind = answeringSubject(() => {
      asked++
      return saying('')
    })
    const findings = await lookAtPrompts(blind, given)
    expect(findings.map(({ code, severity }) => [code, severity])).toContainEqual(['prompt-unseen', 'info'])
    expect(asked).toBe(0)
  })

  it('blocks where the declaration of tools is gone', async () => {
    const findings = await lookAtPrompts(rendering(without), given)
    const missing = findings.find(({ code }) => code === 'preamble-missing')
    expect(missing).toMatchObject({ severity: 'blocking' })
    expect(missing?.what).toContain('5 of 5 tools are not declared')
    expect(missing?.count).toBeGreaterThan(5)
    // Cases that leave it out on purpose are not among those that are looked at.
    expect(missing?.cases.some((id) => id.startsWith('no-preamble/') || id.startsWith('neutral/'))).toBe(
      false,
    )
  })

  it('believes what the ids of a prompt read back as, not its text', async () => {
    const cut = rendering(async (request) => ({ ...(await trained(request)), tokenIds: [1, 2] }), {
      detokenize: async () => '<|assistant|>',
    })
    expect(await blockingIn(cut)).toContain('preamble-missing')
  })

  it('holds prompts of the corpus against its own text, character by character', async () => {
    const spaced = rendering(async (request) => ({
      text: (await trained(request)).text.replace('<|user|>', '<|user|>\n'),
    }))
    const findings = await lookAtPrompts(spaced, given)
    const differs = findings.find(({ code }) => code === 'template-differs')
    const example = corpus.examples.find(
      ({ id }) => id === cases.find(({ id: own }) => own === differs?.cases[0])?.example,
    )
    expect(differs).toMatchObject({ severity: 'blocking' })
    expect(differs?.at).toBe(
      Array.from(example?.promptText ?? '')
        .join('')
        .indexOf('<|user|>') + '<|user|>'.length,
    )
    expect(differs?.cases.every((id) => id.startsWith('verbatim/'))).toBe(true)
  })

  it('finds a doubled beginning token', async () => {
    const doubled = rendering(async (request) => ({ ...(await trained(request)), tokenIds: [1, 1, 5] }), {
      specials: { bos: 1 },
    })
    expect(await blockingIn(doubled)).toContain('bos-doubled')
  })

  it('leaves a template that refuses to preflight, which says so', async () => {
    const refusing = rendering(() =>
      Promise.reject(new InputError({ code: 'template-refuses', what: 'Roles must alternate.', where: 'x' })),
    )
    const findings = await lookAtPrompts(refusing, given)
    expect(findings).toContainEqual(expect.objectContaining({ code: 'prompt-refused', severity: 'blocking' }))
    const broken = rendering(() => Promise.reject(new TypeError('a fault of ours')))
    await expect(lookAtPrompts(broken, given)).rejects.toThrow('a fault of ours')
  })

  it('compares with a template of the user', async () => {
    const reference = { name: 'the training template', render: async () => ({ text: 'something else' }) }
    expect(await blockingIn(rendering(trained), { reference })).toContain('template-parity')
  })

  it('asks only where a trial is allowed', async () => {
    let asked = 0
    const subject = answeringSubject(
      () => {
        asked++
        return saying('No.')
      },
      { prompts: { render: trained } },
    )
    await lookAtPrompts(subject, given)
    expect(asked).toBe(0)
    const trial = { signal: new AbortController().signal, timeoutMs: 1000 }
    await lookAtPrompts(subject, { ...given, trial })
    expect(asked).toBeGreaterThan(0)
  })

  it('makes a subject unmeasured, not failed, when it was asked without its tools', async () => {
    const evidence = {
      corpus,
      statistics,
      dialect: vectrayx,
      cases,
      keywordSets: [],
      readings: [],
      openings: [],
      missing: [],
      checkpoints: [],
      grafts: [],
      runs: [],
      seed: 0,
      resamples: 100,
    }
    const climbed = async (render: PromptRenderer['render']) =>
      climb({
        evidence: { ...evidence, harness: await lookAtPrompts(rendering(render), given) },
        rungs: new Set([0, 1, 3, 4]),
        assay: '0.0.0',
        createdAt: new Date(0).toISOString(),
      })
    expect(await climbed(without)).toMatchObject({ verdict: 'unmeasured', decidedBy: 0 })
    expect((await climbed(trained)).verdict).not.toBe('unmeasured')
  })
})
