import { beforeAll, describe, expect, it } from 'vitest'
import { deskRows, securityDeskCorpus } from '../../../test/generators/security-desk-corpus.js'
import { corpusStatistics } from '../../corpus/corpus-statistics.js'
import { findEntities } from '../../corpus/entities.js'
import { normalPrompt } from '../../corpus/prompt-overlap.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'
import type { LadderCase } from '../ladder-case.js'
import { isWithinEdits } from '../reproduction/edit-distance.js'
import { batterySizes } from './battery-sizes.js'
import { type BuiltBatteries, buildBatteries } from './build-batteries.js'
import { batteries } from './index.js'
import { trajectoryCases } from './trajectory-cases.js'
import { headlineCells } from './unseen-cells.js'
import { parseUserCases } from './user-cases.js'

let corpus: ToolCorpus
let built: BuiltBatteries
const build = (seed: number, from = corpus): BuiltBatteries =>
  buildBatteries({ corpus: from, statistics: corpusStatistics(from), seed })
const of = (battery: string, { cases } = built): readonly LadderCase[] =>
  cases.filter((one) => one.battery === battery)
const promptOf = ({ messages }: LadderCase): string => messages.at(-1)?.content ?? ''
/** How many cases each key has. */
const countsBy = (
  cases: readonly LadderCase[],
  keyOf: (one: LadderCase) => string | undefined,
): readonly number[] => {
  const counts = new Map<string | undefined, number>()
  for (const one of cases) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return [...counts.values()]
}
const codes = ({ notices }: BuiltBatteries): readonly string[] => notices.map(({ code }) => code)

beforeAll(async () => {
  corpus = await securityDeskCorpus()
  built = build(7)
})

describe('every battery', () => {
  it('gives the same cases for one seed, and others for another', () => {
    const text = ({ cases, manifest }: BuiltBatteries): string =>
      JSON.stringify([cases.map((one) => [one.id, promptOf(one)]), manifest])
    expect(text(build(7))).toBe(text(built))
    expect(text(build(8))).not.toBe(text(built))
  })

  it('has a cluster, a stable id of its own and something to ask', () => {
    expect(new Set(built.cases.map(({ id }) => id)).size).toBe(built.cases.length)
    for (const one of built.cases) {
      expect(one.id.startsWith(`${one.battery}/`)).toBe(true)
      expect(one.cluster).not.toBe('')
      expect(promptOf(one)).not.toBe('')
      expect(one.asking.generates || one.asking.probesOpening).toBe(true)
      if (one.asking.generates) expect(one.asking.settings?.maxTokens).toBeGreaterThan(0)
    }
  })

  it('makes cases for a corpus with everything, in the order of the list', () => {
    const made = [...new Set(built.cases.map(({ battery }) => battery))]
    expect(made).toEqual(batteries.map(({ id }) => id))
    expect(built.cases.filter(({ asking }) => asking.generates).length).toBeLessThanOrEqual(400)
  })

  it('never asks for a call by a prompt of training, rows of the corpus aside', () => {
    const prompts = new Set(corpus.examples.map(({ prompt }) => normalPrompt(prompt)))
    for (const one of built.cases) {
      if (one.battery !== 'verbatim' && one.battery !== 'no-preamble') {
        expect(prompts.has(normalPrompt(promptOf(one))), promptOf(one)).toBe(false)
      }
    }
  })

  it('writes only gold that the strict reading gives back at S6', () => {
    for (const { gold, tools, id, battery } of built.cases) {
      if (gold === undefined || gold.calls.length === 0 || battery === 'novel') continue
      const calls = gold.calls.map(({ name, json }) => ({ name, arguments: json }))
      const text = corpus.dialect.renderCalls(calls, { tools })
      const { strict } = parseOutput({ text }, { dialect: corpus.dialect, tools: toolTable(tools) })
      expect(strict.ok, id).toBe(true)
      expect(
        strict.calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
        id,
      ).toEqual(calls)
    }
  })

  it.each([
    ['no row that calls', deskRows.filter(([, tool]) => tool === null)],
    ['one row', deskRows.slice(0, 1)],
    ['one row of prose', deskRows.slice(-1)],
    ['commands alone', deskRows.filter(([, tool]) => tool === 'shell')],
  ])('takes a corpus of %s', async (_, rows) => {
    const small = build(0, await securityDeskCorpus(rows))
    expect(small.cases.length).toBeGreaterThan(0)
    expect(new Set(small.cases.map(({ id }) => id)).size).toBe(small.cases.length)
    expect(codes(small).length).toBeGreaterThan(0)
  })
})

describe('verbatim', () => {
  it('asks every distinct row as it was taught, those in prose too', () => {
    const rows = of('verbatim')
    expect(rows).toHaveLength(deskRows.length)
    expect(rows.filter(({ gold }) => gold?.calls.length === 0)).toHaveLength(4)
    for (const row of rows) {
      expect(row.messages[0]?.role).toBe('system')
      expect(row.offersTools).toBe(false)
    }
  })

  it('begins with six rows of different groups, and takes a stratified sample when told', () => {
    const first = of('verbatim').slice(0, 6)
    expect(new Set(first.map(({ group }) => group)).size).toBe(6)
    const sample = buildBatteries({
      corpus,
      statistics: corpusStatistics(corpus),
      seed: 7,
      sizes: { ...batterySizes.quick, verbatim: 12 },
      only: new Set(['verbatim']),
    })
    const counts = countsBy(sample.cases, ({ group }) => group)
    expect(sample.cases).toHaveLength(12)
    expect(counts).toEqual([2, 2, 2, 2, 2, 2])
    expect(codes(sample)).toContain('verbatim-sample')
  })
})

describe('unseen', () => {
  it('fills wordings of the corpus with entities that no text holds, none within one edit of a seen one', () => {
    const texts = corpus.examples.flatMap(({ prompt, answer }) => [prompt, answer.text]).join('\n')
    const seen = corpus.examples.flatMap(({ prompt }) => findEntities(prompt).map(({ value }) => value))
    const cases = of('unseen').filter(({ group = '' }) => headlineCells.has(group))
    expect(cases.length).toBeGreaterThan(20)
    for (const { entities } of cases) {
      for (const { value } of entities) {
        expect(texts.includes(value), value).toBe(false)
        expect(
          seen.some((other) => isWithinEdits(value, other, 1)),
          value,
        ).toBe(false)
      }
    }
  })

  it('keeps to reserved ranges and to the pattern of the seen values', () => {
    const values = of('unseen').flatMap(({ entities, group = '' }) =>
      group.includes('seen-entity') && !group.includes('new-entity') ? [] : entities,
    )
    const by = (type: string): readonly string[] =>
      values.flatMap((one) => (one.type === type ? [one.value] : []))
    expect(by('ipv4').length).toBeGreaterThan(0)
    for (const address of by('ipv4')) expect(address).toMatch(/^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/)
    for (const domain of by('domain')) expect(domain).toMatch(/\.(?:example|test)$/)
    for (const cve of by('cve')) expect(cve).toMatch(/^CVE-(?:1999|20[0-2]\d)-\d{4,5}$/)
    expect(by('free').length).toBeGreaterThan(0)
    for (const order of by('free')) expect(order).toMatch(/^ORD-[1-9]\d{4}$/)
  })

  it('has the four cells and crosses, tools in balance, and proves that nothing overlaps', () => {
    const cells = new Set(of('unseen').map(({ group }) => group))
    expect(cells).toEqual(
      new Set([
        'seen-template/new-entity',
        'cross',
        'new-template/new-entity',
        'new-template/seen-entity',
        'seen-template/seen-entity',
      ]),
    )
    const main = of('unseen').filter(({ group }) => group === 'seen-template/new-entity')
    const counts = countsBy(main, ({ gold }) => gold?.calls[0]?.name)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
    expect(built.manifest.unseen).toMatchObject({
      overlap: { exact: 0, normalised: 0, newEntitiesSeen: 0 },
      rejected: { unreadable: 0 },
    })
  })

  it('takes each new entity once, but for the two halves of a cross', () => {
    const uses = new Map<string, number>()
    for (const { entities, group } of of('unseen')) {
      if (group === 'seen-template/seen-entity' || group === 'new-template/seen-entity') continue
      for (const { value } of entities)
        uses.set(value, (uses.get(value) ?? 0) + (group === 'cross' ? 0.5 : 1))
    }
    expect([...uses.values()].every((count) => count === 1)).toBe(true)
  })

  it('asks one entity in the wordings of two tools', () => {
    const crosses = of('unseen').filter(({ group }) => group === 'cross')
    const first = crosses.filter(({ entities }) => entities[0]?.value === crosses[0]?.entities[0]?.value)
    expect(new Set(first.map(({ gold }) => gold?.calls[0]?.name)).size).toBe(2)
  })

  it('keeps what a call holds beside its entities', () => {
    for (const { gold, entities } of of('unseen')) {
      const [call] = gold?.calls ?? []
      if (call?.name === 'check_host')
        expect(call.json.kind).toBe(entities[0]?.type === 'ipv4' ? 'ip' : 'domain')
    }
  })

  it.each(['cve', 'free'])('avoids what evaluation texts hold: %s', (type) => {
    const taken = of('unseen').flatMap(({ entities }) => entities.filter((one) => one.type === type))
    const others = taken.map(({ value }, index) => ({ id: `eval ${index}`, text: `have a look at ${value}` }))
    const fresh = buildBatteries({
      corpus,
      statistics: corpusStatistics(corpus),
      seed: 7,
      others,
      only: new Set(['unseen']),
    })
    const values = new Set(
      taken
        .map(({ value }) => value)
        .filter((value) => !corpus.examples.some(({ prompt }) => prompt.includes(value))),
    )
    expect(values.size).toBeGreaterThan(5)
    const again = fresh.cases.flatMap(({ entities }) => entities.filter(({ value }) => values.has(value)))
    expect(again).toEqual([])
  })
})

describe('suppression', () => {
  it('says why each prompt needs no call, and mentions what the corpus takes', () => {
    const none = of('suppression').filter(({ gold }) => gold?.calls.length === 0)
    expect(none.length).toBeGreaterThanOrEqual(75)
    for (const { note } of none) expect(note).toBeTruthy()
    const groups = new Set(none.map(({ group }) => group))
    expect(groups).toEqual(new Set(['cve', 'shell', 'indicator', 'other', 'plain']))
    expect(new Set(none.map(({ cluster }) => cluster)).size).toBeGreaterThanOrEqual(20)
  })

  it('holds ten pairs with one entity each', () => {
    const pairs = of('suppression').filter(({ id }) => id.includes('/pair-'))
    expect(pairs).toHaveLength(20)
    for (let pair = 1; pair <= 10; pair++) {
      const call = pairs.find(({ id }) => id === `suppression/pair-${pair}-call`)
      const none = pairs.find(({ id }) => id === `suppression/pair-${pair}-none`)
      const value = call?.entities[0]?.value ?? '?'
      expect(none && promptOf(none)).toContain(value)
      expect(call?.gold?.calls).toHaveLength(1)
      expect(none?.gold?.calls).toHaveLength(0)
    }
  })

  it('takes prompts of the user beside its own or in their place', () => {
    const own = parseUserCases(
      '{"prompt":"Is CVE-2001-0144 a pretty number?","mentions":"cve","why":"an opinion"}\n',
      'none.jsonl',
    )
    const input = {
      corpus,
      statistics: corpusStatistics(corpus),
      seed: 7,
      only: new Set(['suppression' as const]),
    }
    const beside = buildBatteries({ ...input, user: { suppression: own } })
    const instead = buildBatteries({ ...input, user: { suppression: own, replacesSuppression: true } })
    expect(beside.cases.length).toBeGreaterThan(80)
    expect(instead.cases.map(({ id, note }) => [id, note])).toEqual([
      ['suppression/user-line-1', 'an opinion'],
    ])
  })
})

describe('novel', () => {
  it('has new words and new entities for the tools, and one prompt that needs no call', () => {
    const cases = of('novel')
    expect(cases).toHaveLength(8)
    expect(cases.filter(({ gold }) => gold?.calls.length === 0)).toHaveLength(1)
    expect(new Set(cases.map(({ group }) => group))).toEqual(
      new Set(['get_flaw', 'is_abused', 'check_host', 'track_order', 'shell', 'none']),
    )
  })

  it('leaves out prompts of the user that the corpus knows', () => {
    const lines = [
      {
        id: 'good',
        prompt: 'Somebody wrote CVE-2001-0144 on the wall, fetch its record',
        gold: { calls: [{ name: 'get_flaw', arguments: { cve_id: 'CVE-2001-0144' } }] },
      },
      { id: 'overlap', prompt: 'Give me details of CVE-2014-0160!', gold: { calls: [] } },
      { id: 'entity', prompt: 'Somebody painted CVE-2014-0160 on my old car', gold: { none: true } },
      {
        id: 'schema',
        prompt: 'Somebody needs the record of a bug from long ago',
        gold: { calls: [{ name: 'get_flaw', arguments: { wrong: 'x' } }] },
      },
      {
        id: 'tool',
        prompt: 'Paint the office wall in green tomorrow',
        gold: { calls: [{ name: 'paint', arguments: {} }] },
      },
    ]
    const novel = parseUserCases(lines.map((line) => JSON.stringify(line)).join('\n'), 'novel.jsonl')
    const made = buildBatteries({
      corpus,
      statistics: corpusStatistics(corpus),
      seed: 7,
      only: new Set(['novel']),
      user: { novel },
    })
    expect(made.cases.map(({ id }) => id)).toEqual(['novel/user-good'])
    expect(codes(made)).toEqual([
      'novel-overlap',
      'novel-entity-seen',
      'novel-gold-invalid',
      'novel-tool-unknown',
    ])
  })
})

describe('unseen-tools and multi-call', () => {
  it('declares one new tool in the way of the preamble', () => {
    for (const one of of('unseen-tools')) {
      const name = one.gold?.calls[0]?.name ?? '?'
      expect(one.messages[0]?.content).toMatch(
        new RegExp(`\n- shell\\(cmd\\): [^\n]*\n- ${name}\\([a-z, ]+\\): `),
      )
      expect(one.tools.map((tool) => tool.name)).toContain(name)
    }
    expect(of('unseen-tools')).toHaveLength(8)
  })

  it('asks for two calls, of two tools and of one', () => {
    const cases = of('multi-call')
    expect(cases).toHaveLength(8)
    expect(new Set(cases.map(({ group }) => group))).toEqual(new Set(['one tool', 'two tools']))
    for (const { gold } of cases) expect(gold?.calls).toHaveLength(2)
    expect(codes(built)).toContain('multi-call-untrained')
  })
})

describe('prompts of which only the first token is looked at', () => {
  it('are not answered, and have no preamble or nothing to do with tools', () => {
    for (const one of [...of('no-preamble'), ...of('neutral')]) {
      expect(one.asking).toEqual({ generates: false, probesOpening: true })
      expect(one.gold).toBeUndefined()
    }
    for (const one of of('no-preamble')) {
      expect(one.messages).toHaveLength(1)
      expect(one.tools).toEqual([])
    }
    for (const one of of('neutral')) expect(one.messages[0]?.role).toBe('system')
  })
})

describe('trajectoryCases', () => {
  it('is a fixed part of about 32 prompts, six of them answered', () => {
    const part = trajectoryCases(built.cases, 7)
    expect(part.openings).toHaveLength(32)
    expect(new Set(part.openings.map(({ battery }) => battery))).toEqual(
      new Set(['verbatim', 'unseen', 'suppression', 'no-preamble', 'neutral']),
    )
    expect(part.generations).toHaveLength(6)
    expect(trajectoryCases(built.cases, 7)).toEqual(part)
  })
})
