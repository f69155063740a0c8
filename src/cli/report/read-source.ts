import { basename, dirname, resolve } from 'node:path'
import type { Catalog } from '../../catalog/catalog.js'
import { plainFiles } from '../../catalog/plain-files.js'
import type { Contribution } from '../../report/sources/contribution.js'
import { readDocumentSource } from '../../report/sources/document-source.js'
import { readLadderSource } from '../../report/sources/ladder-source.js'
import { readRunSource } from '../../report/sources/run-source.js'
import type { FoundSource } from '../../report/sources/source-kind.js'
import type { CliContext } from '../command.js'
import { openLadderMaterial } from './open-ladder.js'
import { type MaterialFlags, namedFiles, openRunMaterial } from './run-material.js'

export interface ReadSource {
  readonly contribution: Contribution
  /** Of the run, where it was opened. */
  readonly catalog?: Catalog
}

export interface ReadSourceRequest {
  readonly found: FoundSource
  readonly id: string
  readonly name: string
  readonly flags: MaterialFlags
  /** Samples that are listed. */
  readonly rows: number
  /** Characters of evidence that are kept. */
  readonly evidenceLength: number
}

/** @throws {InputError} `report-source-invalid`, and what reading samples throws. */
export async function readSource(
  { found, id, name, flags, rows, evidenceLength }: ReadSourceRequest,
  outer: CliContext,
): Promise<ReadSource> {
  const files = plainFiles(outer.files, namedFiles(flags))
  const context = { ...outer, files }
  const { path } = found
  const request = { id, path, name, files, rows, evidenceLength }
  switch (found.kind) {
    case 'run-folder': {
      const material = await openRunMaterial(path, flags, context)
      const contribution = await readRunSource({ ...request, material })
      const { catalog } = material
      return { contribution, ...(catalog === undefined ? {} : { catalog }) }
    }
    case 'ladder-folder': {
      const { material, cases, opener } = await openLadderMaterial(path, flags, context)
      return {
        contribution: await readLadderSource({
          ...request,
          material,
          cases,
          ...(opener === undefined ? {} : { opener }),
        }),
      }
    }
    case 'json':
      return { contribution: await readDocumentSource(request) }
  }
}

/** Short names, distinct: the last part of each path, longer where two are alike. */
export function sourceNames(found: readonly FoundSource[]): readonly string[] {
  const parts = found.map(({ kind, path }) => {
    const whole = resolve(path)
    return kind === 'json' && STANDARD.has(basename(whole)) ? dirname(whole) : whole
  })
  const short = parts.map((path) => basename(path))
  return short.map((name, place) => {
    if (short.every((other, at) => at === place || other !== name)) return name
    const longer = `${basename(dirname(parts[place] ?? ''))}/${name}`
    const isDistinct = parts.every(
      (path, at) => at === place || `${basename(dirname(path))}/${basename(path)}` !== longer,
    )
    return isDistinct ? longer : `${longer} (${place + 1})`
  })
}

const STANDARD: ReadonlySet<string> = new Set([
  'report.json',
  'experiment.json',
  'drift.json',
  'scores.json',
  'ladder.json',
])
