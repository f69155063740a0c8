import type { GraftProbe } from '../graft-probe.js'
import { NO_PART, type RungPart } from '../opening/rung-part.js'
import type { RungFinding } from '../rung-finding.js'
import { type GraftLocation, localiseGraft } from './localise-graft.js'

/** Which part of the weights carries the effect, by hybrids of two checkpoints. */
export function graftPart(probes: readonly GraftProbe[]): RungPart {
  if (probes.length === 0) return NO_PART
  const location = localiseGraft(probes)
  const found = findingsOf(location)
  return {
    sentences: found.map(({ what }) => what).slice(0, 1),
    evidence: [],
    findings: found,
    tables: [
      {
        id: 'graft',
        title: 'Hybrids of two checkpoints (A before, B after)',
        columns: ['hybrid', 'tensors', 'mean logit of the trigger', 'well formed', 'share of the effect'],
        rows: location.effects.map(({ probe, logit, wellFormed, share }) => [
          probe.name,
          probe.tensors,
          logit === undefined ? null : logit.toFixed(2),
          wellFormed === undefined ? null : wellFormed.toFixed(2),
          share === undefined ? null : share.toFixed(2),
        ]),
        note: 'Over prompts that need a call. Share of the effect: 0 behaves like A, 1 like B; 0.8 and more carries it. Parts can need each other, so that shares need not add up.',
      },
    ],
  }
}

function findingsOf({ isTold, smallest, sufficient, needed, idle }: GraftLocation): readonly RungFinding[] {
  if (!isTold) {
    return [
      info(
        'graft-no-difference',
        'The two checkpoints as they are differ by less than one unit of logit in the trigger, or were not both looked at: nothing can be located.',
      ),
    ]
  }
  const findings: RungFinding[] = []
  if (smallest?.blocks !== undefined) {
    const [first, last] = smallest.blocks
    const which = first === last ? `Block ${first}` : `The range of blocks ${first}–${last}`
    findings.push(
      info('graft-located', `${which} of B is the smallest of those tried that carries the effect into A.`),
    )
  } else {
    findings.push(
      info('graft-spread', 'No range of blocks that was tried carries the effect into A by itself.'),
    )
  }
  for (const part of sufficient) {
    findings.push(info('graft-sufficient', `B's ${partText(part)} alone carries the effect into A.`))
  }
  for (const part of idle) {
    findings.push(
      info(
        'graft-not-needed',
        `B with A's ${partText(part)} does what B does: the effect does not need what training changed there.`,
      ),
    )
  }
  for (const part of needed) {
    findings.push(
      info(
        'graft-needed',
        `B with A's ${partText(part)} no longer does what B does: the effect needs what training changed there.`,
      ),
    )
  }
  return findings
}

function partText(part: string): string {
  return part === 'output' ? 'output head' : part
}

function info(code: string, what: string): RungFinding {
  return { code, severity: 'info', what, cases: [], count: 1 }
}
