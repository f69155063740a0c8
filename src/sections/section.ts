import type { Benchmark } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Notify } from '../ports.js'
import type { SectionReport } from '../report/document.js'
import type { Retriever } from '../retrieval/retriever.js'

/** What the audit has loaded, for all sections alike. */
export interface AuditMaterial {
  readonly catalog: Catalog
  readonly benchmarks: readonly Benchmark[]
  readonly retrievers: readonly Retriever[]
  readonly seed: number
  /** Depths at which rankings are scored. */
  readonly k: readonly number[]
  /** Resamples of each bootstrap. */
  readonly resamples: number
  readonly notify: Notify
  /** Lets others have a turn between pieces of work; rejects when the audit is to stop. */
  readonly pause: () => Promise<void>
}

/** One part of an audit. One file here, one line in `index.ts`. */
export interface Section {
  /** The word in the config's `sections`. */
  readonly id: string
  readonly title: string
  /** Whether it speaks of the instrument, so that it is reported before any score, wherever a config names it. */
  readonly comesFirst?: true
  /** Why the section has nothing to do with this material; undefined when it has. */
  missing(material: AuditMaterial): string | undefined
  run(material: AuditMaterial): Promise<SectionReport>
}

export function defineSection(section: Section): Section {
  return section
}
