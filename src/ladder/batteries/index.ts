import type { Battery } from './battery.js'
import { multiCall } from './multi-call.js'
import { neutral } from './neutral.js'
import { noPreamble } from './no-preamble.js'
import { novel } from './novel.js'
import { suppression } from './suppression.js'
import { unseen } from './unseen.js'
import { unseenTools } from './unseen-tools.js'
import { verbatim } from './verbatim.js'

/** Batteries that are made from a corpus, in the order in which they are asked. */
export const batteries: readonly Battery[] = [
  verbatim,
  novel,
  unseen,
  suppression,
  unseenTools,
  multiCall,
  noPreamble,
  neutral,
]
