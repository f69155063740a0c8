import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import type { IdentifiedText } from '../../corpus/train-test-overlap.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { PrintedMean } from '../../stats/grim.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText, readLines } from '../../text/jsonl.js'
import { trainingTexts } from '../../validity/asked-texts.js'
import { type AuditVerdict, auditBenchmark } from '../../validity/audit-benchmark.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { type AuditCatalog, textOfAudit } from './benchmark-audit-text.js'

export interface BenchmarkAuditFlags {
  readonly format?: string
  readonly split?: string
  readonly answers?: string
  readonly catalog?: readonly string[]
  readonly train?: string
  readonly published?: readonly PrintedMean[]
  readonly seed: number
  readonly resamples?: number
  readonly failOn?: Exclude<AuditVerdict, 'usable'>
  readonly output?: string
  readonly json?: true
}

export async function runBenchmarkAudit(
  source: string,
  flags: BenchmarkAuditFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify } = context
  const { format, split, answers, train, published, seed, resamples } = flags
  guardOutput(flags.output, [source, ...(flags.catalog ?? []), ...(train === undefined ? [] : [train])])
  const benchmark = await loadBenchmark(
    source,
    {
      files,
      notify,
      ...(split === undefined ? {} : { split }),
      ...(answers === undefined ? {} : { answers }),
    },
    format === undefined ? {} : { format },
  )
  const opened = await openCatalog(benchmark, flags, context)
  const audit = await auditBenchmark({
    benchmark,
    catalog: opened?.catalog,
    training: train === undefined ? undefined : await readTraining(train, files),
    published,
    seed,
    ...(resamples === undefined ? {} : { resamples }),
    notify,
    pause: async () => {
      await context.clock.sleep(0, context.signal)
    },
  })
  const document = { ...audit, ...(opened === undefined ? {} : { catalog: opened.facts }) }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) await files.write(flags.output, [json])
  context.print(flags.json === true ? json : textOfAudit(audit, opened?.facts, flags.output))
  const isBad =
    flags.failOn === 'usable-with-care' ? audit.verdict !== 'usable' : audit.verdict === 'not-usable'
  if (flags.failOn !== undefined && isBad) context.exit(1)
}

interface OpenedCatalog {
  readonly catalog: Catalog
  readonly facts: AuditCatalog
}

/** Formats whose items carry the texts of their tools. */
const WITH_TOOLS: ReadonlySet<string> = new Set(['toolsense-rrb', 'toolsense-mcq', 'toolsense-qa'])

async function openCatalog(
  { source }: Benchmark,
  { catalog: specs }: BenchmarkAuditFlags,
  context: CliContext,
): Promise<OpenedCatalog | undefined> {
  const own = source !== undefined && WITH_TOOLS.has(source.format) ? [source.path] : undefined
  const named = specs ?? own
  if (named === undefined) return undefined
  const { catalog } = await loadCatalog(named, importContextOf(context))
  const { tools, fingerprint } = catalog
  return {
    catalog,
    facts: { source: named.join(', '), tools: tools.length, fingerprint, isFromItems: specs === undefined },
  }
}

/**
 * The texts of a training file: of each JSON object what a user said or asked in it (one a line, or a list of them), of
 * any other line the line itself, without a number and a tab before it.
 *
 * @throws {InputError} `training-empty`, `training-not-text`; and what reading the file throws.
 */
async function readTraining(path: string, files: Files): Promise<readonly IdentifiedText[]> {
  const texts: IdentifiedText[] = []
  const add = (id: string, value: JsonValue): void => {
    if (isJsonObject(value)) for (const text of trainingTexts(value)) texts.push({ id, text })
  }
  for await (const { number, text } of readLines(files.stream(path), path)) {
    const line = text.trim()
    if (line === '') continue
    if (line.includes('\0')) {
      throw new InputError({
        code: 'training-not-text',
        what: 'The training file is no text: it holds NUL bytes.',
        where: `${path}, line ${number}`,
        fix: 'Give JSONL with query, question, prompt, text or messages, or one text a line, in UTF-8.',
      })
    }
    if (line.startsWith('[') && texts.length === 0) {
      const list = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
      for (const [at, record] of (isJsonArray(list) ? list : []).entries()) add(`record ${at + 1}`, record)
      break
    }
    if (line.startsWith('{')) add(`line ${number}`, readJsonText(line, { path, line: number }))
    else texts.push({ id: `line ${number}`, text: line.replace(/^\d{1,12}\t/, '') })
  }
  if (texts.length > 0) return texts
  throw new InputError({
    code: 'training-empty',
    what: 'The training file holds no text that anybody asked.',
    where: path,
    fix: 'Give JSONL with query, question, prompt, text or messages, or one text a line.',
  })
}
