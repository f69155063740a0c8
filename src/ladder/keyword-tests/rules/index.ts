import { BugError } from '../../../errors.js'
import type { KeywordSet } from '../../keyword-set.js'
import type { KeywordRule, KeywordRuleKind } from '../keyword-rule.js'
import { callItems } from './call-items.js'
import { command } from './command.js'
import { conversation } from './conversation.js'
import { keywordList } from './keyword-list.js'
import { labelWord } from './label-word.js'
import { ownRule } from './own-rule.js'
import { toolName } from './tool-name.js'

/** Kinds of tests by keywords, in the order in which they are asked whether an item is theirs. */
export const keywordRules: readonly KeywordRuleKind[] = [
  callItems,
  ownRule,
  keywordList,
  toolName,
  command,
  labelWord,
  conversation,
]

/** The rule of a set, made ready for its items. */
export function keywordRuleOf(set: KeywordSet): KeywordRule {
  const kind = keywordRules.find(({ id }) => id === set.rule)
  if (kind !== undefined) return kind.prepare(set)
  throw new BugError({
    code: 'keyword-rule-unknown',
    what: `No kind of keyword test is named "${set.rule}".`,
  })
}
