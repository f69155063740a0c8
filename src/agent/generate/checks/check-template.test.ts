import { describe, expect, it } from 'vitest'
import type { TemplateTurn } from '../../dialogue-template.js'
import { checkTemplate } from './check-template.js'

const mentions = [{ parameter: 'pool_present', value: 'True', phrases: ['pool', 'place to swim'] }]
const turns = (text: string, plan: string, opening = 'Hello.'): readonly TemplateTurn[] => [
  { role: 'assistant', text: opening },
  { role: 'user', text, plan, label: 'search' },
]
const found = (...given: Parameters<typeof turns>): readonly string[] =>
  checkTemplate({ turns: turns(...given) }, mentions).map(({ check, what }) => `${check}: ${what}`)

describe('checkTemplate', () => {
  it('objects to nothing where words and plan say the same', () => {
    expect(found('A pool in <CITY_1>.', 'x(city="<CITY_1>", pool_present=True)')).toEqual([])
    expect(found('Somewhere to eat in <CITY_1>.', 'x(city="<CITY_1>")')).toEqual([])
  })
  it('finds an assistant who names what the user has not', () => {
    expect(found('In <CITY_1>.', 'x(city="<CITY_1>")', 'So you go to <CITY_1>?')).toEqual([
      'placeholder: The assistant names <CITY_1> first.',
    ])
  })
  it('finds numbers that do not run from 1, and none at all', () => {
    expect(found('In <CITY_2>.', 'x(city="<CITY_2>")')).toEqual([
      'placeholder: The numbers of <CITY_…> do not run from 1: 2.',
    ])
    expect(found('In <CITY>.', 'x(city="<CITY>")')).toEqual(['placeholder: <CITY> has no number.'])
    expect(found('From <CITY_1_AIRPORT_1> to <CITY_2>.', 'x(a="<CITY_1_AIRPORT_1>", b="<CITY_2>")')).toEqual(
      [],
    )
  })
  it('finds what is planned and not said, and said and not planned', () => {
    expect(found('In <CITY_1>.', 'x(city="<CITY_1>", budget=<PRICE_1>)')).toEqual([
      'statement: The plan uses <PRICE_1>, which nobody has said.',
    ])
    expect(found('In <CITY_1> for $<PRICE_1>.', 'x(city="<CITY_1>")')).toEqual([
      'statement: The user says <PRICE_1>, and no plan uses it.',
    ])
  })
  it('finds words without their argument and arguments without their words', () => {
    expect(found('A place to swim in <CITY_1>.', 'x(city="<CITY_1>")')).toEqual([
      'statement: The user says "pool" or "place to swim", and no plan states pool_present=True.',
    ])
    expect(found('In <CITY_1>.', 'x(city="<CITY_1>", pool_present=True)')).toEqual([
      'statement: The plan states pool_present=True, which nobody has said.',
    ])
  })
  it('takes words as wholes, and no word from a placeholder', () => {
    expect(found('Carpools and spools in <POOL_1>.', 'x(a="<POOL_1>")')).toEqual([])
  })
})
