import { describe, expect, it } from 'vitest'
import { checkTemplate } from '../../../src/agent/generate/checks/check-template.js'
import { checkLikeness } from '../../../src/agent/generate/checks/likeness.js'
import { PhraseBook } from '../../../src/agent/generate/grammar/phrase-book.js'
import { composeTemplates } from '../../../src/agent/generate/split-templates.js'
import { randomStream } from '../../../src/numeric/random.js'
import { compose } from './compose.js'
import { travelDialogues } from './index.js'
import { constraintsOf, wordings } from './words/index.js'

const { templates } = composeTemplates(travelDialogues, { packId: 'travel', language: 'en', seed: 0 })

describe('the grammar of travel', () => {
  it('has nine categories of 60 templates, 15 to train, 5 to validate, 40 to test', () => {
    expect(travelDialogues.categories).toHaveLength(9)
    const counts = new Map<string, number>()
    for (const { template, split } of templates) {
      const key = `${template.category} ${split}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 9 }, () => [15, 5, 40]).flat())
    expect(new Set(templates.map(({ template }) => template.id)).size).toBe(540)
  })

  it('has no two templates that share 0.6 of their words, across categories and splits', () => {
    expect(checkLikeness(templates.map(({ template }) => template))).toEqual([])
  })

  it('says what it plans and plans what it says, under other seeds as well', () => {
    for (const category of travelDialogues.categories) {
      let number = 0
      for (const template of compose(category, randomStream(7, category))) {
        expect([template.id, template.turns, checkTemplate(template, travelDialogues.mentions)]).toEqual([
          template.id,
          template.turns,
          [],
        ])
        if (++number === 40) break
      }
    }
  })

  it('has 6 to 8 turns for one domain, 8 to 14 for several', () => {
    for (const { template } of templates) {
      const isTrip =
        new Set(template.turns.flatMap(({ plan = '' }) => plan.match(/search_(?!nearest)\w+/g) ?? [])).size >
        1
      expect(template.turns.length).toBeGreaterThanOrEqual(isTrip ? 8 : 6)
      expect(template.turns.length).toBeLessThanOrEqual(isTrip ? 14 : 10)
    }
  })

  it('searches in every domain of its category, and in no other', () => {
    for (const { template } of templates) {
      const searched = new Set(
        template.turns.flatMap(
          ({ plan = '' }) => plan.match(/search_(flight|hotel|restaurant|attraction)/g) ?? [],
        ),
      )
      const named = ['flight', 'hotel', 'restaurant', 'attraction'].filter((domain) =>
        template.category.includes(domain),
      )
      expect([template.id, [...searched].sort()]).toEqual([
        template.id,
        named.map((domain) => `search_${domain}`).sort(),
      ])
    }
  })

  it('lets every persona speak, and every kind of turn come up in every category that can have it', () => {
    for (const category of travelDialogues.categories) {
      const own = templates
        .filter(({ template }) => template.category === category)
        .map(({ template }) => template)
      expect(new Set(own.map(({ about }) => about.persona)).size).toBe(7)
      const labels = new Set(own.flatMap(({ turns }) => turns.flatMap(({ label = '' }) => label.split('+'))))
      for (const label of ['seek', 'search', 'refine', 'sort', 'noop', 'change-mind']) {
        // A change of mind within a trip is a step back, which needs two filters: it need not come up in each.
        if (label === 'change-mind' && own.some(({ turns }) => turns.length > 8)) continue
        expect([category, label, labels.has(label)]).toEqual([category, label, true])
      }
    }
  })

  it('leaves no bracket and no doubled mark in a text', () => {
    for (const { template } of templates) {
      for (const { text } of template.turns)
        expect(text).not.toMatch(/[[\]{}|]|undefined|\s[,.;?!]|,\.|\.\.|\s\s/)
    }
  })

  it('has wordings that can all be said', () => {
    const book = new PhraseBook(wordings, randomStream(0, 'all'))
    const given = new Proxy(
      {},
      {
        get: () => 'x',
        getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 'x' }),
      },
    )
    for (const [rule, options] of Object.entries(wordings)) {
      if (options.length > 0) for (const _ of options) expect(book.say(rule, given)).not.toBe('')
    }
  })

  it('has constraints with ids of their own', () => {
    for (const constraints of Object.values(constraintsOf)) {
      expect(new Set(constraints.map(({ id }) => id)).size).toBe(constraints.length)
    }
  })
})
