import { beforeAll, describe, expect, it } from 'vitest'
import { travelPack } from '../../../packs/travel/index.js'
import { hostHash } from '../../adapters/hash.js'
import type { DialogueTemplate } from '../dialogue-template.js'
import type { DialogueGrammar, Pack, PackWorld } from '../pack.js'
import { type DialogueRequest, planDialogues } from './generate-dialogues.js'

const grammar = travelPack.dialogues
if (grammar === undefined) throw new Error('travel has dialogues')
let world: PackWorld

beforeAll(async () => {
  world = await travelPack.open({ size: 'small', seed: 0, semantics: 'strict' })
})

const plan = (request: Partial<DialogueRequest> = {}) =>
  planDialogues({ pack: travelPack, world, seed: 0, hash: hostHash, now: () => 0, fillings: 1, ...request })

/** Three templates for one category, so that a test composes no 540. */
const few = (changes: Partial<DialogueGrammar> = {}): Pack => ({
  ...travelPack,
  dialogues: {
    ...grammar,
    categories: ['hotel'],
    templates: { train: 1, validation: 1, test: 1 },
    fillings: 2,
    ...changes,
  },
})

const texts = (request: Partial<DialogueRequest>): readonly string[] =>
  [...plan(request).dialogues()].map(({ dialogue }) => JSON.stringify([dialogue.id, dialogue.turns]))

describe('planDialogues', () => {
  it('makes as many dialogues as it says, split by split, filling by filling', () => {
    const planned = plan({ pack: few(), fillings: 2 })
    const made = [...planned.dialogues()]
    expect(planned.count).toBe(6)
    expect(made.map(({ dialogue }) => `${dialogue.split} ${dialogue.filling}`)).toEqual([
      'train 1',
      'train 2',
      'validation 1',
      'validation 2',
      'test 1',
      'test 2',
    ])
    expect(new Set(made.map(({ dialogue }) => JSON.stringify(dialogue.bindings))).size).toBe(6)
    for (const { runs } of made)
      expect(runs.every(({ execution }) => execution.error === undefined)).toBe(true)
  })

  it('makes the same under the same seed, something else under another', () => {
    const pack = few()
    expect(texts({ pack })).toEqual(texts({ pack }))
    expect(texts({ pack })).not.toEqual(texts({ pack, seed: 1 }))
  })

  it('makes of a part what the whole holds there', () => {
    const pack = few({ categories: ['hotel', 'attraction'] })
    const whole = texts({ pack, fillings: 2 })
    const part = texts({ pack, categories: ['attraction'], splits: ['test'], fillings: 1 })
    expect(part).toHaveLength(1)
    expect(whole).toEqual(expect.arrayContaining([...part]))
  })

  it('shares no city between splits, and finds one that is planted', () => {
    const { splits } = plan({ pack: few() })
    const all = [...splits.train, ...splits.validation, ...splits.test]
    expect(new Set(all).size).toBe(all.length)
    const [city = ''] = splits.test
    const shared = few({ divide: () => ({ ...splits, train: [...splits.train, city] }) })
    expect(() => plan({ pack: shared })).toThrow(new RegExp(`"${city}" of .* holds "${city}"`))
    const leaking = few({ bind: (template, _, context) => grammar.bind(template, 'test', context) })
    expect(() => [...plan({ pack: leaking }).dialogues()]).toThrow(
      /belongs to test, not to train[^]*\(leak\)/,
    )
  })

  it('refuses templates that say one thing and plan another, before any is filled', () => {
    const spoilt = (template: DialogueTemplate): DialogueTemplate => ({
      ...template,
      turns: template.turns.map((turn) => ({ ...turn, text: `${turn.text} With a sauna.` })),
    })
    const pack = few({
      *compose(...given) {
        for (const template of grammar.compose(...given)) yield spoilt(template)
      },
    })
    expect(() => plan({ pack })).toThrow(/"sauna"[^]*no plan states has_sauna=True[^]*\(statement\)/)
  })

  it('leaves out templates that are alike, and says when there are no others', () => {
    const pack = few({
      *compose(...given) {
        const [first] = [...take(grammar.compose(...given), 1)]
        for (let number = 0; first !== undefined; number++) yield { ...first, id: `hotel-${number}` }
      },
    })
    expect(() => plan({ pack })).toThrow(/composes 1 templates that differ, and 3 are wanted/)
  })

  it('gives up on rows that are not there, naming the template', () => {
    const pack = few({ bind: () => undefined })
    expect(() => [...plan({ pack }).dialogues()]).toThrow(/2000 draws led nowhere[^]*template hotel-/)
  })

  it('takes what was said before where there is nothing else, and says so', () => {
    const bindings = new Map<string, ReturnType<DialogueGrammar['bind']>>()
    const pack = few({
      bind(template, split, context) {
        const known = bindings.get(template.id) ?? grammar.bind(template, split, context)
        // Only rows that the checks accept are kept: the others are drawn again.
        bindings.set(template.id, known)
        return known
      },
    })
    const made = [...plan({ pack, fillings: 2, splits: ['test'] }).dialogues()]
    expect(made.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
  })

  it.each([
    [{ categories: ['cruise'] }, /no category "cruise"/],
    [{ language: 'de' }, /no language "de"/],
  ])('refuses what the pack does not have: %j', (request, message) => {
    expect(() => plan({ pack: few(), ...request })).toThrow(message)
  })

  it('refuses a pack without dialogues', () => {
    const { dialogues: _, ...bare } = travelPack
    expect(() => plan({ pack: bare })).toThrow(/brings no dialogues of its own/)
  })
})

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = count
  for (const value of values) {
    if (left-- === 0) return
    yield value
  }
}
