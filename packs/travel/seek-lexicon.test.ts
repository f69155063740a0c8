import { describe, expect, it } from 'vitest'
import { slotsNamed } from '../../src/agent/seek-slots.js'
import { tinyTravel } from '../../test/generators/tiny-travel.js'
import { faultsOf } from './faults.js'
import { SEEK_LEXICON } from './seek-lexicon.js'
import { travelTools } from './tools/travel-tools.js'

const named = (question: string): readonly string[] => [...slotsNamed(question, SEEK_LEXICON, 'en')].sort()

describe('the lexicon of questions', () => {
  it.each([
    ['Which city will you depart from?', ['origin']],
    ['May I ask which city you are flying from?', ['origin']],
    ['What city do you want to fly to, and on what date do you leave?', ['destination']],
    ['Could you tell me your departure date and the city you are flying from?', ['departure_date', 'origin']],
    ['Where are you traveling from, and where would you like to go to?', ['destination', 'origin']],
    [
      'What are your departure city, destination and date of departure?',
      ['departure_date', 'destination', 'origin'],
    ],
    [
      'Which city would you like, and what are your check-in and check-out dates?',
      ['checkin_date', 'checkout_date', 'city'],
    ],
    [
      'On which check-in date do you arrive, and on which check-out date do you leave?',
      ['checkin_date', 'checkout_date'],
    ],
    ['When would you like to fly?', ['departure_date']],
    ['In which city or state should I look?', ['city']],
    ['Do you have a budget, and how many rooms do you need?', ['budget', 'num_rooms']],
    ['What type of attraction do you like?', ['type']],
    ['Is there anything else that I can do?', []],
    ['What capacity do you need?', []],
  ])('%s', (question, slots) => {
    expect(named(question)).toEqual(slots)
  })

  it('knows a slot for every parameter of a search, and no slot that has no parameter', () => {
    const tools = travelTools(tinyTravel(), faultsOf({ semantics: 'strict' }))
    const searched = tools.filter(({ role }) => role === 'search').flatMap(({ parameters }) => parameters)
    const slots = new Set(searched.map(({ slot, name }) => slot ?? name))
    expect(new Set(SEEK_LEXICON.slots.map(({ slot }) => slot))).toEqual(slots)
  })

  it('holds phrases in lower case, none of them under two slots', () => {
    const owners = new Map<string, string>()
    for (const { slot, phrases } of SEEK_LEXICON.slots) {
      for (const phrase of phrases.en ?? []) {
        expect(phrase).toBe(phrase.toLowerCase().trim())
        expect(owners.get(phrase) ?? slot, phrase).toBe(slot)
        owners.set(phrase, slot)
      }
    }
  })
})
