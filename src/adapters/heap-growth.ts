import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by the given share of what is live, in percent, before garbage is collected. V8 lets it grow fourfold
 * where memory is plenty; a long run that holds its items would then keep three times their size in garbage.
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
