import { RE2JS } from 're2js'
import type { KeywordItem } from '../keyword-set.js'
import type { ConditionLook, ConditionTexts, KeywordCondition } from './keyword-condition.js'
import { textsOf } from './keyword-rule.js'
import { codePointCount, firstCodePoints, stripped } from './python-text.js'

/** Judges replies by a condition; patterns are compiled once. */
export type ConditionJudge = (item: KeywordItem, reply: string) => number

/**
 * A condition made ready. No texts at all: `any`, `equals` and `share` are worth 0, `all` and `none` 1.
 *
 * @throws {RE2JSException} when a pattern is none; readers of rules have tried it.
 */
export function judgeOf(condition: KeywordCondition): ConditionJudge {
  switch (condition.kind) {
    case 'any':
    case 'all':
    case 'none':
    case 'share':
    case 'equals':
      return (item, reply) => textsCredit(condition, textsFor(condition.texts, item), reply)
    case 'regex': {
      const pattern = compiled(condition)
      return (_item, reply) => (pattern.matcher(lookedAt(condition, reply)).find() ? 1 : 0)
    }
    case 'longer':
      return (_item, reply) => (codePointCount(reply) > condition.than ? 1 : 0)
    case 'every':
    case 'some': {
      const judges = condition.parts.map(judgeOf)
      const join = condition.kind === 'every' ? Math.min : Math.max
      return (item, reply) => join(...judges.map((judge) => judge(item, reply)))
    }
    default:
      return condition satisfies never
  }
}

/** @throws {RE2JSException} when the pattern is none. */
export function compiled({
  pattern,
  letterCase,
}: Extract<KeywordCondition, { kind: 'regex' }>): Pick<RE2JS, 'matcher'> {
  return RE2JS.compile(pattern, letterCase === 'ignored' ? RE2JS.CASE_INSENSITIVE : 0)
}

/** Texts of the condition and its parts that earn credit where they occur, in lower case where case is ignored. */
export function creditedTexts(condition: KeywordCondition, item: KeywordItem): readonly string[] {
  switch (condition.kind) {
    case 'any':
    case 'all':
    case 'share': {
      const texts = textsFor(condition.texts, item)
      return condition.letterCase === 'ignored' ? texts.map((text) => text.toLowerCase()) : texts
    }
    case 'every':
    case 'some':
      return condition.parts.flatMap((part) => creditedTexts(part, item))
    case 'none':
    case 'equals':
    case 'regex':
    case 'longer':
      return []
    default:
      return condition satisfies never
  }
}

/** A reply that should earn everything; undefined where the condition does not say which. */
export function exampleReply(condition: KeywordCondition, item: KeywordItem): string | undefined {
  switch (condition.kind) {
    case 'any':
    case 'equals':
      return textsFor(condition.texts, item)[0]
    case 'all':
    case 'share':
      return textsFor(condition.texts, item).join(' ')
    case 'every': {
      const examples = condition.parts.flatMap((part) => {
        const example = part.kind === 'none' || part.kind === 'longer' ? '' : exampleReply(part, item)
        return example === '' ? [] : [example]
      })
      return examples.includes(undefined) || examples.length === 0 ? undefined : examples.join(' ')
    }
    case 'some': {
      const [first] = condition.parts
      return first && exampleReply(first, item)
    }
    case 'none':
    case 'regex':
    case 'longer':
      return undefined
    default:
      return condition satisfies never
  }
}

function textsFor(texts: ConditionTexts, item: KeywordItem): readonly string[] {
  return texts.kind === 'listed' ? texts.texts : textsOf(item.members[texts.member])
}

type TextsCondition = Extract<KeywordCondition, { texts: ConditionTexts }>

function textsCredit(condition: TextsCondition, texts: readonly string[], reply: string): number {
  const folds = condition.letterCase === 'ignored'
  const seen = lookedAt(condition, folds ? reply.toLowerCase() : reply)
  const wanted = folds ? texts.map((text) => text.toLowerCase()) : texts
  if (condition.kind === 'equals') return wanted.includes(stripped(seen)) ? 1 : 0
  const found = wanted.filter((text) => seen.includes(text)).length
  switch (condition.kind) {
    case 'any':
      return found > 0 ? 1 : 0
    case 'all':
      return found === wanted.length ? 1 : 0
    case 'none':
      return found === 0 ? 1 : 0
    case 'share':
      return wanted.length === 0 ? 0 : found / wanted.length
    default:
      return condition.kind satisfies never
  }
}

function lookedAt({ window }: ConditionLook, reply: string): string {
  if (window === undefined) return reply
  const { from, size } = window
  if (from === 'start') return firstCodePoints(reply, size)
  return Array.from(reply.slice(-2 * size))
    .slice(-size)
    .join('')
}
