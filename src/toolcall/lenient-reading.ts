import type { Dialect } from './dialect.js'
import { type JudgedCall, published } from './judged-call.js'
import type { Attempt } from './loose/attempt-type.js'
import { readBlockLoosely } from './loose/block-reading.js'
import { coerceArguments } from './loose/coerce-arguments.js'
import { Repairs } from './loose/repairs.js'
import { resolveName } from './loose/resolve-name.js'
import type { ParsedCall, Parsing, RepairCode } from './parsed-call.js'
import type { Block, LooseReading, RawCall } from './scan/block.js'
import type { Scan } from './scan/scan.js'
import { preparedSchema, STRICT } from './schema/check-schema.js'
import type { ToolTable } from './tool-table.js'

export interface LenientParts {
  readonly scan: Scan
  readonly dialect: Dialect
  readonly blocks: readonly Block[]
  /** The strict calls of all blocks, in order. */
  readonly calls: readonly JudgedCall[]
  readonly attempt: Attempt | undefined
}

/** The readings beside the strict one: what repair makes of each block, and what servers would hand on. */
export function readLeniently(parts: LenientParts): Pick<Parsing, 'lenient' | 'vendor'> {
  const { scan, dialect, blocks, calls: strict, attempt } = parts
  const { tools } = scan
  const repairs = new Repairs()
  const calls: ParsedCall[] = []
  const vendorCalls: ParsedCall[] = []
  let isVendorWhole = true
  let next = 0
  for (const block of blocks) {
    const own = strict.slice(next, next + block.calls.length)
    next += own.length
    const loose = readBlockLoosely(scan, block, dialect)
    if (loose === undefined) {
      for (const { call, level, shown } of own) {
        calls.push(level === 6 ? shown : fitted(call, { tools, repairs, isRefused: level === 5 }))
        vendorCalls.push(shown)
      }
      if (block.level < 4) isVendorWhole = false
      continue
    }
    if (loose.repairs.length === 0) repairs.add('spelling', block.start)
    repairs.addAll(loose.repairs)
    for (const call of loose.calls) calls.push(fitted(call, { tools, repairs }))
    if (isVendorReading(loose)) for (const call of loose.calls) vendorCalls.push(published(call))
    else {
      for (const { shown } of own) vendorCalls.push(shown)
      isVendorWhole = false
    }
  }
  if (attempt !== undefined) {
    const { reading } = attempt
    repairs.addAll(reading.repairs)
    for (const call of reading.calls) calls.push(fitted(call, { tools, repairs }))
    if (isVendorReading(reading)) for (const call of reading.calls) vendorCalls.push(published(call))
    else isVendorWhole = false
  }
  return {
    vendor: { ok: isVendorWhole && vendorCalls.length > 0, calls: vendorCalls },
    lenient: { calls, repairs: repairs.list },
  }
}

interface FitContext {
  readonly tools: ToolTable
  readonly repairs: Repairs
  /** The schema is known to refuse the arguments. */
  readonly isRefused?: boolean
}

/** The call under the one declared name that it can mean, its arguments changed where that loses nothing. */
function fitted(call: RawCall, { tools, repairs, isRefused = false }: FitContext): ParsedCall {
  const at = call.span.start
  const { name, repair } = resolveName(call.name, tools)
  if (repair !== undefined) repairs.add(repair, at, call.name.slice(0, 200))
  const schema = tools.schemaOf(name)
  const fits = schema === undefined || (!isRefused && preparedSchema(schema, STRICT).check(call.arguments).ok)
  const args = fits ? call.arguments : coerceArguments(call.arguments, { schema, repairs, at })
  return published({ ...call, name, arguments: args })
}

/** What common servers forgive without a word. They check neither names nor schemas. */
const VENDOR_REPAIRS: ReadonlySet<RepairCode> = new Set([
  'closer-missing',
  'array-for-object',
  'object-for-array',
  'several-values',
  'alias-key',
  'extra-key',
  'arguments-null',
  'text-in-block',
  'text-around',
  'separator',
  'list-missing',
  'json-literal',
])

function isVendorReading({ repairs }: LooseReading): boolean {
  return repairs.every(({ code }) => VENDOR_REPAIRS.has(code))
}
