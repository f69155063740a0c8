import { measuredDrift } from '../drift/measured-drift.js'
import type { LadderFacts } from './ladder-facts.js'
import type { OpenedPlan } from './ladder-plan.js'
import type { LadderSession } from './ladder-session.js'

/** Weight drift from `--parent` to the subject, kept as `drift.json`; nothing without a parent, or when it is there. */
export async function measureLadderDrift(
  { flags, context, folder, seed }: LadderSession,
  { inputs }: OpenedPlan,
  { subject }: LadderFacts,
): Promise<void> {
  const { files, notify } = context
  const path = files.join(folder, 'drift.json')
  const own = flags.weights ?? subject.facts.endpoint
  if (flags.parent === undefined || (await files.facts(path)) !== undefined) return
  if (own === undefined || !/\.(?:gguf|safetensors|pt|pth|bin|json)$|[/\\]$/.test(own)) {
    notify(
      'The weights of the subject are not known: name them with --weights to hold them against --parent.',
    )
    return
  }
  notify('Comparing the weights with the parent’s …')
  const { trigger, closer } = inputs.corpus.dialect
  const tokens = flags.vocabulary === undefined && !own.endsWith('.gguf') ? [] : [...trigger, ...closer]
  const document = await measuredDrift(
    {
      a: flags.parent,
      b: own,
      flags: {
        tokens,
        seed,
        ...(flags.vocabulary === undefined
          ? own.endsWith('.gguf')
            ? { vocabulary: own }
            : {}
          : { vocabulary: flags.vocabulary }),
      },
    },
    context,
  )
  await files.write(path, [`${JSON.stringify(document, undefined, 2)}\n`])
  const { driftHeatMap } = await import('../../report/figures/drift-heat-map.js')
  await files.write(files.join(folder, 'drift.svg'), [driftHeatMap(document.tensors)])
}
