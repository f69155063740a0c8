/** What log-probabilities of labels say. */
export interface LogprobReading {
  /** Labels of the highest probability; several are a tie. Empty where no label of the item has one. */
  readonly best: readonly string[]
  /** Probability of each label among the labels of the item; they add up to 1. */
  readonly shares: ReadonlyMap<string, number>
  /** Probability of all labels of the item together, in [0, 1]: how much of what the subject would say is an answer. */
  readonly mass: number
}

/**
 * The likeliest label. Spellings that differ in white space, or in case where `anyCase`, are one label, and their
 * probabilities add up. A label of the item that is not listed has no probability; others than the item's do not count.
 */
export function readLogprobs(
  listed: Iterable<readonly [spelling: string, logprob: number]>,
  { labels, anyCase = false }: { readonly labels: readonly string[]; readonly anyCase?: boolean },
): LogprobReading {
  const spelt = (label: string): string => (anyCase ? label.trim().toLowerCase() : label.trim())
  const known = new Map(labels.map((label) => [spelt(label), label]))
  const given: { readonly label: string; readonly logprob: number }[] = []
  for (const [spelling, logprob] of listed) {
    const label = known.get(spelt(spelling))
    if (label !== undefined) given.push({ label, logprob })
  }
  // Relative to the highest, so that probabilities of 1e-400 still compare.
  const highest = given.reduce((most, { logprob }) => Math.max(most, logprob), Number.NEGATIVE_INFINITY)
  const weights = new Map<string, number>()
  let total = 0
  for (const { label, logprob } of given) {
    const weight = Math.exp(logprob - highest)
    weights.set(label, (weights.get(label) ?? 0) + weight)
    total += weight
  }
  const most = Math.max(...weights.values())
  return {
    best: [...weights].flatMap(([label, weight]) => (weight === most ? [label] : [])),
    mass: given.length === 0 ? 0 : Math.min(1, total * Math.exp(highest)),
    shares: new Map([...weights].map(([label, weight]) => [label, weight / total])),
  }
}
