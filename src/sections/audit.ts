import { InputError } from '../errors.js'
import type { Absence } from '../report/absence.js'
import type { SectionReport } from '../report/document.js'
import { nearestWord } from '../text/nearest.js'
import type { AuditMaterial, Section } from './section.js'

export interface AuditOutcome {
  readonly sections: readonly SectionReport[]
  readonly notMeasured: readonly Absence[]
}

/**
 * The sections that a config asks for, in its order; all of them when it asks for none. What speaks of the instrument
 * comes before what speaks of scores.
 *
 * @param others words that a config may name beside them, for the message.
 * @throws {InputError} `section-unknown`, with the nearest known one.
 */
export function chooseSections(
  asked: readonly string[] | undefined,
  known: readonly Section[],
  others: readonly string[] = [],
): readonly Section[] {
  if (asked === undefined) return known
  const chosen = asked.map((id) => {
    const section = known.find((candidate) => candidate.id === id)
    if (section !== undefined) return section
    const ids = [...known.map((candidate) => candidate.id), ...others]
    const near = nearestWord(id, ids)
    throw new InputError({
      code: 'section-unknown',
      what: `There is no section "${id}".`,
      where: 'sections',
      fix: near === undefined ? `Sections are ${ids.join(', ')}.` : `Did you mean "${near}"?`,
    })
  })
  return [...chosen.filter(({ comesFirst }) => comesFirst), ...chosen.filter(({ comesFirst }) => !comesFirst)]
}

/** Runs sections one after another. One that has nothing to work on is named as not measured. */
export async function runSections(
  sections: readonly Section[],
  material: AuditMaterial,
): Promise<AuditOutcome> {
  const reports: SectionReport[] = []
  const notMeasured: Absence[] = []
  for (const section of sections) {
    const why = section.missing(material)
    if (why !== undefined) {
      notMeasured.push({ what: section.title, why })
      continue
    }
    material.notify(`${section.title} …`)
    reports.push(await section.run(material))
  }
  return { sections: reports, notMeasured }
}
