import type { Constraint } from '../constraint.js'

interface Diet {
  readonly id: string
  readonly parameter: string
  /** "vegan" in "vegan options". */
  readonly kind: string
  readonly mentions: readonly string[]
}

function diet({ id, parameter, kind, mentions }: Diet): Constraint {
  return {
    id,
    parameter,
    value: 'True',
    names: [],
    holds: { kind: 'is', column: parameter, value: true },
    noun: `${kind} requirement`,
    thing: kind,
    attach: [`with ${kind} [options|dishes|food]`, `that [serve|do|offer] ${kind} food`],
    says: ['{frame.diet}'],
    terse: [kind, `${kind} options`],
    mentions,
  }
}

function allergy({ id, parameter, kind, mentions }: Diet): Constraint {
  return {
    id,
    parameter,
    value: 'True',
    names: [],
    holds: { kind: 'is', column: parameter, value: true },
    noun: `${kind} allergy`,
    thing: kind,
    attach: [`that [can handle|cater for|are fine with] a ${kind} allergy`, `suitable for a ${kind} allergy`],
    says: ['{frame.allergy}'],
    terse: [`${kind} allergy`],
    mentions,
  }
}

/** Sentences that all diets, and all allergies, share: `{thing}` is which. */
export const foodFrames = {
  'frame.diet': [
    '[One of us|My partner|My sister|Somebody in our group] [only eats|needs|has to have] {thing} food.',
    '[I eat|We eat|My friend eats] {thing}, so they [must|have to|need to] [offer|have|do] that.',
    'There [must|have to|need to] be {thing} [options|dishes] on the menu.',
    '[Make sure|Please check that|It is important that] they [serve|offer|have] {thing} food.',
  ],
  'frame.allergy': [
    '[I have|My son has|One of us has|My wife has] a {thing} allergy, so they [must|have to] [cater for it|be able to deal with it|take that seriously].',
    'A {thing} allergy [must be|has to be|should be] no problem for [them|the cook].',
    '[Mind|Please mind|Keep in mind] a {thing} allergy [at our table|in the family|on our side].',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const restaurantConstraints: readonly Constraint[] = [
  diet({ id: 'vegan', parameter: 'has_vegan_options', kind: 'vegan', mentions: ['vegan'] }),
  diet({
    id: 'vegetarian',
    parameter: 'has_vegetarian_options',
    kind: 'vegetarian',
    mentions: ['vegetarian'],
  }),
  diet({
    id: 'gluten_free',
    parameter: 'has_gluten_free_options',
    kind: 'gluten-free',
    mentions: ['gluten-free'],
  }),
  diet({ id: 'kosher', parameter: 'has_kosher_options', kind: 'kosher', mentions: ['kosher'] }),
  diet({ id: 'halal', parameter: 'has_halal_options', kind: 'halal', mentions: ['halal'] }),
  allergy({ id: 'nut', parameter: 'has_nut_allergy_options', kind: 'nut', mentions: ['nut allergy'] }),
  allergy({
    id: 'dairy',
    parameter: 'has_dairy_allergy_options',
    kind: 'dairy',
    mentions: ['dairy allergy'],
  }),
  allergy({
    id: 'shellfish',
    parameter: 'has_shell_fish_allergy_options',
    kind: 'shellfish',
    mentions: ['shellfish allergy'],
  }),
  allergy({
    id: 'tomato',
    parameter: 'has_tomato_allergy_options',
    kind: 'tomato',
    mentions: ['tomato allergy'],
  }),
  allergy({
    id: 'nightshade',
    parameter: 'has_nightshade_allergy_options',
    kind: 'nightshade',
    mentions: ['nightshade allergy'],
  }),
  {
    id: 'cuisine',
    rarity: 3,
    parameter: 'cuisine',
    value: '["{v}"]',
    names: ['RESTAURANT_CUISINE'],
    holds: { kind: 'equal', column: 'cuisine' },
    noun: 'cuisine',
    attach: ['serving {v} food', 'with {v} cuisine', 'that [do|cook] {v}[ food|]'],
    says: [
      "[I'm|We're] in the mood for {v}[ food|].",
      '[It should be|Make it|I want] {v}[ food|].',
      '{v} [cuisine|food] [is what I crave|would be perfect|sounds right tonight].',
      "[I've been craving|We've all agreed on|My heart is set on] {v}.",
    ],
    terse: ['{v}', '{v} food'],
  },
  {
    id: 'budget',
    parameter: 'budget',
    value: '{v}',
    names: ['RESTAURANT_PRICE'],
    holds: { kind: 'at-most', columns: ['price_per_person'], step: 5 },
    noun: 'price limit',
    attach: ['for [under|at most|no more than] {usd} a head', 'up to {usd} per person', 'under {usd} each'],
    says: [
      "[We don't want to|I can't|Let's not] spend more than {usd} per person.",
      '{usd} a head is [our limit|plenty|the most we can spend].',
      '[Dinner|The meal|The bill] should [stay|come in] under {usd} per person.',
    ],
    terse: ['max {usd} pp', 'under {usd} a head'],
  },
  {
    id: 'rating',
    parameter: 'rating',
    value: '[{v}, 5]',
    names: ['RESTAURANT_RATING'],
    holds: { kind: 'at-least', column: 'rating', step: 0.1, least: 1 },
    noun: 'rating',
    attach: ['rated {v} or [better|higher|above]', 'with a rating of {v} or more'],
    says: [
      "I'd [like|want|expect] a rating of at least {v}.",
      '[Reviews matter to me|We have been burned before]: {v} or [higher|better|up].',
      "[I won't|We don't] [eat|go] anywhere rated [under|below] {v}.",
    ],
    terse: ['{v}+ rating', 'rated {v} up'],
  },
  {
    id: 'area',
    rarity: 2,
    parameter: 'neighborhood',
    value: '["{v}"]',
    names: ['CITY_NEIGHBORHOOD'],
    holds: { kind: 'equal', column: 'neighborhood' },
    noun: 'neighborhood',
    attach: ['in {v}', 'in the {v} [area|neighborhood]', 'around {v}'],
    says: [
      '[It should be|I want to eat|We would like to eat] in {v}.',
      '[Our friends live|We will be|I will be] in {v}, so [stay in that area|nowhere else, please].',
    ],
    terse: ['in {v}', '{v} neighborhood'],
  },
]

export const attractionConstraints: readonly Constraint[] = [
  {
    id: 'type',
    rarity: 2,
    parameter: 'type',
    value: '["{v}"]',
    names: ['ATTRACTION_TYPE'],
    holds: { kind: 'equal', column: 'type' },
    noun: 'type',
    attach: ['of the {v} [kind|type|sort]', 'that count as {v}'],
    says: [
      "[I'm|We're] [mostly |really |]into {v} [things|places|stuff].",
      '{v} [attractions|places|spots] [only|are what we like|interest me most].',
      '[The more {v} the better|Something {v} would be great|{v} things for me], please.',
    ],
    terse: ['{v}', 'type {v}'],
  },
  {
    id: 'two_types',
    parameter: 'type',
    value: '["{v}", "{w}"]',
    names: ['ATTRACTION_TYPE', 'ATTRACTION_TYPE'],
    holds: { kind: 'equal', column: 'type' },
    noun: 'types',
    attach: ['that are [either |]{v} or {w}'],
    says: [
      '[Either|Anything] {v} or {w} [is fine|works|would do nicely].',
      "I can't decide between {v} and {w}, so [show me both|both kinds].",
    ],
    terse: ['{v} or {w}'],
  },
  {
    id: 'area',
    rarity: 2,
    parameter: 'neighborhood',
    value: '["{v}"]',
    names: ['CITY_NEIGHBORHOOD'],
    holds: { kind: 'equal', column: 'neighborhood' },
    noun: 'neighborhood',
    attach: ['in {v}', 'in the {v} [area|neighborhood|part of town]', 'around {v}'],
    says: [
      '[We only have time for|I want to stay around|Keep it to] {v}.',
      "[We're|I'm] [staying|walking around] in {v}, so [that neighborhood only|nothing outside it].",
    ],
    terse: ['{v} only', 'in {v}'],
  },
]
