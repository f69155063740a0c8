import type { FolderFacts, HostFacts } from '../../adapters/host-facts.js'
import { printable } from '../../text/printable.js'
import type { DoctorCheck } from './doctor-document.js'

/** The oldest Node that Assay runs on, as `engines` of package.json names it. */
const OLDEST_NODE = '20.19.0'
/** A run of 100,000 samples with raw bodies takes about this. */
const LITTLE_SPACE = 1024 ** 3

export function hostChecks(facts: HostFacts, threads: string | undefined): readonly DoctorCheck[] {
  const { node, system, processor, memoryBytes, simd, relaxedSimd } = facts
  const isOld = isOlder(node, OLDEST_NODE)
  return [
    {
      group: 'host',
      name: 'Node',
      state: isOld ? 'bad' : 'ok',
      found: node,
      wanted: `${OLDEST_NODE} or later`,
      ...(isOld ? { fix: 'Install a later Node: https://nodejs.org' } : {}),
      isDemanded: true,
    },
    { group: 'host', name: 'system', state: 'ok', found: system, isDemanded: false },
    {
      group: 'host',
      name: 'processor',
      state: 'ok',
      found: `${processor}, ${facts.threads} threads, ${Math.round(memoryBytes / 1024 ** 3)} GB of memory`,
      isDemanded: false,
    },
    {
      group: 'host',
      name: 'threads',
      state: 'ok',
      found:
        threads === undefined
          ? 'ASSAY_THREADS is not set: local models choose by their size'
          : `ASSAY_THREADS=${printable(threads, { maxLength: 20 })} for local models`,
      isDemanded: false,
    },
    {
      group: 'host',
      name: 'SIMD',
      state: simd ? 'ok' : 'bad',
      found: simd
        ? relaxedSimd
          ? 'with relaxed SIMD'
          : 'without relaxed SIMD, which Node 22 and later have'
        : 'none',
      purpose: 'exact search of vectors and comparison of weights',
      ...(simd
        ? {}
        : {
            fix: 'Use Node on a processor with vector instructions; retrieval by BM25 and all scoring work without.',
          }),
      isDemanded: false,
    },
  ]
}

export function folderCheck(
  name: string,
  { exists, isWritable, nearest, freeBytes }: FolderFacts,
  isDemanded: boolean,
): DoctorCheck {
  const free = freeBytes === undefined ? '' : `, ${(freeBytes / 1024 ** 3).toFixed(1)} GB free`
  const isLittle = freeBytes !== undefined && freeBytes < LITTLE_SPACE
  return {
    group: 'folders',
    name,
    state: isWritable ? (isLittle ? 'careful' : 'ok') : 'bad',
    found: `${isWritable ? 'can be written' : `cannot be written: ${nearest}`}${exists ? '' : ', made when needed'}${free}`,
    ...(isWritable
      ? isLittle
        ? { fix: 'Make room, or write elsewhere with -o.' }
        : {}
      : { fix: `Give yourself the right to write in ${nearest}, or write elsewhere with -o.` }),
    isDemanded,
  }
}

/** Whether a version comes before another, by their first three numbers. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split('.').map((part) => Number.parseInt(part, 10)))
  for (let place = 0; place < 3; place++) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
