/**
 * The cells of the unseen battery. `template` is a wording of the corpus, `entity` a value that calls copy. `cross`: one new
 * entity in the wordings of two tools, so that only the wording decides.
 */
export type UnseenCell =
  | 'seen-template/new-entity'
  | 'cross'
  | 'new-template/new-entity'
  | 'new-template/seen-entity'
  | 'seen-template/seen-entity'

/** In the order of reports. */
export const unseenCells: readonly UnseenCell[] = [
  'seen-template/new-entity',
  'cross',
  'new-template/new-entity',
  'new-template/seen-entity',
  'seen-template/seen-entity',
]

/** The cells that the headline counts: entities that training never held, in wordings that it did. */
export const headlineCells: ReadonlySet<string> = new Set<UnseenCell>(['seen-template/new-entity', 'cross'])

/** How the cases of the battery are divided. */
export const cellShares: Readonly<Record<UnseenCell, number>> = {
  'seen-template/new-entity': 0.6,
  cross: 0.1,
  'new-template/new-entity': 0.1,
  'new-template/seen-entity': 0.1,
  'seen-template/seen-entity': 0.1,
}
