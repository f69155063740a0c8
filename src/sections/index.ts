import { benchmarkAuditSection } from './benchmark-audit.js'
import { lintSection } from './lint.js'
import { retrievalSection } from './retrieval.js'
import type { Section } from './section.js'

/** In the order of the questions that an audit answers. */
export const sections: readonly Section[] = [benchmarkAuditSection, lintSection, retrievalSection]
