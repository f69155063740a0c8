import type { Constraint } from '../constraint.js'

interface Amenity {
  readonly id: string
  readonly parameter: string
  /** With its article. */
  readonly thing: string
  readonly noun: string
  /** Words that may stand for it. */
  readonly mentions: readonly string[]
  /** As of `Constraint`; more than 1 for what only some cities have. */
  readonly rarity?: number
}

function amenity({ id, parameter, thing, noun, mentions, rarity = 1 }: Amenity): Constraint {
  return {
    id,
    rarity,
    parameter,
    value: 'True',
    names: [],
    holds: { kind: 'is', column: parameter, value: true },
    noun,
    thing,
    attach: [`with ${thing}`, `offering ${thing}`, `that come with ${thing}`],
    says: ['{frame.amenity}'],
    terse: [noun, `needs ${thing}`],
    mentions,
  }
}

interface Manner {
  readonly id: string
  readonly parameter: string
  /** Behind "that" and a plural. */
  readonly verb: string
  readonly noun: string
  readonly says: readonly string[]
  readonly terse: readonly string[]
  readonly mentions: readonly string[]
}

function manner({ id, parameter, verb, noun, says, terse, mentions }: Manner): Constraint {
  return {
    id,
    parameter,
    value: 'True',
    names: [],
    holds: { kind: 'is', column: parameter, value: true },
    noun,
    attach: [`that ${verb}`],
    says,
    terse,
    mentions,
  }
}

/** Sentences that all amenities share: `{thing}` is which. */
export const hotelFrames = {
  'frame.amenity': [
    'It [has to|needs to|should|must] have {thing}.',
    '[A must for us|Top of my list|Most important to me|What would make the stay]: {thing}.',
    "[Please make sure|Make sure] there's {thing}.",
    "[I'd really like|We were hoping for|I can't do without] {thing}.",
    '[Without {thing} we would not enjoy it|I would miss {thing} otherwise|Only places that have {thing}, please].',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const hotelConstraints: readonly Constraint[] = [
  amenity({
    id: 'pool',
    parameter: 'pool_present',
    thing: 'a [swimming |]pool',
    noun: 'pool',
    mentions: ['pool'],
  }),
  amenity({ id: 'gym', parameter: 'gym_present', thing: 'a gym', noun: 'gym', mentions: ['gym'] }),
  amenity({
    id: 'wifi',
    parameter: 'free_wifi_included',
    thing: 'free [wifi|Wi-Fi]',
    noun: 'free wifi',
    mentions: ['wifi', 'wi-fi'],
  }),
  amenity({
    id: 'shuttle',
    parameter: 'airport_shuttle_present',
    thing: 'an airport shuttle',
    noun: 'airport shuttle',
    mentions: ['airport shuttle'],
  }),
  amenity({ id: 'spa', parameter: 'has_spa_services', thing: 'a spa', noun: 'spa', mentions: ['spa'] }),
  amenity({
    id: 'room_service',
    parameter: 'has_room_service',
    thing: 'room service',
    noun: 'room service',
    mentions: ['room service'],
  }),
  amenity({
    id: 'beach',
    rarity: 2,
    parameter: 'has_beach_access',
    thing: 'beach access',
    noun: 'beach access',
    mentions: ['beach access'],
  }),
  amenity({
    id: 'business_center',
    parameter: 'has_business_center',
    thing: 'a business center',
    noun: 'business center',
    mentions: ['business center'],
  }),
  amenity({
    id: 'fitness_class',
    parameter: 'has_fitness_class',
    thing: 'fitness classes',
    noun: 'fitness classes',
    mentions: ['fitness classes'],
  }),
  amenity({
    id: 'laundry',
    parameter: 'has_laundry_service',
    thing: '[laundry service|a laundry service]',
    noun: 'laundry service',
    mentions: ['laundry service'],
  }),
  amenity({
    id: 'valet',
    parameter: 'has_valet_parking',
    thing: 'valet parking',
    noun: 'valet parking',
    mentions: ['valet parking'],
  }),
  amenity({
    id: 'balcony',
    parameter: 'has_balcony',
    thing: 'a balcony',
    noun: 'balcony',
    mentions: ['balcony'],
  }),
  amenity({
    id: 'rooftop_bar',
    parameter: 'has_rooftop_bar',
    thing: 'a rooftop bar',
    noun: 'rooftop bar',
    mentions: ['rooftop bar'],
  }),
  amenity({
    id: 'kitchen',
    parameter: 'has_inroom_kitchen',
    thing: '[a kitchen in the room|an in-room kitchen]',
    noun: 'in-room kitchen',
    mentions: ['kitchen'],
  }),
  amenity({
    id: 'kids_club',
    parameter: 'has_kids_club',
    thing: 'a kids club',
    noun: 'kids club',
    mentions: ['kids club'],
  }),
  amenity({
    id: 'meeting_rooms',
    parameter: 'has_meeting_rooms',
    thing: 'meeting rooms',
    noun: 'meeting rooms',
    mentions: ['meeting rooms'],
  }),
  amenity({
    id: 'ev_charging',
    parameter: 'has_electric_vehicle_charging',
    thing: '[EV charging|a charger for electric cars]',
    noun: 'EV charging',
    mentions: ['ev charging', 'electric cars'],
  }),
  amenity({
    id: 'hot_tub',
    parameter: 'has_hot_tub',
    thing: 'a hot tub',
    noun: 'hot tub',
    mentions: ['hot tub'],
  }),
  amenity({ id: 'sauna', parameter: 'has_sauna', thing: 'a sauna', noun: 'sauna', mentions: ['sauna'] }),
  amenity({
    id: 'parking',
    parameter: 'has_free_parking',
    thing: 'free parking',
    noun: 'free parking',
    mentions: ['free parking'],
  }),
  amenity({
    id: 'skiing',
    rarity: 2,
    parameter: 'has_skiing_lodging',
    thing: 'ski lodging',
    noun: 'ski lodging',
    mentions: ['ski lodging'],
  }),
  amenity({
    id: 'ocean_view',
    rarity: 2,
    parameter: 'has_ocean_view_rooms_present',
    thing: '[ocean view rooms|rooms that have an ocean view]',
    noun: 'ocean view',
    mentions: ['ocean view'],
  }),
  amenity({
    id: 'city_view',
    parameter: 'has_city_view_rooms_present',
    thing: '[city view rooms|rooms that have a city view]',
    noun: 'city view',
    mentions: ['city view'],
  }),
  amenity({
    id: 'aircon',
    parameter: 'air_conditioning_present',
    thing: '[air conditioning|AC]',
    noun: 'air conditioning',
    mentions: ['air conditioning', 'ac'],
  }),
  amenity({
    id: 'heating',
    parameter: 'heating_present',
    thing: 'heating',
    noun: 'heating',
    mentions: ['heating'],
  }),
  manner({
    id: 'breakfast',
    parameter: 'breakfast_included',
    verb: 'include breakfast',
    noun: 'breakfast',
    says: [
      'Breakfast [should|has to|must] be included.',
      "I [want|need|'d like] breakfast included [in the rate|so mornings are easy].",
      "[We never leave the hotel without|I'm useless before] breakfast, so [it should be included|make sure it's in the price].",
    ],
    terse: ['breakfast included', 'incl. breakfast'],
    mentions: ['breakfast'],
  }),
  manner({
    id: 'pets',
    parameter: 'is_pet_friendly',
    verb: '[allow pets|are pet friendly|welcome dogs]',
    noun: 'pet policy',
    says: [
      "[We're bringing our dog|My dog comes along|The cat travels with us], so it [must|has to] be pet friendly.",
      'Pets [have to|need to] be allowed.',
      'Is there anything pet friendly? [Only those, please|I need that].',
    ],
    terse: ['pet friendly', 'pets allowed'],
    mentions: ['pet', 'pets', 'dogs'],
  }),
  manner({
    id: 'wheelchair',
    parameter: 'is_wheelchair_accessible',
    verb: '[are wheelchair accessible|can take a wheelchair]',
    noun: 'wheelchair access',
    says: [
      'It [must|has to|needs to] be wheelchair accessible.',
      '[My mother uses|One of us is in|I use] a wheelchair, so access [matters|is essential|has to be right].',
    ],
    terse: ['wheelchair accessible', 'wheelchair access'],
    mentions: ['wheelchair'],
  }),
  manner({
    id: 'smoking',
    parameter: 'smoking_allowed',
    verb: '[allow smoking|have smoking rooms]',
    noun: 'smoking room',
    says: [
      'Smoking [has to|should] be allowed.',
      "I'm afraid I smoke, so [I need a smoking room|smoking should be allowed].",
    ],
    terse: ['smoking ok', 'smoking room'],
    mentions: ['smoking'],
  }),
  {
    id: 'budget',
    parameter: 'budget',
    value: '{v}',
    names: ['HOTEL_PRICE'],
    holds: { kind: 'at-most', columns: ['price_per_night'], step: 10 },
    noun: 'price limit',
    attach: [
      'for [under|no more than|at most] {usd} a night',
      'up to {usd} per night',
      'that cost {usd} a night or less',
    ],
    says: [
      "[I don't want to|I can't|We'd rather not] [spend|pay] more than {usd} a night.",
      '[My|Our] [limit|budget|ceiling] is {usd} per night.',
      '{usd} a night is [the most I can do|as high as we can go|my cap].',
      '[Keep it|Please keep it|It should stay] [under|within|below] {usd} a night.',
    ],
    terse: ['max {usd}/night', '{usd} per night tops', 'under {usd} a night'],
  },
  {
    id: 'rating',
    parameter: 'rating',
    value: '[{v}, 5]',
    names: ['RATING'],
    holds: { kind: 'at-least', column: 'rating', step: 0.1, least: 1 },
    noun: 'rating',
    attach: ['rated {v} or [higher|better|above]', 'with a [guest |]rating of at least {v}'],
    says: [
      '[Guests|People] should have rated it {v} or [better|higher].',
      'Nothing [rated |]below {v}[, please|].',
      'I [only trust|go for|look at] places with a rating of {v} [and up|or more].',
    ],
    terse: ['rating {v}+', '{v} or better'],
  },
  {
    id: 'stars',
    parameter: 'stars',
    value: '[{v}, 5]',
    names: ['STAR'],
    holds: { kind: 'at-least', column: 'stars', step: 1, least: 2 },
    noun: 'star requirement',
    attach: ['with at least {v} stars', 'with {v} stars or more'],
    says: [
      'At least {v} stars[, please|, if you can|].',
      "[I'd prefer|We want|Let's say] {v} stars or [more|better|up].",
      "Anything [under|below] {v} stars [is out|won't do|isn't for us].",
    ],
    terse: ['{v}+ stars', '{v} stars min'],
  },
  {
    id: 'exact_stars',
    rarity: 2,
    parameter: 'stars',
    value: '[{v}, {v}]',
    names: ['STAR'],
    holds: { kind: 'equal', column: 'stars' },
    noun: 'star requirement',
    attach: ['with exactly {v} stars'],
    says: [
      'Exactly {v} stars, [no more, no less|not above, not below].',
      '[I want|It should have] exactly {v} stars.',
    ],
    terse: ['exactly {v} stars'],
  },
  {
    id: 'area',
    rarity: 2,
    parameter: 'neighborhood',
    value: '["{v}"]',
    names: ['CITY_NEIGHBORHOOD'],
    holds: { kind: 'equal', column: 'neighborhood' },
    noun: 'neighborhood',
    attach: ['in [the |]{v}', 'in the {v} [area|neighborhood]', 'around {v}'],
    says: [
      "[I'd like to|We want to|I need to] [be|stay] in {v}.",
      'The [area|neighborhood] should be {v}.',
      '{v} [is where my friends live|would suit us best|is the part of town I know].',
    ],
    terse: ['in {v}', '{v} area'],
  },
  {
    id: 'guests',
    parameter: 'num_people',
    value: '{v}',
    names: ['NUM_TRAVELERS'],
    holds: { kind: 'at-least', column: 'max_occupancy', step: 1, least: 2 },
    noun: 'number of guests',
    attach: ['for {v} [people|guests|of us]', 'that sleep {v}'],
    says: [
      '[There are|There will be|We are] {v} of us.',
      '[It has to|The room has to|It must] [sleep|fit|take] {v} [people|guests].',
      "[We're|We'll be] {v} people [in total|altogether|sharing].",
    ],
    terse: ['{v} people', '{v} guests', 'sleeps {v}'],
  },
  {
    id: 'rooms',
    parameter: 'num_rooms',
    value: '{v}',
    names: ['NUM_ROOMS'],
    holds: { kind: 'at-least', column: 'num_rooms_available', step: 1, least: 2 },
    noun: 'number of rooms',
    attach: ['with {v} rooms [free|available]', 'that have {v} rooms left'],
    says: [
      'We [need|would need|want] {v} rooms[, please| in all|].',
      'They [must|have to|should] have {v} rooms [free|available|left].',
    ],
    terse: ['{v} rooms'],
  },
]
