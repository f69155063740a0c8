import { plainFiles } from '../../catalog/plain-files.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { isJsonObject, parseJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { ExitCode } from '../command.js'

/** One command of an audit that ended. */
export interface JobRecord {
  /** Its folder beside this file. */
  readonly name: string
  /** What would ask the same by hand. */
  readonly command: string
  readonly code: ExitCode
  /** Why nothing was measured. */
  readonly why?: string
}

/** What an audit asks, and how far it is: `audit.json`, by which it goes on after any interruption. */
export interface AuditState {
  readonly schema: 'assay.audit-state/1'
  readonly assay: string
  readonly seed: number
  /** Fingerprints of what is asked about. */
  readonly catalog: string
  readonly benchmarks: readonly string[]
  /** What the config says of subjects that bears on their answers and stands in no command line; earlier versions did not keep it. */
  readonly options?: readonly string[]
  /** Every job that is to be done, as a command line. */
  readonly planned: readonly string[]
  readonly ended: readonly JobRecord[]
}

export const STATE_NAME = 'audit.json'

/**
 * @throws {InputError} `audit-missing` when no audit was begun there, `audit-state-invalid` when the file was edited,
 *   `file-not-plain`.
 */
export async function readAuditState(folder: string, files: Files): Promise<AuditState> {
  const path = files.join(folder, STATE_NAME)
  if ((await files.facts(path)) === undefined) {
    throw new InputError({
      code: 'audit-missing',
      what: 'No audit that asks subjects was begun there.',
      where: folder,
      fix: 'Name the folder of the audit, or leave out --resume to begin one.',
    })
  }
  const reading = parseJson(new TextDecoder().decode(await plainFiles(files).read(path)), { maxDepth: 16 })
  const value = reading.kind === 'value' ? reading.value : undefined
  if (!isJsonObject(value) || value.schema !== 'assay.audit-state/1' || !isState(value)) {
    throw new InputError({
      code: 'audit-state-invalid',
      what: 'The file does not say what an audit asks.',
      where: path,
      fix: 'Begin the audit anew in another folder; runs that ended can be reported by assay report.',
    })
  }
  return value
}

/**
 * Holds what is asked now against what was begun.
 *
 * @throws {InputError} `audit-changed`.
 */
export function refuseOtherAudit(
  begun: AuditState,
  now: Omit<AuditState, 'schema' | 'ended'>,
  folder: string,
): void {
  const changed: string[] = []
  if (begun.catalog !== now.catalog) changed.push('the catalog')
  if (begun.seed !== now.seed) changed.push('the seed')
  if (begun.benchmarks.join() !== now.benchmarks.join()) changed.push('the benchmarks')
  if (begun.options !== undefined && begun.options.join() !== now.options?.join())
    changed.push('what the config says of its subjects')
  const other = now.planned.find((line) => !begun.planned.includes(line))
  const left = begun.planned.find((line) => !now.planned.includes(line))
  if (other !== undefined) changed.push(`"${printable(other)}" is new`)
  else if (left !== undefined) changed.push(`"${printable(left)}" is gone`)
  if (changed.length === 0) return
  throw new InputError({
    code: 'audit-changed',
    what: `The audit was begun with something else: ${changed.join(', ')}.`,
    where: folder,
    fix: 'Go on with the config that it was begun with, and name it and the folder as then; or begin a new audit in another folder.',
  })
}

function isState(value: object): value is AuditState {
  const { assay, seed, catalog, benchmarks, options, planned, ended } = value as Partial<
    Record<keyof AuditState, unknown>
  >
  return (
    typeof assay === 'string' &&
    typeof seed === 'number' &&
    typeof catalog === 'string' &&
    isTexts(benchmarks) &&
    (options === undefined || isTexts(options)) &&
    isTexts(planned) &&
    Array.isArray(ended) &&
    ended.every(isRecord)
  )
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is JobRecord {
  if (typeof value !== 'object' || value === null) return false
  const { name, command, code } = value as Partial<Record<keyof JobRecord, unknown>>
  return typeof name === 'string' && typeof command === 'string' && typeof code === 'number'
}
