import type { FactKind } from '../fact-kind.js'
import { parameterKinds } from './parameters.js'
import { requiredSet } from './required-set.js'
import { resultKinds } from './results.js'
import { valueKinds } from './values.js'
import { wholeToolKinds } from './whole-tool.js'

/** All kinds of statements, in the order of tables. */
export const factKinds: readonly FactKind[] = [
  ...parameterKinds,
  requiredSet,
  ...valueKinds,
  ...wholeToolKinds,
  ...resultKinds,
]
