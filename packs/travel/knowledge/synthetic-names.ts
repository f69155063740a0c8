import { greatestDivisor } from '../../../src/numeric/greatest-divisor.js'
import type { RandomStream } from '../../../src/numeric/random.js'

/*
 * Invented names, so that nothing a model knows of the world helps it. No list shares a word with the first words of
 * neighbourhoods, and no name holds the name of a city, so that names give nothing away about places.
 */

const FIRST =
  'Ancient|Azure|Blue|Bold|Brave|Bright|Bronze|Calm|Crimson|Crystal|Dapper|Dawn|Dusky|Emerald|Fabled|Faded|Gentle|Gilded|Glass|Golden|Happy|Hidden|Honest|Humble|Indigo|Iron|Ivory|Jade|Jolly|Kindly|Little|Lively|Lonely|Lucky|Mellow|Merry|Misty|Noble|Opal|Painted|Pearl|Plain|Proud|Quiet|Rustic|Scarlet|Silver|Velvet'.split(
    '|',
  )
const SECOND =
  'Acrobat|Albatross|Almanac|Antelope|Apricot|Armadillo|Badger|Balloon|Barnacle|Beacon|Bison|Bluebird|Cartwheel|Compass|Cormorant|Dolphin|Dormouse|Falcon|Feather|Fiddler|Gazelle|Goldfinch|Hedgehog|Hummingbird|Ibex|Jackdaw|Kestrel|Kettle|Lighthouse|Lynx|Magpie|Mandolin|Marten|Minstrel|Narwhal|Nightingale|Otter|Partridge|Pelican|Pilgrim|Puffin|Sailor|Sparrow|Starling|Tortoise|Walrus|Weaver|Zephyr'.split(
    '|',
  )
const HOTEL =
  'Inn|Hotel|Lodge|Suites|House|Guesthouse|Rooms|Retreat|Manor|Resort|Residence|Hostel|Motel|Villas|Towers|Pavilion|Chambers|Stay|Lofts|Haven|Quarters|Homestead|Apartments|Hideaway'.split(
    '|',
  )
const RESTAURANT =
  'Kitchen|Table|Bistro|Grill|Tavern|Cafe|Diner|Canteen|Eatery|Brasserie|Pantry|Cookhouse'.split('|')

const ATTRACTION: Readonly<Record<string, readonly string[]>> = {
  Touristy: ['Wheel', 'Aquarium', 'Zoo'],
  Culinary: ['Market', 'Food Hall', 'Tasting Cellar'],
  Historical: ['Fort', 'Monument', 'Heritage Museum'],
  Scenic: ['Lookout', 'Botanic Trail', 'Waterfront'],
  Social: ['Plaza', 'Beer Hall', 'Game Lounge'],
  Art: ['Gallery', 'Sculpture Hall', 'Mural Walls'],
  Cultural: ['Theater', 'Opera House', 'Folk Center'],
  Guided: ['Walking Tour', 'Boat Tour', 'Cave Tour'],
  Sporting: ['Arena', 'Ice Rink', 'Climbing Hall'],
}

/** A name for every number below the count of names; no two numbers give the same one. */
export type Namer = (number: number) => string

export function hotelNames(random: RandomStream): Namer {
  return composed([FIRST, SECOND, HOTEL], random)
}

export function restaurantNames(random: RandomStream): Namer {
  return composed([FIRST, SECOND, RESTAURANT], random)
}

/** First words of attractions; the last one goes by what they are. */
export function attractionNames(random: RandomStream): (number: number, type: string) => string {
  const name = composed([FIRST, SECOND], random)
  return (number, type) => {
    const kinds = ATTRACTION[type] ?? ['Sight']
    return `${name(number)} ${kinds[number % kinds.length] ?? ''}`
  }
}

/** Goes through all combinations in an order in which neighbours have little in common: n ↦ a n + b modulo their count. */
function composed(lists: readonly (readonly string[])[], random: RandomStream): Namer {
  const count = lists.reduce((product, list) => product * list.length, 1)
  const start = random.below(count)
  let step = Math.floor(count * (0.3 + 0.4 * random.uniform()))
  while (greatestDivisor(step, count) !== 1) step++
  return (number) => {
    let rest = (number * step + start) % count
    const words = lists.map((list) => {
      const word = list[rest % list.length] ?? ''
      rest = Math.floor(rest / list.length)
      return word
    })
    return words.join(' ')
  }
}
