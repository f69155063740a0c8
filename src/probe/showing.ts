/**
 * How a probe shows the tool that it asks about. `token`: the virtual token that stands for it. `name`, `description`: in
 * words. `no-token`: not at all. `other-token`, `other-name`: another tool in its place, which is no equal of it.
 */
export type Showing = 'token' | 'name' | 'description' | 'no-token' | 'other-token' | 'other-name'

/** What may be examined; the rest are controls. */
export const mainShowings = ['token', 'name', 'description'] as const
export type MainShowing = (typeof mainShowings)[number]

const ALL: ReadonlySet<string> = new Set<Showing>([
  'token',
  'name',
  'description',
  'no-token',
  'other-token',
  'other-name',
])

/** The one that is examined first, then its controls, in the order of tables. */
export function showingsOf(main: MainShowing, hasTokens: boolean): readonly [MainShowing, ...Showing[]] {
  const controls: readonly Showing[] = [
    'no-token',
    hasTokens ? 'other-token' : 'other-name',
    'description',
    'name',
    ...(hasTokens ? (['token'] as const) : []),
  ]
  return [main, ...controls.filter((control) => control !== main)]
}

/** The variant of a sample: the showing, and for options in some order the rotation: `token:rotation-0`. */
export function probeVariant(showing: Showing, rotation?: string): string {
  return rotation === undefined ? showing : `${showing}:${rotation}`
}

/** The showing and the rotation that a variant names; undefined where it is none of a probe. */
export function showingOfVariant(
  variant: string,
): { readonly showing: Showing; readonly rotation?: string } | undefined {
  const [showing = '', rotation, ...more] = variant.split(':')
  if (!isShowing(showing) || more.length > 0) return undefined
  return rotation === undefined ? { showing } : { showing, rotation }
}

export function isShowing(word: string): word is Showing {
  return ALL.has(word)
}
