import type { SubjectReply, TokenProbability } from '../reply.js'

/**
 * Log-probability of each label by the first token of the answer:
 *
 *     log Σ exp(logprob)   over the listed tokens that say the label
 *
 * A token says a label when, white space around it and case left aside, it is the whole label, or its beginning while
 * no other label begins so: "Yes", " yes" and "YES" add up to `yes`, and " Y" with them where no other label begins with y. Case counts
 * where two labels differ in nothing else. A label of which no token is listed is left out: it is less likely than
 * every token that is listed.
 *
 * @returns undefined when no label is listed at all.
 */
export function choicesOf(
  firstTokens: readonly TokenProbability[],
  labels: readonly string[],
): Readonly<Record<string, number>> | undefined {
  const folded = new Set(labels.map(fold))
  const key =
    folded.size === new Set(labels.map((label) => label.trim())).size ? fold : (text: string) => text.trim()
  const sums = new Map<string, number>()
  for (const { text, logprob, bound } of firstTokens) {
    if (text === undefined || bound !== undefined) continue
    const said = key(text)
    if (said === '') continue
    const exact = labels.filter((label) => key(label) === said)
    const meant = exact.length > 0 ? exact : labels.filter((label) => key(label).startsWith(said))
    const [label] = meant
    if (label === undefined || meant.length > 1) continue
    sums.set(label, (sums.get(label) ?? 0) + Math.exp(logprob))
  }
  if (sums.size === 0) return undefined
  const choices: Record<string, number> = {}
  for (const label of labels) {
    const sum = sums.get(label)
    if (sum !== undefined && sum > 0) choices[label] = Math.min(0, Math.log(sum))
  }
  return choices
}

/** A reply with the labels' probabilities where it lists any. */
export function withChoices(reply: SubjectReply, labels: readonly string[]): SubjectReply {
  const choices = reply.firstTokens === undefined ? undefined : choicesOf(reply.firstTokens, labels)
  return choices === undefined ? reply : { ...reply, choices, choiceMethod: 'logprobs' }
}

/** A regular expression that matches exactly one of the labels. */
export function labelPattern(labels: readonly string[]): string {
  return `(${labels.map((label) => label.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`
}

/** A GBNF grammar of exactly one of the labels. */
export function labelGrammar(labels: readonly string[]): string {
  return `root ::= ${labels.map((label) => JSON.stringify(label)).join(' | ')}`
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
