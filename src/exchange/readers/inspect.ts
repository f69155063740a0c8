import { InputError } from '../../errors.js'
import type { Archive, ArchiveEntry } from '../../ports.js'
import { documentText, textOfPieces } from '../../text/document-text.js'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../text/json-members.js'
import { peekJson } from '../../text/json-peek.js'
import { tellAt } from '../conversation/conversation.js'
import type { Exchange } from '../exchange.js'
import { defineExchangeReader, type LogContext } from '../exchange-reader.js'
import { exchangesOfSample, type InspectHeader } from './inspect/sample.js'

const LOOSE = { duplicateKeys: 'last', maxDepth: 300 } as const

/** Logs of inspect_ai: `.eval`, a ZIP archive with a file for each sample, or `.json`. */
export const inspectLog = defineExchangeReader({
  id: 'inspect',
  describes: 'logs of inspect_ai: .eval or .json',
  detect({ isFolder, path, head }) {
    if (isFolder) return false
    if (head.startsWith('PK\u0003\u0004')) return /\.eval$/i.test(path)
    const value = peekJson(head)?.value
    return (
      isJsonObject(value) && value.version !== undefined && isJsonObject(value.eval) && 'task' in value.eval
    )
  },
  async *read({ path, head }, context) {
    yield* head.startsWith('PK') ? readArchive(path, context) : readDocument(path, context)
  },
})

async function* readDocument(path: string, context: LogContext): AsyncGenerator<Exchange> {
  const log = parse(
    await documentText(
      path,
      context.files,
      'Ask inspect_ai for the log as .eval, which is read sample by sample.',
    ),
    path,
  )
  const header = headerOf(log, context)
  for (const [place, sample] of objectsOf(log.samples).entries()) {
    yield* exchangesIn(sample, { header, where: `${path}, sample ${place + 1}`, context })
  }
}

async function* readArchive(path: string, context: LogContext): AsyncGenerator<Exchange> {
  const { files } = context
  if (files.archive === undefined) {
    throw new InputError({
      code: 'archive-unread',
      what: 'The log is an archive, and nothing here unpacks one.',
      where: path,
      fix: 'Give files that have `archive`, or the log as .json.',
    })
  }
  const archive = await files.archive(path)
  try {
    const byName = new Map(archive.entries.map((entry) => [entry.name, entry]))
    // A log that was cut off has no header yet, but the beginning of its journal.
    const first = byName.get('header.json') ?? byName.get('_journal/start.json')
    const text = first === undefined ? undefined : await textOfEntry(archive, first, path)
    if (text === undefined) throw notInspect(path)
    const header = headerOf(parse(text, `${path}, ${first?.name}`), context)
    for (const entry of archive.entries) {
      if (!/^samples\/[^/]+\.json$/.test(entry.name)) continue
      const where = `${path}, ${entry.name}`
      const tell = tellAt(where, context.notice)
      const sample = await textOfEntry(archive, entry, where)
      const reading = sample === undefined ? undefined : parseJson(sample, LOOSE)
      if (reading === undefined)
        tell('sample-too-large', 'A sample is larger than what is read at once, and was left out.')
      else if (reading.kind === 'fault')
        tell('sample-broken', `A sample is no JSON that is read. ${reading.fault.reason}`)
      else yield* exchangesIn(reading.value, { header, where, context })
    }
  } finally {
    await archive.close()
  }
}

/** Real samples have up to some ten megabytes. */
const MOST_SAMPLE_BYTES = 256 * 1024 * 1024

async function textOfEntry(
  archive: Archive,
  entry: ArchiveEntry,
  where: string,
): Promise<string | undefined> {
  return entry.sizeBytes > MOST_SAMPLE_BYTES ? undefined : textOfPieces(archive.read(entry), where)
}

function parse(text: string, path: string): JsonObject {
  const reading = parseJson(text, LOOSE)
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw notInspect(path, reading.kind === 'fault' ? ` ${reading.fault.reason}` : '')
}

function headerOf(log: JsonObject, { writtenBy }: LogContext): InspectHeader {
  const run = objectIn(log, 'eval')
  const version = textIn(objectIn(run, 'packages'), 'inspect_ai')
  if (version !== undefined) writtenBy?.(version)
  return { model: textIn(run, 'model') ?? 'unknown' }
}

interface SamplePlace {
  readonly header: InspectHeader
  readonly where: string
  readonly context: LogContext
}

function* exchangesIn(sample: JsonValue, { header, where, context }: SamplePlace): Generator<Exchange> {
  context.signal?.throwIfAborted()
  const tell = tellAt(where, context.notice)
  if (isJsonObject(sample))
    yield* exchangesOfSample(sample, { header, where, tell, turns: context.turns ?? 'first' })
  else tell('sample-broken', 'A sample is no object, and was left out.')
}

function notInspect(where: string, why = ''): InputError {
  return new InputError({
    code: 'log-broken',
    what: `This is no log of inspect_ai that can be read.${why}`,
    where,
    fix: 'Let `inspect log dump` write it again.',
  })
}
