import { decodingFaults } from './decoding-faults.js'
import type { Fault } from './fault.js'
import { promptFaults } from './prompt-faults.js'
import { replyFaults } from './reply-faults.js'
import { scoringFaults } from './scoring-faults.js'

/** Every fault that is injected, along the way from the question to the score. */
export const faults: readonly Fault[] = [...promptFaults, ...replyFaults, ...decodingFaults, ...scoringFaults]
