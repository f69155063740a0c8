import { describe, expect, it } from 'vitest'
import { slotsNamed } from './seek-slots.js'

const lexicon = {
  slots: [
    { slot: 'date', phrases: { en: ['date', 'day'], es: ['fecha'] } },
    { slot: 'departure', phrases: { en: ['departure date', 'when do you leave'] } },
    { slot: 'city', phrases: { en: ['city', 'check-in city'] } },
  ],
}
const named = (text: string, language = 'en'): readonly string[] => slotsNamed(text, lexicon, language)

describe('slotsNamed', () => {
  it('names slots in the order of the lexicon, whatever the case and the marks', () => {
    expect(named('Which CITY, and when do you leave?')).toEqual(['departure', 'city'])
    expect(named('Your check in city?')).toEqual(['city'])
  })
  it('lets the longer phrase use its words up', () => {
    expect(named('What is your departure date?')).toEqual(['departure'])
    expect(named('Departure date or any other date?')).toEqual(['date', 'departure'])
  })
  it('takes words as wholes, also where the phrase stands twice in a row', () => {
    expect(named('Update the capacity today.')).toEqual([])
    expect(named('city city')).toEqual(['city'])
  })
  it('knows only the language asked for', () => {
    expect(named('¿Qué fecha?', 'es')).toEqual(['date'])
    expect(named('¿Qué fecha?')).toEqual([])
    expect(named('')).toEqual([])
  })
})

describe('phrases', () => {
  it('are folded like the question, and a phrase of marks alone names nothing', () => {
    const odd = {
      slots: [
        { slot: 'marks', phrases: { en: ['?!', ''] } },
        { slot: 'café', phrases: { en: ['CAFÉ au-lait'] } },
        { slot: 'wide', phrases: { en: ['ＡＢ'] } },
        { slot: 'none', phrases: {} },
      ],
    }
    expect(slotsNamed('? ! café  AU LAIT ?', odd, 'en')).toEqual(['café'])
    expect(slotsNamed('ab', odd, 'en')).toEqual(['wide'])
    expect(slotsNamed('?!', odd, 'en')).toEqual([])
    expect(slotsNamed('ab', odd, 'de')).toEqual([])
    expect(slotsNamed('cafe\u0301 au lait', odd, 'en')).toEqual(['café'])
  })

  it('use up their words, so that those on either side are no neighbours', () => {
    const side = {
      slots: [
        { slot: 'long', phrases: { en: ['big red'] } },
        { slot: 'pair', phrases: { en: ['a b'] } },
      ],
    }
    expect(slotsNamed('a big red b', side, 'en')).toEqual(['long'])
    expect(slotsNamed('a b', side, 'en')).toEqual(['pair'])
  })
})
