import { JsonTreeReader } from '../../text/json-tree.js'
import type { Dialect } from '../dialect.js'
import type { Block, LooseReading, RawCall } from '../scan/block.js'
import { Scan, trimSpaceEnd } from '../scan/scan.js'
import type { Attempt } from './attempt-type.js'
import { readLoosely } from './loose-payload.js'
import { Repairs } from './repairs.js'

/** A scan of another text under the same circumstances. */
export function withText({ tools, isCut }: Scan, text: string, patience?: number): Scan {
  const json = new JsonTreeReader(text)
  return new Scan({ json, tools, isCut, ...(patience !== undefined && { patience }) })
}

/** What a dialect's blocks give loosely, those that it accepts included. */
export function ofBlocks(scan: Scan, blocks: readonly Block[], dialect: Dialect): Attempt {
  const repairs = new Repairs()
  const calls: RawCall[] = []
  for (const block of blocks) {
    const loose = readBlockLoosely(scan, block, dialect)
    for (const call of loose?.calls ?? block.calls) calls.push(call)
    if (loose !== undefined) repairs.addAll(loose.repairs)
  }
  const isOpen = scan.isCut && blocks.some((block) => block.isOpen)
  return { reading: { calls, repairs: repairs.list }, isOpen, isForeign: false }
}

/** A loose reading of a block that strict did not accept whole; undefined when it needs none or gives nothing. */
export function readBlockLoosely(scan: Scan, block: Block, dialect: Dialect): LooseReading | undefined {
  if (block.level === 4 || block.isAmbiguous) return undefined
  if (block.loose !== undefined) return block.loose
  if (dialect.isApi || (block.isOpen && scan.isCut && !isWholePayload(scan, block, dialect))) return undefined
  const loose = readLoosely(scan, block.payload, dialect.loose)
  if (loose === undefined || block.level !== 1 || block.calls.length > 0 || dialect.closer.length === 0)
    return loose
  const repairs = new Repairs()
  repairs.add('closer-missing', block.end)
  repairs.addAll(loose.repairs)
  return { calls: loose.calls, repairs: repairs.list }
}

/** A payload that was whole when the limit cut what should follow it: nothing could have been added to it. */
function isWholePayload({ text }: Scan, { payload }: Block, { loose }: Dialect): boolean {
  const end = trimSpaceEnd(text, payload.start, payload.end)
  if (loose.form === 'pairs') return false
  if (loose.form === 'xml') return text.slice(payload.start, end).endsWith('</function>')
  return '}])'.includes(text.charAt(end - 1) || ' ')
}
