import type { CliContext } from '../command.js'
import { type DriftSettings, measuredDrift } from '../drift/measured-drift.js'
import { guardOutputs } from '../output-guard.js'
import { driftCsv } from './drift-csv.js'
import { driftText } from './drift-text.js'

export interface DriftFlags extends DriftSettings {
  readonly all?: true
  readonly csv?: string
  readonly svg?: string
  readonly output?: string
  readonly json?: true
}

interface DriftCall {
  readonly a: string
  readonly b: string | undefined
  readonly flags: DriftFlags
}

export async function runDrift(call: DriftCall, context: CliContext): Promise<void> {
  const { flags } = call
  const inputs = [call.a, call.b, flags.adapter].filter((path) => path !== undefined)
  guardOutputs([flags.output, flags.csv, flags.svg], inputs)
  const document = await measuredDrift(call, context)
  const { files } = context
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) await files.write(flags.output, [json])
  if (flags.csv !== undefined) await files.write(flags.csv, driftCsv(document))
  if (flags.svg !== undefined) {
    const { driftHeatMap } = await import('../../report/figures/drift-heat-map.js')
    await files.write(flags.svg, [driftHeatMap(document.tensors)])
  }
  context.print(flags.json ? json : driftText(document, { isWhole: flags.all === true }))
}
