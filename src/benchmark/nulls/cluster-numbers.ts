/** Number of each item's cluster, from 0 without gaps. An item without a cluster is one of its own. */
export function clusterNumbers(items: readonly { readonly cluster?: string }[]): {
  readonly numbers: readonly number[]
  readonly count: number
} {
  const known = new Map<string, number>()
  let count = 0
  const numbers = items.map(({ cluster }) => {
    const number = (cluster === undefined ? undefined : known.get(cluster)) ?? count++
    if (cluster !== undefined) known.set(cluster, number)
    return number
  })
  return { numbers, count }
}
