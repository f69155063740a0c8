import { type RandomStream, shuffled } from '../../../src/numeric/random.js'

const GROUND =
  'Alder|Basalt|Cedar|Chalk|Copper|Dune|Elm|Fern|Flint|Garnet|Granite|Hazel|Heather|Juniper|Larch|Linden|Marble|Moss|Oak|Ochre|Pebble|Pine|Quartz|Reed|Rowan|Sage|Slate|Spruce|Thistle|Willow'.split(
    '|',
  )
const PLACE =
  'Bend|Bridge|Cove|Court|Fields|Gate|Harbor|Heights|Landing|Mill|Park|Point|Quay|Ridge|Works|Yard'.split('|')
const COLOUR =
  'Amber|Black|Blue|Bronze|Carmine|Cobalt|Coral|Cyan|Golden|Green|Grey|Indigo|Ivory|Lilac|Magenta|Orange|Purple|Red|Silver|Teal|Umber|Violet|White|Yellow'.split(
    '|',
  )
const ANIMAL =
  'Badger|Bison|Crane|Falcon|Ferret|Gecko|Heron|Ibis|Jackal|Koala|Lemur|Lynx|Marten|Newt|Ocelot|Osprey|Otter|Panda|Puffin|Raven|Seal|Stoat|Tapir|Toad|Viper|Walrus|Weasel|Wolf|Wombat|Zebra'.split(
    '|',
  )

/** A place where hosts stand and people work. */
export interface Site {
  readonly name: string
  /** Three letters, in front of the names of its hosts; no two sites share them. */
  readonly code: string
  /** Names that no other site has. */
  readonly teams: readonly string[]
}

export function makeSites(
  { sites, teamsPerSite }: { readonly sites: number; readonly teamsPerSite: number },
  random: RandomStream,
): readonly Site[] {
  const names = pairs(GROUND, PLACE, random).slice(0, sites)
  const teams = pairs(COLOUR, ANIMAL, random)
  return names.map((name, place) => ({
    name,
    code: codeOf(place),
    teams: teams.slice(place * teamsPerSite, (place + 1) * teamsPerSite),
  }))
}

function pairs(first: readonly string[], second: readonly string[], random: RandomStream): readonly string[] {
  return shuffled(
    first.flatMap((one) => second.map((other) => `${one} ${other}`)),
    random,
  )
}

/** `baa`, `bab`, …: letters that count. */
function codeOf(place: number): string {
  return [place / 676 + 1, (place / 26) % 26, place % 26]
    .map((digit) => String.fromCharCode(97 + Math.floor(digit)))
    .join('')
}
