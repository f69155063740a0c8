import type { AuditCheck } from '../audit-check.js'
import { anchor } from './anchor.js'
import { answerableFromName } from './answerable-from-name.js'
import { blindNulls } from './blind-nulls.js'
import { distinctItems } from './distinct-items.js'
import { equivalenceSplit } from './equivalence-split.js'
import { goldInCatalog } from './gold-in-catalog.js'
import { goldSelfTest } from './gold-self-test.js'
import { missingSiblings } from './missing-siblings.js'
import { nameLeaks } from './name-leaks.js'
import { poolEquals } from './pool-equals.js'
import { publishedMeans } from './published-means.js'
import { queryConflicts } from './query-conflicts.js'
import { resolutionPower } from './resolution-power.js'
import { serviceCoverage } from './service-coverage.js'
import { tiersCheck } from './tiers.js'
import { trainTestOverlap } from './train-test-overlap.js'
import { weakGold } from './weak-gold.js'

/** What an audit looks at, in the order of its report. */
export const auditChecks: readonly AuditCheck[] = [
  blindNulls,
  goldSelfTest,
  goldInCatalog,
  equivalenceSplit,
  poolEquals,
  queryConflicts,
  missingSiblings,
  weakGold,
  anchor,
  tiersCheck,
  nameLeaks,
  answerableFromName,
  trainTestOverlap,
  distinctItems,
  resolutionPower,
  serviceCoverage,
  publishedMeans,
]
