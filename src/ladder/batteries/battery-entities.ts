import { randomStream } from '../../numeric/random.js'
import type { BatteryContext } from './battery.js'
import { NewEntities } from './new-entities.js'

/** A maker of new values for one battery. */
export function newEntitiesFor(
  { seen, corpus, frames, commands, seed }: BatteryContext,
  label: string,
): NewEntities {
  const tools = [...new Set([frames.main.tools, ...corpus.examples.map((example) => example.tools)])].flat()
  return new NewEntities({ seen, tools, commands, random: randomStream(seed, `entities ${label}`) })
}
