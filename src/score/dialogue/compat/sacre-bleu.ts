const MAX_ORDER = 4

/** What Python calls white space: unlike JavaScript, U+001C to U+001F and U+0085, and not U+FEFF. */
const WHITE = /(?:[^\S\ufeff]|[\x1c-\x1f\x85])+/
const TRAILING_WHITE = /(?<![\s\x1c-\x1f\x85])(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/

/**
 * SacreBLEU's corpus score of one pair, as a proportion: tokenizer 13a, up to 4-grams, exponential smoothing, no effective
 * order, so that a text of fewer than four tokens scores 0.
 *
 *     BLEU = exp(min(0, 1 − r/h)) · exp(Σ log pₙ / 4)     an order without a match counts as 1 / (2ᵏ · its n-grams)
 *
 * @see Post 2018; signature nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp, version 2.5.1.
 */
export function sacreBleu({
  hypothesis,
  reference,
}: {
  readonly hypothesis: string
  readonly reference: string
}): number {
  const own = tokens13a(hypothesis)
  const theirs = tokens13a(reference)
  let logs = 0
  let smoothing = 1
  let hasMatch = false
  for (let order = 1; order <= MAX_ORDER; order += 1) {
    const total = own.length - order + 1
    if (total <= 0) return 0
    const correct = clippedMatches(ngrams(own, order), ngrams(theirs, order))
    if (correct > 0) hasMatch = true
    else smoothing *= 2
    logs += Math.log((100 * (correct > 0 ? correct : 1 / smoothing)) / total)
  }
  if (!hasMatch) return 0
  const brevity = own.length < theirs.length ? Math.exp(1 - theirs.length / own.length) : 1
  return (brevity * Math.exp(logs / MAX_ORDER)) / 100
}

/** Tokens of mteval-v13a. */
function tokens13a(text: string): readonly string[] {
  const line = text
    .replace(TRAILING_WHITE, '')
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return ` ${line} `
    .replace(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .split(WHITE)
    .filter((token) => token !== '')
}

function ngrams(tokens: readonly string[], order: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (let start = 0; start + order <= tokens.length; start += 1) {
    // Tokens hold no white space.
    const ngram = tokens.slice(start, start + order).join(' ')
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  }
  return counts
}

function clippedMatches(own: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>): number {
  let matches = 0
  for (const [ngram, count] of own) matches += Math.min(count, theirs.get(ngram) ?? 0)
  return matches
}
