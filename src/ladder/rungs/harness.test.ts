import { describe, expect, it } from 'vitest'
import {
  callText,
  caseOf,
  corpusOf,
  evidenceOf,
  example,
  readingOf,
  shopTools,
} from '../../../test/generators/lenient-evidence.js'
import { vectrayx } from '../../toolcall/dialects/vectrayx.js'
import { harnessChecks } from '../harness/checks/index.js'
import type { KeywordSet } from '../keyword-set.js'
import type { LadderEvidence, LadderSubject } from '../ladder-evidence.js'
import { harnessRung } from './harness.js'

const training = corpusOf([
  example(1, 'Where is Bright Lake?', callText('find_place', { place: 'Bright Lake' })),
  example(2, 'How many stars on 2031-05-01?', callText('count_stars', { night: '2031-05-01' })),
  example(3, 'Is CVE-2031-0001 in the almanac?', callText('find_place', { place: 'CVE-2031-0001' })),
])

const set = (parts: Partial<KeywordSet> & Pick<KeywordSet, 'rule' | 'items'>): KeywordSet => ({
  name: 'test',
  path: 'test.jsonl',
  ...parts,
})
const codesOf = (evidence: LadderEvidence): readonly string[] =>
  harnessRung.judge(evidence).findings.map(({ code }) => code)
const findingIn = (evidence: LadderEvidence, code: string) =>
  harnessRung.judge(evidence).findings.find((finding) => finding.code === code)

const good = caseOf(1, { prompt: 'Where is Bright Lake?', call: ['find_place', { place: 'Bright Lake' }] })
const answered = readingOf(good, callText('find_place', { place: 'Bright Lake' }))

describe('rung 0', () => {
  it('holds where cases declare their tools and gold passes', () => {
    const result = harnessRung.judge(evidenceOf({ corpus: training, readings: [answered] }))
    expect(result).toMatchObject({ id: 0, verdict: 'holds', findings: [] })
    expect(result.tables.map(({ id }) => id)).toContain('checks')
  })

  it('is unmeasured where there is nothing to look at', () => {
    expect(harnessRung.judge(evidenceOf()).verdict).toBe('unmeasured')
  })

  it('blocks when the preamble is removed: unmeasured, not failed', () => {
    const bare = Array.from({ length: 3 }, (_, at) =>
      caseOf(at, {
        prompt: 'Where is Bright Lake?',
        call: ['find_place', { place: 'Bright Lake' }],
        messages: [{ role: 'user', content: 'Where is Bright Lake?' }],
      }),
    )
    const evidence = evidenceOf({ corpus: training, readings: bare.map((one) => readingOf(one, 'No idea.')) })
    expect(harnessRung.judge(evidence)).toMatchObject({ verdict: 'fails' })
    expect(findingIn(evidence, 'preamble-missing')).toMatchObject({ severity: 'blocking', count: 3 })
    const offered = evidenceOf({
      corpus: training,
      cases: bare.map((one) => ({ ...one, offersTools: true })),
    })
    expect(codesOf(offered)).not.toContain('preamble-missing')
    const meant = evidenceOf({
      corpus: training,
      cases: bare.map((one) => ({ ...one, battery: 'no-preamble' as const })),
    })
    expect(codesOf(meant)).not.toContain('preamble-missing')
    const untold = { ...training, toolsIn: 'calls' as const }
    expect(codesOf(evidenceOf({ corpus: untold, cases: bare }))).not.toContain('preamble-missing')
  })

  it('sees a trigger that decoding dropped: ids say call, the text does not', () => {
    const call = callText('find_place', { place: 'Bright Lake' })
    const dropped = call.replaceAll(/<\|\/?tool_call\|>/g, '')
    const subject: LadderSubject = {
      spec: 'x',
      label: 'x',
      facts: { model: 'x' },
      givesTokenIds: true,
      givesProbabilities: false,
      trigger: { text: '<|tool_call|>', ids: [8] },
    }
    const stripped = readingOf(good, dropped, { tokenIds: [8, 20, 21, 9] })
    expect(stripped.parsing.outcome).not.toBe('called')
    expect(
      findingIn(evidenceOf({ corpus: training, subject, readings: [stripped] }), 'trigger-stripped'),
    ).toMatchObject({
      severity: 'blocking',
      count: 1,
    })
    // Read from its ids, the same answer is a call, and only readers of the subject's text lose it.
    const read = readingOf(good, call, { tokenIds: [8, 20, 21, 9], spokenText: dropped })
    expect(read.parsing.outcome).toBe('called')
    const evidence = evidenceOf({ corpus: training, subject, readings: [read] })
    expect(findingIn(evidence, 'trigger-stripped-here')).toMatchObject({ severity: 'warn' })
    expect(codesOf(evidence)).not.toContain('trigger-stripped')
    // Other ids that hold the parts of a longer trigger apart are no trigger.
    const long = { ...subject, trigger: { text: '<|tool_call|>', ids: [8, 9] } }
    expect(codesOf(evidenceOf({ corpus: training, subject: long, readings: [stripped] }))).not.toContain(
      'trigger-stripped',
    )
  })

  it('hands on what was seen while asking, blocking first', () => {
    const harness = [
      { code: 'preamble-differs', severity: 'warn' as const, what: 'w', cases: [], count: 1 },
      { code: 'bos-doubled', severity: 'blocking' as const, what: 'Two of them.', cases: [], count: 1 },
    ]
    const result = harnessRung.judge(evidenceOf({ harness }))
    expect(result.findings.map(({ code }) => code)).toEqual(['bos-doubled', 'preamble-differs'])
    expect(result).toMatchObject({ verdict: 'fails', summary: 'Nothing was measured: Two of them.' })
  })

  it('blocks prompts that are empty or all the same', () => {
    const items = ['', '', 'x'].map((prompt, at) => ({
      id: `${at}`,
      prompt,
      members: { prompt, category: 'abierta' },
    }))
    expect(
      findingIn(evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b5', items })] }), 'prompt-empty'),
    ).toMatchObject({
      severity: 'blocking',
      count: 2,
    })
    const same = Array.from({ length: 5 }, (_, at) => caseOf(at, { prompt: 'x', battery: 'novel' }))
    expect(codesOf(evidenceOf({ cases: same }))).toContain('prompt-constant')
    // The loader of B2 once read a key that its file does not have.
    const other = set({
      rule: 'vectrayx-b5',
      items: [{ id: '1', prompt: 'Hola', members: { txt: 'Hola', category: 'saludo' } }],
    })
    expect(codesOf(evidenceOf({ keywordSets: [other] }))).toContain('prompt-empty')
  })

  it('finds gold outside the vocabulary, idle tools and strange ones', () => {
    const items = ['nvd_search', 'whois'].map((tool, at) => ({
      id: `${at}`,
      prompt: `p${at}`,
      members: { prompt: `p${at}`, expected_tool: tool },
    }))
    const evidence = evidenceOf({
      corpus: training,
      keywordSets: [
        set({
          rule: 'vectrayx-b4',
          items,
          tools: ['nvd_search', 'mitre_get_technique'],
          system: 'nvd_search',
        }),
      ],
    })
    expect(findingIn(evidence, 'gold-outside-vocabulary')?.what).toContain('whois')
    expect(findingIn(evidence, 'tool-never-expected')?.what).toContain('mitre_get_technique')
    expect(findingIn(evidence, 'tool-never-trained')?.count).toBe(3)
    expect(findingIn(evidence, 'gold-undeclared')?.what).toContain('whois')
    expect(findingIn(evidence, 'preamble-foreign')).toBeDefined()
    const lost = caseOf(1, { prompt: 'x', call: ['sing_song', {}] })
    expect(
      findingIn(evidenceOf({ corpus: training, cases: [lost] }), 'gold-outside-vocabulary'),
    ).toMatchObject({
      severity: 'blocking',
    })
  })

  it('finds gold that does not score 1', () => {
    const item = {
      id: '1',
      prompt: 'p',
      members: { prompt: 'p', expected: 'msfconsole -q', tool: 'metasploit' },
    }
    expect(
      findingIn(
        evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b3', items: [item] })] }),
        'gold-not-credited',
      )?.what,
    ).toContain('tool-match')
    const crash = { ...item, members: { ...item.members, tool: null } }
    expect(codesOf(evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b3', items: [crash] })] }))).toContain(
      'harness-crashes',
    )
    const wrong = caseOf(1, { prompt: 'x', call: ['find_place', { place: 3 }] })
    expect(findingIn(evidenceOf({ corpus: training, cases: [wrong] }), 'gold-not-credited')).toMatchObject({
      severity: 'blocking',
    })
  })

  it('finds apt inside captura and nada inside granada', () => {
    const labels = ['apt', 'phishing'].flatMap((label) =>
      [1, 2].map((at) => ({
        id: `${label}${at}`,
        prompt: `${label} ${at}`,
        members: { text: `${label} ${at}`, label },
      })),
    )
    const thanks = [1, 2].map((at) => ({
      id: `${at}`,
      prompt: `g${at}`,
      members: { prompt: `g${at}`, category: 'agradecimiento' },
    }))
    const { tables } = harnessRung.judge(
      evidenceOf({
        keywordSets: [
          set({ rule: 'vectrayx-b2', items: labels }),
          set({ name: 'b5', rule: 'vectrayx-b5', items: thanks }),
        ],
      }),
    )
    const rows = tables.find(({ id }) => id === 'substring-traps')?.rows ?? []
    expect(rows.find(([, keyword]) => keyword === 'apt')?.[3]).toMatch(/captur|adapt|capt/)
    expect(rows.find(([, keyword]) => keyword === 'nada')?.[3]).toContain('granada')
    expect(rows.find(([, keyword]) => keyword === 'phishing')).toBeUndefined()
  })

  it('tells overlap with the corpus and repeated prompts', () => {
    const prompts = [
      'Where is Bright Lake?',
      '¡where is bright lake',
      'Is CVE-2031-0001 there?',
      'Quite another thing',
    ]
    const items = prompts.map((prompt, at) => ({
      id: `${at}`,
      prompt,
      members: { prompt, credit: { longer: 1 } },
    }))
    const evidence = evidenceOf({ corpus: training, keywordSets: [set({ rule: 'own', items })] })
    const { tables, findings } = harnessRung.judge(evidence)
    expect(tables.find(({ id }) => id === 'leakage')?.rows).toEqual([
      ['test', 4, 1, 1, 0, expect.any(Number), 1, 1],
    ])
    expect(findings.find(({ code }) => code === 'prompts-trained')).toMatchObject({ count: 2 })
    expect(findings.find(({ code }) => code === 'prompts-repeated')).toMatchObject({ count: 1 })
    expect(tables.find(({ id }) => id === 'duplicates')?.rows).toEqual([['test', 4, 4, 3]])
  })

  it('does the arithmetic of published means, and finds the split of 238 items', () => {
    const items = Array.from({ length: 100 }, (_, at) => ({
      id: `${at}`,
      prompt: `p${at}`,
      members: { prompt: `p${at}`, expected_tool: 'nvd_search' },
    }))
    const published = [
      { label: 'a', mean: '0.029' },
      { label: 'b', mean: '0.686' },
      { label: 'c', mean: '0.143' },
    ]
    const evidence = evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b4', items, published })] })
    expect(findingIn(evidence, 'mean-impossible')).toMatchObject({ count: 3 })
    expect(findingIn(evidence, 'mean-impossible')?.what).toContain('All of them are possible with n = 35')
    const split = [
      { label: 'before', mean: '0.428', n: 238, part: 'calls' },
      { label: 'after', mean: '0.536', n: 238, part: 'calls' },
      { label: 'before', mean: '0.090', n: 238, part: 'no call' },
      { label: 'after', mean: '0.170', n: 238, part: 'no call' },
    ]
    const parted = evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b4', items, published: split })] })
    expect(findingIn(parted, 'mean-split')?.what).toContain('138 + 100')
    expect(findingIn(parted, 'mean-split')?.count).toBe(1)
    const possible = evidenceOf({
      keywordSets: [set({ rule: 'vectrayx-b4', items, published: [{ label: 'x', mean: '65.00%' }] })],
    })
    expect(codesOf(possible)).not.toContain('mean-impossible')
  })

  it('tells floors: silence, echoes and greetings that are credited', () => {
    const labels = [1, 2].map((at) => ({
      id: `${at}`,
      prompt: `x${at}`,
      members: { text: `x${at}`, label: 'otro' },
    }))
    expect(codesOf(evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b2', items: labels })] }))).toEqual(
      expect.arrayContaining(['floor-high', 'silence-credited']),
    )
    const echoed = [
      {
        id: '1',
        prompt: 'Say alpha',
        members: { question: 'Say alpha', expected_keywords: ['alpha', 'beta'] },
      },
    ]
    expect(codesOf(evidenceOf({ keywordSets: [set({ rule: 'vectrayx-b1', items: echoed })] }))).toContain(
      'echo-credited',
    )
  })

  it('counts answers that were cut, and sampled ones', () => {
    const cut = readingOf(good, '<|tool_call|>{"name": "find_pl', { stopReason: 'length' })
    expect(findingIn(evidenceOf({ corpus: training, readings: [cut] }), 'answers-cut')?.what).toContain(
      '1 of them inside a call (by battery: ',
    )
    // Batteries of one run are one finding; cases to look at alone are no fault.
    const elsewhere = { ...cut, case: { ...good, id: 'elsewhere', battery: 'unseen' as const } }
    const looked = { ...cut, case: { ...good, id: 'looked', battery: 'qualitative' as const } }
    const whole = readingOf(good, 'Done.', { stopReason: 'stop' })
    const found = harnessRung
      .judge(evidenceOf({ corpus: training, readings: [cut, whole, elsewhere, looked] }))
      .findings.filter(({ code }) => code === 'answers-cut')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ count: 2, cases: [good.id, 'elsewhere'] })
    expect(found[0]?.what).toContain(
      `2 of them inside a call (by battery: ${good.battery} 1 of 2, unseen 1 of 1)`,
    )
    const warm = { ...good, asking: { ...good.asking, settings: { temperature: 0.7 } } }
    expect(codesOf(evidenceOf({ corpus: training, cases: [warm] }))).toContain('answers-sampled')
    const harsh = set({
      rule: 'own',
      items: [{ id: '1', prompt: 'p', members: { prompt: 'p', credit: { longer: 1 } } }],
      decoding: { repeatPenalty: 1.3, penalizesPrompt: true },
    })
    expect(findingIn(evidenceOf({ keywordSets: [harsh] }), 'penalty-in-harness')).toMatchObject({
      severity: 'info',
    })
    // Sets of one harness are one finding that names them; another penalty is another.
    const sets = [harsh, { ...harsh, name: 'second' }, { ...harsh, name: 'third' }]
    const milder = { ...harsh, name: 'fourth', decoding: { repeatPenalty: 1.1, penalizesPrompt: true } }
    const evidence = evidenceOf({ keywordSets: [...sets, milder] })
    const told = harnessRung
      .judge(evidence)
      .findings.filter(({ code }) => code === 'penalty-in-harness')
      .map(({ what, count }) => [what.slice(0, what.indexOf(' divides')), count])
    expect(told).toEqual([
      [`The harness of ${harsh.name}, second, third`, 3],
      ['The harness of fourth', 1],
    ])
  })

  it('keeps what strangers wrote printable', () => {
    const evil = set({
      name: 'a\u001b[31m',
      rule: 'vectrayx-b4',
      items: [{ id: '\u202e', prompt: '', members: { expected_tool: 'x\u0007' } }],
      tools: shopTools.map(({ name }) => name),
    })
    const text = harnessRung.judge(evidenceOf({ corpus: training, keywordSets: [evil] })).findings
    expect(JSON.stringify(text.map(({ what, cases }) => [what, cases]))).not.toMatch(/\\u001b|\\u0007|\u202e/)
    expect(text.length).toBeGreaterThan(2)
  })
})

describe('the checks', () => {
  it('have ids and codes of their own', () => {
    const ids = harnessChecks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(vectrayx.trigger).toEqual(['<|tool_call|>'])
  })
})
