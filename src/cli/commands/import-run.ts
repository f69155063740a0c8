import { hostDrafts } from '../../adapters/drafts.js'
import { hashPieces } from '../../adapters/models/file-hash.js'
import { version } from '../../adapters/version.js'
import { walkFiles } from '../../catalog/walk.js'
import { InputError } from '../../errors.js'
import { openLog } from '../../exchange/open-log.js'
import { exchangeReaders } from '../../exchange/readers/index.js'
import type { Drafts } from '../../ports.js'
import { importLogs, type LogImportOutcome, type OpenedLog } from '../../run/readers/import-logs.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { flagsClash } from '../flags-clash.js'
import { guardFolder, guardOutput } from '../output-guard.js'

export interface ImportFlags {
  readonly output: string
  readonly format?: string
  readonly turns: 'first' | 'all'
  readonly gold?: 'recorded'
  readonly goldOf?: string
  readonly json?: true
}

/** @throws {InputError} `run-exists`, `flags-clash`, and what opening and importing throw; nothing is written by then. */
export async function runImport(
  paths: readonly string[],
  { output, format, turns, gold, goldOf, json }: ImportFlags,
  context: CliContext,
  drafts: Drafts = hostDrafts,
): Promise<void> {
  const { files, clock, notify, print, signal } = context
  guardOutput(output, paths)
  await guardFolder(output, files)
  await refuseFilled(output, context)
  if (goldOf !== undefined && gold === undefined) {
    throw flagsClash(
      '--gold-of',
      'It is said whose answers are gold, but not that answers are.',
      'Add --gold recorded, or leave out --gold-of.',
    )
  }
  const logs: OpenedLog[] = []
  for (const path of paths) {
    const { input, reader, sizeBytes } = await openLog(path, files, {
      readers: exchangeReaders,
      ...(format === undefined ? {} : { format }),
    })
    const fingerprint = input.isFolder ? '' : await hashPieces(files.stream(path))
    logs.push({ input, reader, file: { name: lastPart(path), sizeBytes, fingerprint } })
  }
  const outcome = await importLogs(
    {
      logs,
      folder: output,
      name: lastPart(output),
      turns,
      ...(gold === undefined
        ? {}
        : { gold: { kind: gold, ...(goldOf === undefined ? {} : { of: goldOf }) } }),
      assay: version,
      createdAt: new Date(clock.now()).toISOString(),
    },
    { files, drafts, signal, pause: () => clock.sleep(0, signal) },
  )
  for (const { count, what, where } of outcome.notices) {
    notify(`${count === 1 ? '' : `${countText(count)} times: `}${what} First: ${where}`)
  }
  const formats = logs.map(({ reader }) => reader.id)
  if (json)
    print(
      `${JSON.stringify({ schema: 'assay.import/1', folder: output, formats, ...outcome }, undefined, 2)}\n`,
    )
  else print(textOf(outcome))
}

async function refuseFilled(output: string, { files }: CliContext): Promise<void> {
  if ((await files.facts(output))?.kind !== 'folder') return
  // Folders that an import left when it was ended hold nothing.
  const first = await walkFiles(output, files).next()
  if (first.done === true) return
  throw new InputError({
    code: 'run-exists',
    what: 'The folder is not empty, and an import is written into a new one.',
    where: output,
    fix: 'Choose another folder with -o.',
  })
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '' && part !== '.') ?? path
}

function textOf({ exchanges, benchmark, runs, notices }: LogImportOutcome): string {
  const { stated, recorded, unknown } = benchmark.gold
  const kinds = [
    ...(stated > 0 ? [`gold stated in the log for ${countText(stated)}`] : []),
    ...(recorded > 0 ? [`recorded answers as gold for ${countText(recorded)}`] : []),
    ...(unknown > 0 ? [`gold unknown for ${countText(unknown)}`] : []),
  ]
  const lines = [
    `${countText(exchanges)} exchanges · ${countText(benchmark.items)} items · ${kinds.join(', ')}`,
    `  items: ${printable(benchmark.path)}`,
    ...runs.map(({ folder, subject, samples, errors, items }) => {
      const failed = errors === 0 ? '' : `, ${countText(errors)} failed`
      return `  run:   ${printable(folder)} · ${printable(subject)} · ${countText(samples)} samples of ${countText(items)} items${failed}`
    }),
    'Preflight was not done: another tool asked, and nothing is known of its instrument.',
    ...(unknown === benchmark.items
      ? ['Without gold, scores speak of structure and schemas alone, not of right and wrong.']
      : []),
    ...(notices.length === 0 ? [] : ['What was left out or changed is told in items/benchmark.json.']),
  ]
  const [first] = runs
  if (first !== undefined) lines.push(`Next: assay score ${printable(first.folder)}`)
  return `${lines.join('\n')}\n`
}
