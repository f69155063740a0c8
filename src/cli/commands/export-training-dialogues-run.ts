import { hostHash } from '../../adapters/hash.js'
import { version } from '../../adapters/version.js'
import { writeDialogueTraining } from '../../export/dialogue-training.js'
import { writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { chooseDialogues, manifestPack, readConverseItems } from '../converse/converse-items.js'
import { guardFolder, guardOutput } from '../output-guard.js'
import { openPack } from '../packs.js'
import { type ExportTrainingFlags, needed, refuseOtherFlags } from './export-training-flags.js'

/** @throws {InputError} `recipe-flag`, `flag-missing`, and what opening, reading and writing throw. */
export async function runExportDialogues(
  flags: ExportTrainingFlags,
  { given, context }: { readonly given: (name: string) => boolean; readonly context: CliContext },
): Promise<void> {
  const recipe = 't1-sft'
  refuseOtherFlags(recipe, given)
  const path = needed(flags.dialogues, {
    flag: '--dialogues',
    recipe,
    fix: 'Name dialogues with gold plans, as `assay dialogue generate` writes them.',
  })
  guardOutput(flags.output, [path])
  await guardFolder(flags.output, context.files)
  const items = await readConverseItems(path, undefined, context)
  const made = manifestPack(items.benchmark)
  const spec = needed(flags.pack ?? made?.id, {
    flag: '--pack',
    recipe,
    fix: 'The dialogues come without a manifest that names their pack: name it.',
  })
  const split = flags.split ?? 'train'
  const chosen = chooseDialogues(items, { split })
  const pack = await openPack(
    {
      spec,
      size: made?.size ?? (flags.small === true ? 'small' : 'full'),
      seed: made?.seed ?? flags.seed,
      semantics: made?.semantics ?? 'strict',
      isTyped: flags.pack !== undefined,
    },
    context,
  )
  try {
    const card = await writeDialogueTraining(
      {
        dialogues: chosen.map(({ dialogue }) => dialogue),
        world: pack.world,
        source: { path, fingerprint: items.benchmark.fingerprint, split },
        seed: flags.seed,
        assay: version,
        folder: flags.output,
        hash: hostHash,
        now: () => context.clock.now(),
      },
      context.files,
    )
    const text = `${String(card.rows)} pairs of prompt and plan from ${chosen.length} dialogues\nWritten: ${printable(flags.output)}\n`
    context.print(flags.json === true ? `${writeJson(card, 2)}\n` : text)
  } finally {
    await pack.close()
  }
}
