import type { LintRule } from '../rule.js'
import { characters, markup } from './characters.js'
import { missingParts } from './description-parts.js'
import { duplicates } from './duplicates.js'
import { instructions } from './instructions.js'
import { alikeNames, collidingNames, mixedScripts, refusedNames } from './names.js'
import { schemaKeywords } from './schema-keywords.js'
import { schemaLimits } from './schema-limits.js'
import { schemaReferences } from './schema-references.js'
import { outputSchema, schemaShape } from './schema-shape.js'
import { schemaTypes } from './schema-types.js'
import { schemaValues } from './schema-values.js'
import { sharedTexts } from './shared-texts.js'
import { testLike } from './test-like.js'
import { parameterTexts, texts } from './texts.js'

/** Every rule, in the order of `docs/lint.md`. */
export const lintRules: readonly LintRule[] = [
  duplicates,
  sharedTexts,
  refusedNames,
  collidingNames,
  alikeNames,
  mixedScripts,
  texts,
  testLike,
  parameterTexts,
  missingParts,
  characters,
  markup,
  instructions,
  schemaShape,
  schemaTypes,
  schemaValues,
  schemaReferences,
  schemaKeywords,
  schemaLimits,
  outputSchema,
]
