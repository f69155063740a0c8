import { wordsOf, wordsOfName } from '../../text/shingles.js'
import type { ToolSubject } from './subject.js'

/** What a good description says, in the order of the rules. */
export const descriptionParts = [
  'purpose',
  'when-to-use',
  'when-not-to-use',
  'inputs',
  'limits',
  'example',
  'errors',
] as const

export type DescriptionPart = (typeof descriptionParts)[number]

/** Longest text that is looked at, in characters. */
const MAX_TEXT = 20_000
/** Words beyond the name by which a text says what a tool does. */
const PURPOSE_WORDS = 3

/**
 * Phrases, English alone, matched in linear time: no two parts of a pattern can share a run of characters. "Scopes needed to
 * use this endpoint" says nothing of when to use it.
 */
const SAYS: Readonly<Record<Exclude<DescriptionPart, 'purpose' | 'inputs'>, RegExp>> = {
  'when-to-use':
    /\b(?:(?<!\bto )use (?:this|it|the tool|when|for|to|if)|call (?:this|it) (?:when|if|to|for|after|before)|useful (?:when|for|if|to)|when (?:you|the user|a user|users)|if (?:you|the user) (?:need|want|ask|have)s?|intended for|helpful for)\b/i,
  'when-not-to-use':
    /\b(?:(?:do not|don't|never|should not|shouldn't|not to be) (?:use|call|be used|used)|not (?:for|suitable|intended|meant)|instead(?: of)?|rather than|use \S{1,80} (?:for that|to do that)|prefer \S|unlike|only (?:use|when|if|for)|different from)\b/i,
  limits:
    /\b(?:at (?:most|least)|max(?:imum)?|min(?:imum)?|limit(?:s|ed)?|up to \d|no more than|only (?:supports|works|returns|available)|cannot|can't|can not|does not|doesn't|not supported|rate|per page|requires?|need the|must (?:be|have)|permissions?|scopes?|deprecated)\b/i,
  example: /\b(?:e\.g|for example|for instance|examples?|such as|like this)\b|```/i,
  errors:
    /\b(?:errors?|fail(?:s|ed|ure)?|throws?|raises?|exception|not found|invalid|returns? (?:null|nothing|none|an empty|false|40\d|42\d|50\d)|(?:404|403|401|422|409|400|500)|does not exist|doesn't exist|not exist)\b/i,
}

/** Words that only name a kind of thing. */
const INPUT_WORDS =
  /\b(?:parameters?|arguments?|inputs?|takes|accepts|given|by (?:its|their|id|name|number)|specif(?:y|ies|ied))\b/i

/**
 * Which parts a tool's texts hold, as far as English phrases tell: present says little of whether they are right, absent is
 * worth a look. Inputs are said where a phrase tells of them, where every argument is described, or where there is none.
 */
export function partsOf({ tool, parameters }: ToolSubject): ReadonlySet<DescriptionPart> {
  const text = (tool.description ?? '').slice(0, MAX_TEXT)
  const found = new Set<DescriptionPart>()
  const named = new Set([...wordsOfName(tool.name), ...wordsOf(tool.name)])
  if (new Set(wordsOf(text).filter((word) => !named.has(word))).size >= PURPOSE_WORDS) found.add('purpose')
  for (const part of ['when-to-use', 'when-not-to-use', 'limits', 'example', 'errors'] as const) {
    if (SAYS[part].test(text)) found.add(part)
  }
  const isDescribed = parameters.every(
    ({ schema }) =>
      typeof schema.description === 'string' || schema.$ref !== undefined || schema.allOf !== undefined,
  )
  if (isDescribed || INPUT_WORDS.test(text)) found.add('inputs')
  const hasExample = parameters.some(
    ({ schema }) => schema.example !== undefined || schema.examples !== undefined,
  )
  if (hasExample) found.add('example')
  return found
}

/** How many tools say each part. */
export type PartCounts = Readonly<Record<DescriptionPart, number>>

/** What fuller descriptions are known to bring and to cost: one large study. */
export const PARTS_PRICE =
  'Fuller descriptions helped by a median of 6 points in the one large study (arXiv 2602.14878), cost two thirds more steps and hurt in one case of six: measure each with `assay experiment catalog`.'
