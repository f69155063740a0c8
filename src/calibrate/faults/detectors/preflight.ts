import { preflight } from '../../../subject/preflight.js'
import type { ChatRequest } from '../../../subject/request.js'
import { defineDetector } from '../detector.js'

/** Requests that are looked at, those with tools first. */
const LOOKED_AT = 4
const LONGEST_MS = 60_000

/** What `assay run` looks at before anything counts, trial requests and comparison with the training renderer included. */
export const preflightDetector = defineDetector({
  id: 'preflight',
  describes: 'the look at prompts, markers and replies before a run',
  fits: ({ instrument }) => instrument.subject !== undefined,
  async look(observation) {
    const { subject, dialect, trained } = observation.instrument
    if (subject === undefined) return []
    const requests: ChatRequest[] = []
    for (const { request } of observation.planned()) if (request.kind === 'chat') requests.push(request)
    const sample = requests.sort((left, right) => right.tools.length - left.tools.length).slice(0, LOOKED_AT)
    const findings = await preflight(subject, sample, {
      ...(dialect === undefined ? {} : { dialect }),
      reference: { name: 'the training renderer', render: (request) => trained.render(request) },
      trial: { signal: observation.signal, timeoutMs: LONGEST_MS },
    })
    return findings.map(({ code, what }) => ({ code, what }))
  },
})
