import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.js'

const policy = (rules: string): string => `schema: assay.policy/1\nrules:\n${rules}`
const read = (rules: string) => readPolicy(policy(rules), 'assay.gate.yaml')

describe('readPolicy', () => {
  it('reads every kind of rule', () => {
    const { rules, seed } = readPolicy(
      `schema: assay.policy/1
seed: 7
rules:
  - {kind: threshold, metric: exact, atLeast: 0.60}
  - {kind: threshold, id: deep, metric: recall@5, tier: hard, group: pool, items: retrieval, benchmark: desk, subject: s, atMost: 1e0}
  - {kind: no-worse, metric: recall, k: 5, margin: 0.05}
  - {kind: usable, accept: [usable, usable-with-care]}
  - {kind: measured, atLeast: 0.98}
  - {kind: section, section: retrieval, verdicts: [measured]}
  - {kind: ladder, verdicts: [capable, partial]}
  - kind: any
    rules:
      - {kind: not, rule: {kind: threshold, metric: flaky, atMost: 0.1}}
`,
      'p.yaml',
    )
    expect(seed).toBe(7)
    expect(rules).toEqual([
      { kind: 'threshold', id: 'rules[0]', selector: { metric: 'exact' }, atLeast: 0.6 },
      {
        kind: 'threshold',
        id: 'deep',
        selector: {
          metric: 'recall',
          k: 5,
          tier: 'hard',
          group: 'pool',
          items: 'retrieval',
          benchmark: 'desk',
          subject: 's',
        },
        atMost: 1,
      },
      {
        kind: 'no-worse',
        id: 'rules[2]',
        metric: 'recall@5',
        margin: 0.05,
        missing: 0,
        acrossCatalogs: false,
      },
      { kind: 'usable', id: 'rules[3]', accept: ['usable', 'usable-with-care'] },
      { kind: 'measured', id: 'rules[4]', atLeast: 0.98 },
      { kind: 'section', id: 'rules[5]', section: 'retrieval', verdicts: ['measured'] },
      { kind: 'ladder', id: 'rules[6]', verdicts: ['capable', 'partial'] },
      {
        kind: 'any',
        id: 'rules[7]',
        rules: [
          {
            kind: 'not',
            id: 'rules[7].rules[0]',
            rule: {
              kind: 'threshold',
              id: 'rules[7].rules[0].rule',
              selector: { metric: 'flaky' },
              atMost: 0.1,
            },
          },
        ],
      },
    ])
  })

  it('reads JSON where the name ends so', () => {
    const text = JSON.stringify({ schema: 'assay.policy/1', rules: [{ kind: 'usable' }] })
    expect(readPolicy(text, 'p.json').rules).toHaveLength(1)
    expect(() => readPolicy('{"schema": "assay.policy/1", "schema": 1}', 'p.json')).toThrow(/schema/)
  })

  it.each<[string, string, RegExp]>([
    ['a mistyped key', '  - {kind: threshold, metric: exact, atleast: 0.5}', /Did you mean "atLeast"/],
    ['a mistyped kind', '  - {kind: treshold, metric: exact}', /Did you mean "threshold"/],
    ['a key of another rule', '  - {kind: usable, margin: 0.1}', /no key "margin"/],
    ['a threshold without a bound', '  - {kind: threshold, metric: exact}', /neither/],
    [
      'bounds that exclude each other',
      '  - {kind: threshold, metric: exact, atLeast: 0.9, atMost: 0.1}',
      /Nothing is/,
    ],
    ['not-a-number', '  - {kind: no-worse, margin: .nan}', /"margin" must be/],
    ['infinity', '  - {kind: threshold, metric: exact, atMost: .inf}', /"atMost" must be/],
    [
      'a number of too many digits',
      '  - {kind: threshold, metric: exact, atMost: 1e999}',
      /"atMost" must be/,
    ],
    ['a margin of nothing', '  - {kind: no-worse, margin: 0}', /"margin" must be/],
    ['a margin of everything', '  - {kind: no-worse, margin: 1}', /"margin" must be/],
    ['points for a proportion', '  - {kind: no-worse, margin: 5}', /0\.05 for five points/],
    ['a number as text', '  - {kind: threshold, metric: exact, atLeast: "0.5"}', /finite number/],
    ['no margin', '  - {kind: no-worse}', /"margin" is missing/],
    ['a depth twice', '  - {kind: threshold, metric: recall@5, k: 5, atLeast: 0.5}', /stands twice/],
    ['a depth without a metric', '  - {kind: no-worse, k: 5, margin: 0.1}', /without "metric"/],
    ['a broken benchmark accepted', '  - {kind: usable, accept: [not-usable]}', /must be one of usable/],
    ['unmeasured accepted', '  - {kind: section, section: lint, verdicts: [unmeasured]}', /must be one of/],
    ['a ladder without data accepted', '  - {kind: ladder, verdicts: [not-enough-data]}', /must be one of/],
    ['nothing accepted', '  - {kind: usable, accept: []}', /one or more/],
    ['an empty group', '  - {kind: all, rules: []}', /asks nothing/],
    ['nothing denied', '  - {kind: not}', /"rule" is missing/],
    [
      'one id twice',
      '  - {kind: usable, id: a}\n  - {kind: measured, id: a, atLeast: 1}',
      /Two rules have the id "a"/,
    ],
    ['a rule that is a text', '  - usable', /no mapping/],
    ['nothing measured as enough', '  - {kind: measured, atLeast: 0}', /above 0/],
    ['a key twice', '  - {kind: usable, kind: measured}', /yaml-duplicate-key/],
    ['a key that changes objects', '  - {__proto__: 1}', /yaml-prototype-key/],
    ['a tag', '  - !!js/function "x"', /yaml-tag/],
    ['an anchor within itself', '  - &a {kind: not, rule: *a}', /yaml-alias/],
  ])('refuses %s', (_what, rules, message) => {
    expect(() => read(rules)).toThrow(message)
  })

  it('refuses a policy without rules, without a schema, and of another version', () => {
    expect(() => readPolicy('schema: assay.policy/1\nrules: []', 'p.yaml')).toThrow(/asks nothing/)
    expect(() => readPolicy('schema: assay.policy/1', 'p.yaml')).toThrow(/rules/)
    expect(() => readPolicy('rules: [{kind: usable}]', 'p.yaml')).toThrow(/"schema" is missing/)
    expect(() => readPolicy('schema: assay.policy/2\nrules: [{kind: usable}]', 'p.yaml')).toThrow(
      /assay.policy\/2/,
    )
    expect(() => readPolicy('', 'p.yaml')).toThrow(/empty/)
    expect(() => readPolicy('[]', 'p.yaml')).toThrow(/no mapping/)
  })

  it('writes aliases out, and refuses a text that grows without end', () => {
    const { rules } = read(
      '  - &r {kind: any, rules: [{kind: usable}]}\n  - {<<: *r, id: other, rules: [{kind: usable, id: u}]}',
    )
    expect(rules.map(({ id }) => id)).toEqual(['rules[0]', 'other'])
    const lines = Array.from({ length: 9 }, (_, at) => {
      const times = Array.from({ length: 10 }, () => (at === 0 ? 'lol' : `*l${at - 1}`)).join(', ')
      return `l${at}: &l${at} [${times}]`
    })
    expect(() => readPolicy(`${lines.join('\n')}\nrules: *l8`, 'p.yaml')).toThrow(/yaml-bomb/)
  })

  it('refuses rules within rules without end, and too many of them', () => {
    const deep = `${'{kind: not, rule: '.repeat(60)}{kind: usable}${'}'.repeat(60)}`
    expect(() => read(`  - ${deep}`)).toThrow(/yaml-too-deep/)
    const many = Array.from({ length: 1001 }, () => '  - {kind: usable}').join('\n')
    expect(() => read(many)).toThrow(/1001 rules/)
  })

  it('shows hostile keys on one line', () => {
    expect(() => read('  - {kind: usable, "a\\n::error::x": 1}')).toThrow(/a\\\\n::error/)
  })

  it('gives a policy or an error of its own on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'kind: usable,{}[]&*!<>-\n"\'rules01.'), maxLength: 80 }),
        (text) => {
          try {
            readPolicy(policy(text), 'p.yaml')
          } catch (error) {
            expect(error).toMatchObject({ name: 'InputError' })
          }
        },
      ),
    )
  })
})
