/** What one answer to a question with labels comes to. */
export type ChoiceReading =
  /** `rule` names how the label was found. */
  | { readonly kind: 'chosen'; readonly label: string; readonly rule: string }
  /** The subject gave no answer, or said that it has none. */
  | { readonly kind: 'abstained'; readonly rule: string }
  /** Something was said, and it names no label, or more than one. */
  | { readonly kind: 'unreadable'; readonly rule: string }

/** The same answer by the rules that decide, and by those that guess what was meant. */
export interface ChoiceReadings {
  readonly strict: ChoiceReading
  /** Shown beside the strict one, never in its place. */
  readonly lenient: ChoiceReading
}

/** One way to find labels in a text; none, one, or several that contradict each other. */
export interface ReadingRule {
  readonly id: string
  find(text: string): ReadonlySet<string>
}

/**
 * Tries rules in order: the first that finds anything decides. Several labels are unreadable; nothing found falls to
 * `otherwise`.
 */
export function readByRules(
  text: string,
  rules: readonly ReadingRule[],
  otherwise: () => ChoiceReading,
): ChoiceReading {
  for (const { id, find } of rules) {
    const [label, ...others] = find(text)
    if (label === undefined) continue
    return others.length === 0
      ? { kind: 'chosen', label, rule: id }
      : { kind: 'unreadable', rule: `${id}: several` }
  }
  return otherwise()
}
