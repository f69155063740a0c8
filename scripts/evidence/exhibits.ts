import { against } from './against.js'
import { audits } from './audits.js'
import { dialogues } from './dialogues.js'
import type { Exhibit } from './exhibit.js'
import { instrument } from './instrument.js'
import { models } from './models.js'
import { vectrayxExhibits } from './vectrayx.js'

/** All exhibits, in the order of the page. */
export const exhibits: readonly Exhibit[] = [
  ...against,
  ...audits,
  ...vectrayxExhibits,
  ...dialogues,
  ...instrument,
  ...models,
]
