import { agreementOf, type KindAgreement } from '../../annotation/agreement.js'
import { type Annotations, readAnnotations } from '../../annotation/annotation-file.js'
import type { AnnotationUnit } from '../../annotation/annotation-unit.js'
import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { InputError } from '../../errors.js'
import { percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { annotationFolder } from '../annotation/annotation-opening.js'
import { unitsOf } from '../annotation/annotation-units.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'

export interface AgreementFlags {
  readonly annotations?: string
  readonly catalog?: readonly string[]
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/** @throws {InputError} `annotations-missing`, `annotation-foreign`, and what reading throws. */
export async function runAgreement(
  source: string,
  flags: AgreementFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify } = context
  guardOutput(flags.output, [source])
  const benchmark = await loadBenchmark(source, { files, notify })
  const folder = flags.annotations ?? (await annotationFolder(source, context))
  const { annotators, kinds } = await agreementIn(folder, benchmark, { flags, context })
  guardOutput(
    flags.output,
    annotators.map(({ annotator }) => files.join(folder, `${annotator}.jsonl`)),
  )
  const document = {
    schema: 'assay.agreement/1',
    benchmark: { name: benchmark.name, fingerprint: benchmark.fingerprint },
    annotators: annotators.map(({ annotator, answers }) => ({ annotator, answered: answers.size })),
    kinds,
  }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await files.write(flags.output, [json])
    notify(`Written: ${flags.output}`)
  }
  context.print(flags.json ? json : textOf(benchmark.name, annotators, kinds))
}

/**
 * What people said of a benchmark, from the files of a folder.
 *
 * @throws {InputError} `annotations-missing`, `annotation-foreign`, `annotation-invalid`, and what reading throws.
 */
export async function agreementIn(
  folder: string,
  benchmark: Benchmark,
  {
    flags,
    context,
  }: {
    readonly flags: Pick<AgreementFlags, 'catalog' | 'seed'> & { readonly resamples?: number }
    readonly context: CliContext
  },
): Promise<{ readonly annotators: readonly Annotations[]; readonly kinds: readonly KindAgreement[] }> {
  const { files } = context
  const annotators = await annotationsIn(folder, context)
  const [first] = annotators
  for (const { annotator, fingerprint, seed } of annotators) {
    const isOther = fingerprint !== benchmark.fingerprint
    if (!isOther && seed === first?.seed) continue
    throw new InputError({
      code: 'annotation-foreign',
      what: isOther
        ? `${annotator} answered other items than these.`
        : `${annotator} answered under seed ${seed}, ${first?.annotator} under ${first?.seed}: options stood in another order.`,
      where: files.join(folder, `${annotator}.jsonl`),
      fix: 'Name the benchmark that was annotated, and keep annotations of other seeds in folders of their own.',
    })
  }
  const units = await unitsOf({ benchmark, catalog: flags.catalog, seed: first?.seed ?? 0 }, context)
  for (const annotations of annotators) checkAnswers(annotations, units, folder)
  const { seed, resamples } = flags
  return {
    annotators,
    kinds: agreementOf({ units, annotators, seed, ...(resamples === undefined ? {} : { resamples }) }),
  }
}

async function annotationsIn(folder: string, { files }: CliContext): Promise<readonly Annotations[]> {
  const isThere = (await files.facts(folder))?.kind === 'folder'
  const names = isThere ? (await files.list(folder)).filter((name) => name.endsWith('.jsonl')) : []
  if (names.length === 0) {
    throw new InputError({
      code: 'annotations-missing',
      what: 'Nobody has annotated this benchmark here.',
      where: folder,
      fix: 'Run `assay annotate` first, or name the folder with --annotations.',
    })
  }
  const found: Annotations[] = []
  for (const name of names) {
    const path = files.join(folder, name)
    const annotations = await readAnnotations(files.stream(path), path)
    if (`${annotations.annotator}.jsonl` !== name) {
      throw new InputError({
        code: 'annotation-foreign',
        what: `The file holds the answers of ${JSON.stringify(annotations.annotator)}: it is a copy, or was renamed.`,
        where: path,
        fix: 'Keep one file an annotator, under their name.',
      })
    }
    found.push(annotations)
  }
  return found
}

/** Answers that nobody could have given here would count as people's. @throws {InputError} `annotation-invalid`. */
function checkAnswers(
  { annotator, answers }: Annotations,
  units: readonly AnnotationUnit[],
  folder: string,
): void {
  const known = new Map(units.map((unit) => [unit.id, unit]))
  for (const { unit: id, answer } of answers.values()) {
    const unit = known.get(id)
    const parts = unit?.isMultiple === true ? answer.split('\n').filter((part) => part !== '') : [answer]
    if (unit !== undefined && parts.every((part) => unit.choices.some(({ value }) => value === part)))
      continue
    throw new InputError({
      code: 'annotation-invalid',
      what:
        unit === undefined
          ? `There is an answer to ${printable(JSON.stringify(id.replace('\u0000', ' · ')), { maxLength: 100 })}, which is not asked here.`
          : `The answer ${printable(JSON.stringify(answer), { maxLength: 60 })} to ${printable(JSON.stringify(unit.item), { maxLength: 60 })} is none of its choices.`,
      where: `${annotator}.jsonl in ${folder}`,
      fix: 'Name the catalog as it was given to `assay annotate`, or take the line out.',
    })
  }
}

const MOST_SHOWN = 20

function textOf(name: string, annotators: readonly Annotations[], kinds: readonly KindAgreement[]): string {
  const who = annotators.map(({ annotator, answers }) => `${annotator} ${answers.size}`).join(', ')
  const head = `Agreement on ${printable(name)}: ${annotators.length} annotators (answers: ${who})\n`
  return [head, ...kinds.map(kindText)].join('\n')
}

function kindText(kind: KindAgreement): string {
  const { judge } = kind
  const rows = [
    ['asked and answered', `${kind.units}, by all ${kind.complete}`],
    ['raw agreement', shareText(kind.rawAgreement)],
    ['all agree on', shareText(kind.unanimous)],
    ["Fleiss' kappa", kappaText(kind.fleiss, kind.complete)],
    ["Krippendorff's alpha", kappaText(kind.alpha, kind.answeredTwice)],
    ...kind.pairs.map(({ annotators, n, agreed, cohen }) => [
      `${annotators.join(' and ')}`,
      `${agreed} of ${n} alike, Cohen's kappa ${kappaText(cohen, n)}`,
    ]),
    [
      'benchmark and majority',
      `${judge.agreed} of ${judge.n} alike, Cohen's kappa ${kappaText(judge.cohen, judge.n)}; ${judge.ties} without a majority`,
    ],
  ]
  const facts = renderTable({ columns: [{ title: kind.kind }, { title: '' }], rows })
  return `${facts}${confusionText(kind)}${disagreementText(kind)}`
}

function confusionText({ judge: { confusion } }: KindAgreement): string {
  const columns = [...new Set(Object.values(confusion).flatMap((row) => Object.keys(row)))].sort()
  if (columns.length === 0) return ''
  const rows = Object.entries(confusion).map(([judged, row]) => [
    judged,
    ...columns.map((column) => String(row[column] ?? 0)),
  ])
  const titles = [
    { title: 'benchmark \\ people' },
    ...columns.map((title) => ({ title, align: 'right' as const })),
  ]
  return `\n${renderTable({ columns: titles, rows })}`
}

function disagreementText({ disagreements }: KindAgreement): string {
  if (disagreements.length === 0) return '\nNo disagreement.\n'
  const lines = disagreements.slice(0, MOST_SHOWN).map(({ unit, answers, notes, judged }) => {
    const said = Object.entries(answers).map(([annotator, answer]) => {
      const note = notes[annotator]
      return `${annotator} ${oneLine(answer)}${note === undefined ? '' : ` (“${printable(note, { maxLength: 80 })}”)`}`
    })
    return `  ${printable(unit.replace('\u0000', ' · '), { maxLength: 80 })}: ${said.join(', ')}; benchmark ${oneLine(judged)}\n`
  })
  const more = disagreements.length - lines.length
  const rest = more > 0 ? `  … and ${more} more (--json has all)\n` : ''
  return `\n${disagreements.length} disagreements:\n${lines.join('')}${rest}`
}

/** A set of tools stands one a line. */
function oneLine(answer: string): string {
  return answer === '' ? 'nothing' : printable(answer.replaceAll('\n', ' + '), { maxLength: 60 })
}

function shareText(share: number | undefined): string {
  return share === undefined ? 'unmeasured: nothing was answered by all' : `${percent(share)} %`
}

export function kappaText(
  kappa: { readonly value: number; readonly interval?: readonly [number, number] } | undefined,
  n: number,
): string {
  if (kappa === undefined) {
    return n < 2 ? 'unmeasured: too few answers' : 'undefined: all answers are one category'
  }
  const interval = kappa.interval?.map((end) => end.toFixed(2)).join(', ')
  return `${kappa.value.toFixed(2)}${interval === undefined ? '' : ` [${interval}]`}`
}
