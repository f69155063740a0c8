import type { JsonObject } from '../../text/json.js'
import { given, numberIn, objectIn, objectsIn, shortly, textIn, textsIn } from '../../text/json-members.js'
import type { ReportSource, SourceBenchmark, SourceSubject } from '../pages/report-source.js'

/** What `run.json` tells of a run, whatever version wrote it: what is not understood is left out. */
export function runFacts(
  run: JsonObject,
): Pick<ReportSource, 'subject' | 'assay' | 'createdAt' | 'benchmarks' | 'catalog' | 'settings'> {
  const session = objectsIn(run, 'sessions').at(-1)
  const catalog = objectIn(run, 'catalog')
  const fingerprint = catalog && textIn(catalog, 'fingerprint')
  return {
    ...given('subject', subjectOf(objectIn(run, 'subject'))),
    ...given('assay', session && textIn(session, 'assay')),
    ...given('createdAt', textIn(run, 'createdAt')),
    benchmarks: objectsIn(run, 'benchmarks').flatMap(benchmarkOf),
    ...(catalog === undefined || fingerprint === undefined
      ? {}
      : {
          catalog: {
            fingerprint,
            ...given('tools', numberIn(catalog, 'tools')),
            sources: textsIn(catalog, 'sources'),
          },
        }),
    settings: settingsOf(run),
  }
}

function subjectOf(subject: JsonObject | undefined): SourceSubject | undefined {
  if (subject === undefined) return undefined
  const facts = objectIn(subject, 'facts') ?? subject
  const spec = textIn(subject, 'spec')
  const label = textIn(subject, 'label') ?? spec
  if (label === undefined) return undefined
  return {
    label,
    spec: spec ?? label,
    ...given('model', textIn(facts, 'model')),
    ...given('dialect', textIn(subject, 'dialect') ?? textIn(facts, 'dialect')),
    ...given('fingerprint', textIn(facts, 'fingerprint')),
    ...given('weights', textIn(subject, 'weights') ?? textIn(facts, 'weights')),
  }
}

function benchmarkOf(entry: JsonObject): readonly SourceBenchmark[] {
  const name = textIn(entry, 'name')
  if (name === undefined) return []
  return [
    {
      name,
      ...given('path', textIn(entry, 'path')),
      ...given('fingerprint', textIn(entry, 'fingerprint')),
      ...given('items', numberIn(entry, 'items')),
    },
  ]
}

const SHOWN = ['seed', 'trials', 'rotations', 'shortlist'] as const

function settingsOf(run: JsonObject): readonly (readonly [string, string])[] {
  const own = SHOWN.flatMap((key) => (run[key] === undefined ? [] : [[key, shortly(run[key])] as const]))
  const asked = Object.entries(objectIn(run, 'settings') ?? {}).map(
    ([key, value]) => [key, shortly(value)] as const,
  )
  const converse = objectIn(run, 'converse')
  const probe = objectIn(run, 'probe')
  return [
    ...own,
    ...asked,
    ...(converse === undefined
      ? []
      : ['mode', 'running', 'split'].flatMap((key) =>
          converse[key] === undefined ? [] : [[key, shortly(converse[key])] as const],
        )),
    ...(probe === undefined || probe.show === undefined ? [] : [['show', shortly(probe.show)] as const]),
  ]
}
