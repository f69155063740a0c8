import { loadBenchmark } from '../../benchmark/load.js'
import { resolveItems } from '../../benchmark/resolve.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { readTokenMap } from '../../parametric/read-token-map.js'
import { checkpointCurve } from '../../score/parametric/dissociation.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { dissociationOf, textOfDissociation } from '../parametric-dissociation.js'
import { runHost } from '../run/run-host.js'
import { decodeSubject } from './parametric-decode.js'
import { type ParametricDocument, parametricDocument } from './parametric-document.js'
import { readPredictions } from './parametric-predictions.js'
import type { ParametricFlags, ParametricTask } from './parametric-task.js'
import { textOfCurve, textOfParametric } from './parametric-text.js'

/** @throws {InputError} whatever is wrong with flags and files; nothing is printed or written by then. */
export async function runParametric(flags: ParametricFlags, context: CliContext): Promise<void> {
  checkFlags(flags)
  const task = await openTask(flags, context)
  const documents: ParametricDocument[] = []
  for (const path of flags.predictions ?? [])
    documents.push(parametricDocument(task, await readPredictions(path, task)))
  const specs = [...(flags.subject ?? []), ...(flags.checkpoints ?? [])]
  const host = specs.length === 0 ? undefined : runHost()
  try {
    for (const spec of specs) {
      if (host !== undefined) documents.push(parametricDocument(task, await decodeSubject(spec, task, host)))
    }
  } finally {
    host?.http?.close()
  }
  // By spec: files of checkpoints often share one name.
  const checkpoints = flags.checkpoints?.map((subject, at) => ({
    subject,
    scores: documents[documents.length - (flags.checkpoints?.length ?? 0) + at]?.scores ?? [],
  }))
  const curve = checkpoints && checkpointCurve(checkpoints)
  const dissociation =
    flags.probes === undefined
      ? undefined
      : await dissociationOf(
          documents,
          { probes: flags.probes, probeItems: flags.probeItems ?? [], seed: flags.seed },
          context,
        )
  const whole =
    curve !== undefined || dissociation !== undefined
      ? {
          ...(curve === undefined ? { subjects: documents } : { checkpoints: documents, curve }),
          ...(dissociation === undefined ? {} : { dissociation }),
        }
      : documents.length === 1
        ? documents[0]
        : documents
  const json = `${JSON.stringify(whole, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  const texts = documents.map(textOfParametric)
  if (curve !== undefined) texts.push(textOfCurve(curve))
  if (dissociation !== undefined) texts.push(textOfDissociation(dissociation))
  context.print(flags.json ? json : texts.join('\n'))
}

function checkFlags(flags: ParametricFlags): void {
  const { subject = [], checkpoints = [], predictions = [], tokens, prompt, save, label } = flags
  const asked = subject.length + checkpoints.length
  const fault = (code: string, what: string, fix: string): never => {
    throw new InputError({ code, what, where: 'assay parametric', fix })
  }
  if (asked + predictions.length === 0) {
    fault(
      'subject-missing',
      'Nothing says whom to examine.',
      'Name a model with --subject, or lists with --predictions.',
    )
  }
  if (asked > 0 && tokens === undefined) {
    fault(
      'tokens-missing',
      'Nothing says which tokens stand for the tools.',
      'Pass --tokens flat, hierarchical, numeric or a file.',
    )
  }
  if (prompt !== undefined && !prompt.includes('{query}')) {
    fault('prompt-without-query', 'The prompt has no place for the query.', 'Write {query} where it belongs.')
  }
  if (save !== undefined && asked !== 1) {
    fault('save-several', 'One file keeps what one subject decoded.', 'Pass --save with a single --subject.')
  }
  if (label !== undefined && asked !== 1) {
    fault('label-several', 'One label names one subject.', 'Pass --label with a single --subject.')
  }
  guardOutput(flags.output, [
    ...flags.catalog,
    flags.benchmark,
    ...predictions,
    ...(tokens === undefined ? [] : [tokens]),
    ...(flags.probes ?? []),
    ...(flags.probeItems ?? []),
    ...(save === undefined ? [] : [save]),
  ])
}

async function openTask(flags: ParametricFlags, context: CliContext): Promise<ParametricTask> {
  const benchmark = await loadBenchmark(
    flags.benchmark,
    {
      files: context.files,
      notify: context.notify,
      ...(flags.split === undefined ? {} : { split: flags.split }),
    },
    flags.benchmarkFormat === undefined ? {} : { format: flags.benchmarkFormat },
  )
  const { catalog } = await loadCatalog(flags.catalog, importContextOf(context), importOptionsOf(flags))
  const resolution = resolveItems(benchmark.items, catalog)
  if (resolution.items.length === 0) {
    const [example = ''] = resolution.losses[0]?.names ?? []
    throw new InputError({
      code: resolution.counts.items === 0 ? 'no-retrieval-items' : 'gold-missing',
      what:
        resolution.counts.items === 0
          ? `None of the ${benchmark.items.length} items is a retrieval item, with a query and gold tools.`
          : `The catalog has none of the gold tools of the ${resolution.counts.items} items, e.g. not ${JSON.stringify(example)}.`,
      where: flags.benchmark,
      fix: 'Name a retrieval benchmark, and the catalog that it was made for.',
    })
  }
  const map =
    flags.tokens === undefined ? undefined : await readTokenMap(flags.tokens, catalog, context.files)
  return { flags, context, catalog, benchmark, resolution, map }
}
