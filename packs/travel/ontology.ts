/** Invented airlines, whose name is their code. */
export const AIRLINES: readonly string[] = Array.from('ABCDEFGHIJKLMN', (letter) => `A${letter}`)

export interface FlightClass {
  readonly name: 'economy' | 'business' | 'first'
  /** Dollars. */
  readonly price: readonly [low: number, high: number]
  /** Share of flights that have it; a flight without any has economy. */
  readonly share: number
}

export const FLIGHT_CLASSES: readonly FlightClass[] = [
  { name: 'economy', price: [50, 300], share: 0.9 },
  { name: 'business', price: [300, 2000], share: 0.6 },
  { name: 'first', price: [2000, 10_000], share: 0.35 },
]

/** Minutes. */
export const LAYOVER = { shortest: 60, longest: 360 } as const

/** Speed of every flight, miles an hour. */
export const FLIGHT_SPEED = 450

/** First departures and last, both included. */
export const DEPARTURES = { first: '2025-05-01', last: '2025-06-30' } as const

/** Dollars a night by tier, from $ to $$$$. */
export const HOTEL_TIERS: readonly (readonly [low: number, high: number])[] = [
  [20, 75],
  [75, 150],
  [150, 250],
  [250, 2000],
]

/** Dollars a person by tier. */
export const RESTAURANT_TIERS: readonly (readonly [low: number, high: number])[] = [
  [1, 30],
  [30, 50],
  [50, 100],
  [100, 2000],
]

/** What a hotel may have: name of parameter and column, in words, and the share of one-star and of five-star hotels that have it. */
export interface Amenity {
  readonly name: string
  readonly about: string
  readonly share: readonly [oneStar: number, fiveStars: number]
}

export const AMENITIES: readonly Amenity[] = [
  { name: 'gym_present', about: 'a gym', share: [0.15, 0.9] },
  { name: 'pool_present', about: 'a pool', share: [0.15, 0.85] },
  { name: 'breakfast_included', about: 'breakfast in the price', share: [0.3, 0.7] },
  { name: 'smoking_allowed', about: 'rooms for smokers', share: [0.4, 0.15] },
  { name: 'air_conditioning_present', about: 'air conditioning', share: [0.6, 0.98] },
  { name: 'heating_present', about: 'heating', share: [0.75, 0.99] },
  { name: 'free_wifi_included', about: 'free wifi', share: [0.6, 0.95] },
  { name: 'airport_shuttle_present', about: 'a shuttle to the airport', share: [0.2, 0.6] },
  { name: 'is_pet_friendly', about: 'rooms for guests with pets', share: [0.35, 0.5] },
  { name: 'has_spa_services', about: 'spa services', share: [0.05, 0.8] },
  { name: 'has_room_service', about: 'room service', share: [0.1, 0.95] },
  { name: 'has_beach_access', about: 'access to a beach', share: [0.1, 0.3] },
  { name: 'has_business_center', about: 'a business center', share: [0.15, 0.85] },
  { name: 'has_fitness_class', about: 'fitness classes', share: [0.05, 0.6] },
  { name: 'has_laundry_service', about: 'a laundry service', share: [0.3, 0.9] },
  { name: 'has_valet_parking', about: 'valet parking', share: [0.05, 0.8] },
  { name: 'has_balcony', about: 'rooms with a balcony', share: [0.2, 0.6] },
  { name: 'has_rooftop_bar', about: 'a rooftop bar', share: [0.05, 0.5] },
  { name: 'has_inroom_kitchen', about: 'a kitchen in the room', share: [0.3, 0.35] },
  { name: 'has_kids_club', about: 'a club for children', share: [0.05, 0.4] },
  { name: 'has_meeting_rooms', about: 'meeting rooms', share: [0.1, 0.85] },
  { name: 'has_electric_vehicle_charging', about: 'charging of electric cars', share: [0.1, 0.6] },
  { name: 'has_hot_tub', about: 'a hot tub', share: [0.1, 0.6] },
  { name: 'has_sauna', about: 'a sauna', share: [0.05, 0.6] },
  { name: 'has_free_parking', about: 'free parking', share: [0.6, 0.4] },
  { name: 'is_wheelchair_accessible', about: 'access by wheelchair', share: [0.5, 0.95] },
  { name: 'has_skiing_lodging', about: 'lodging for skiers', share: [0.05, 0.2] },
  { name: 'has_ocean_view_rooms_present', about: 'rooms with a view of the ocean', share: [0.05, 0.3] },
  { name: 'has_city_view_rooms_present', about: 'rooms with a view of the city', share: [0.2, 0.7] },
]

export const CUISINES: readonly string[] =
  'Indian|Chinese|Thai|Mexican|Japanese|Korean|American|Indonesian|Ethiopian|Italian|German|French|Dutch|Persian|Mediterranean|Turkish|Balkan|Croatian|Romanian|Norwegian|Icelandic|Finnish|Estonian|Latvian|Lithuanian|Livonian|Pakistani|Bengali|Bangladeshi'.split(
    '|',
  )

export interface Diet {
  readonly name: string
  readonly about: string
  readonly share: number
}

export const DIETS: readonly Diet[] = [
  { name: 'has_nut_allergy_options', about: 'dishes for guests allergic to nuts', share: 0.5 },
  { name: 'has_dairy_allergy_options', about: 'dishes for guests allergic to dairy', share: 0.5 },
  { name: 'has_shell_fish_allergy_options', about: 'dishes for guests allergic to shellfish', share: 0.5 },
  { name: 'has_tomato_allergy_options', about: 'dishes for guests allergic to tomatoes', share: 0.4 },
  { name: 'has_nightshade_allergy_options', about: 'dishes for guests allergic to nightshades', share: 0.35 },
  { name: 'has_gluten_free_options', about: 'dishes free of gluten', share: 0.55 },
  { name: 'has_vegetarian_options', about: 'vegetarian dishes', share: 0.7 },
  { name: 'has_vegan_options', about: 'vegan dishes', share: 0.5 },
  { name: 'has_kosher_options', about: 'kosher dishes', share: 0.35 },
  { name: 'has_halal_options', about: 'halal dishes', share: 0.4 },
]

export const ATTRACTION_TYPES: readonly string[] =
  'Touristy|Culinary|Historical|Scenic|Social|Art|Cultural|Guided|Sporting'.split('|')
