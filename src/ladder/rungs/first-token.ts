import { driftPart } from '../drift/drift-part.js'
import { graftPart } from '../graft/graft-part.js'
import { openingPart } from '../opening/opening-part.js'
import { joinedParts } from '../opening/rung-part.js'
import { defineRung, type RungVerdict } from '../rung.js'
import { trajectoryPart } from '../trajectory/trajectory-part.js'

const id = 4
const name = 'first token, trajectory, drift'
const claim =
  'Where a call is right the trigger is the likeliest first token, and where no call is right it is not.'

/**
 * Rung 4: the probability that an answer opens a call, by sets of prompts; how it came about over checkpoints; where the
 * weights moved; which part of them carries it. The verdict is about the first token: high is an interval of the share of
 * prompts above 0.5, low one below it. Checkpoints and weights are told and not judged.
 */
export const firstTokenRung = defineRung({
  id,
  name,
  claim,
  judge(evidence) {
    const opening = openingPart(evidence)
    const more = joinedParts([
      trajectoryPart(evidence.checkpoints),
      driftPart(evidence.drift),
      graftPart(evidence.grafts),
    ])
    const { sentences, evidence: scores, findings, tables } = joinedParts([opening, more])
    const verdict: RungVerdict =
      opening.verdict === 'unmeasured' && more.sentences.length > 0 ? 'measured' : opening.verdict
    return { id, name, claim, verdict, summary: sentences.join(' '), evidence: scores, findings, tables }
  },
})
