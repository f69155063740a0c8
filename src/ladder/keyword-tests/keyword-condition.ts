/** Texts as they stand in the rule, or in a member of each item (a text or a list of texts). */
export type ConditionTexts =
  | { readonly kind: 'listed'; readonly texts: readonly string[] }
  | { readonly kind: 'member'; readonly member: string }

/** How a reply is looked at. */
export interface ConditionLook {
  /** `ignored`: reply and texts in lower case. */
  readonly letterCase: 'ignored' | 'heeded'
  /** Code points that are looked at: the first or the last so many; absent: all. */
  readonly window?: { readonly from: 'start' | 'end'; readonly size: number }
}

/**
 * What earns credit. `any`, `all`, `none`: so many of the texts occur in the reply; `share`: the share of them that does.
 * `equals`: the reply without white space at its ends is one of the texts. `regex`: a pattern of RE2 is found, in linear
 * time. `longer`: the reply has more code points than that. `every` is worth the least of its parts, `some` the most.
 */
export type KeywordCondition =
  | (ConditionLook & {
      readonly kind: 'any' | 'all' | 'none' | 'share' | 'equals'
      readonly texts: ConditionTexts
    })
  | (ConditionLook & { readonly kind: 'regex'; readonly pattern: string })
  | { readonly kind: 'longer'; readonly than: number }
  | { readonly kind: 'every' | 'some'; readonly parts: readonly KeywordCondition[] }
