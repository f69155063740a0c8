import { type RandomStream, shuffled } from '../../numeric/random.js'

/**
 * Values in an order in which every group comes as often as the others until it is used up: a random one of each group
 * in turn. A prefix of it is a sample stratified by group.
 */
export function stratified<T>(
  values: readonly T[],
  { groupOf, random }: { readonly groupOf: (value: T) => string; readonly random: RandomStream },
): readonly T[] {
  const groups = new Map<string, T[]>()
  for (const value of shuffled(values, random)) {
    const group = groupOf(value)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [value])
    else members.push(value)
  }
  const ordered = [...groups.keys()].sort().map((group) => groups.get(group) as T[]) // its own keys
  const result: T[] = []
  for (let round = 0; result.length < values.length; round++) {
    for (const members of ordered) {
      const value = members[round]
      if (value !== undefined) result.push(value)
    }
  }
  return result
}
