import { hostHash } from '../../adapters/hash.js'
import { version } from '../../adapters/version.js'
import type { DialogueSplit } from '../../agent/dialogue-template.js'
import { planDialogues } from '../../agent/generate/generate-dialogues.js'
import { type WrittenDialogues, writeDialogues } from '../../agent/generate/write-dialogues.js'
import { mcpTargetOf } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import { writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { CliContext } from '../command.js'
import { hostPlaces } from '../host-places.js'
import { guardFolder } from '../output-guard.js'
import { openPack } from '../packs.js'

export interface DialogueGenerateFlags {
  readonly pack: string
  readonly output: string
  readonly small?: true
  readonly fillings?: number
  readonly category?: readonly string[]
  readonly split?: readonly DialogueSplit[]
  readonly language?: string
  readonly seed: number
  readonly json?: true
  readonly quiet?: true
}

/** @throws {InputError} `output-occupied`, `output-is-file`, and what opening, planning and writing throw. */
export async function runDialogueGenerate(flags: DialogueGenerateFlags, context: CliContext): Promise<void> {
  const { output: folder, seed } = flags
  const { files, notify, clock, signal } = context
  await guardFolder(folder, files)
  const size = flags.small === true ? 'small' : 'full'
  refuseWithoutGrammar(flags.pack)
  const opened = await openPack(
    { spec: flags.pack, size, seed, semantics: 'strict', isTyped: false },
    context,
  )
  try {
    const { pack, world } = opened
    const names = ['items.jsonl', 'benchmark.json', 'README.md', ...(pack.dialogues?.categories ?? [])]
    await refuseOccupied(folder, { names, context })
    const fillings = flags.fillings ?? (size === 'small' ? 1 : undefined)
    const plan = planDialogues({
      pack,
      world,
      seed,
      ...(flags.language === undefined ? {} : { language: flags.language }),
      ...(flags.category === undefined ? {} : { categories: flags.category }),
      ...(flags.split === undefined ? {} : { splits: flags.split }),
      ...(fillings === undefined ? {} : { fillings }),
      hash: hostHash,
      now: () => clock.now(),
    })
    notify(
      `${pack.title}: ${countText(plan.count)} dialogues from ${plan.composed.templates.length} templates`,
    )
    let shown = 0
    const written = await writeDialogues(
      { plan, world, size, seed, assay: version, folder },
      {
        files,
        drafts: hostPlaces.drafts,
        async progress(done) {
          // Lets Ctrl-C through.
          await clock.sleep(0, signal)
          signal.throwIfAborted()
          if (done - shown < 1_000) return
          shown = done
          notify(`${countText(done)} of ${countText(plan.count)} dialogues`)
        },
      },
    )
    context.print(
      flags.json === true
        ? `${writeJson(written.card, 2)}\n`
        : textOf(written, { folder, categories: plan.categories }),
    )
  } finally {
    await opened.close()
  }
}

/** Opening a live server to find that it brings no dialogues would start it for nothing. */
function refuseWithoutGrammar(spec: string): void {
  if (spec !== 'recorded' && mcpTargetOf(spec) === undefined) return
  throw new InputError({
    code: 'pack-without-dialogues',
    what: 'A live server and recorded tools bring no grammar that dialogues could be made from.',
    where: '--pack',
    fix: 'Name a pack that makes dialogues, such as travel, or play your own by `assay converse --items`.',
  })
}

/** Files of another set would pass for some of this one. */
async function refuseOccupied(
  folder: string,
  { names, context: { files } }: { readonly names: readonly string[]; readonly context: CliContext },
): Promise<void> {
  for (const name of names) {
    if ((await files.facts(files.join(folder, name))) === undefined) continue
    throw new InputError({
      code: 'output-occupied',
      what: `The folder holds "${name}" already.`,
      where: folder,
      fix: 'Choose another folder with -o, or remove what is there.',
    })
  }
}

function textOf(
  { counter }: WrittenDialogues,
  { folder, categories }: { readonly folder: string; readonly categories: readonly string[] },
): string {
  const table = counter.table(categories)
  const splits = (['train', 'validation', 'test'] as const).filter((split) =>
    categories.some((category) => table[category]?.[split] !== undefined),
  )
  const count = (value: unknown): string => (typeof value === 'number' ? countText(value) : '–')
  const rows = categories.map((category) => [
    category,
    ...splits.flatMap((split) => {
      const sums = table[category]?.[split]
      return [count(sums?.dialogues), count(sums?.userTurns)]
    }),
  ])
  const columns = [
    { title: 'category' },
    ...splits.flatMap((split) => [
      { title: split, align: 'right' as const },
      { title: 'user turns', align: 'right' as const },
    ]),
  ]
  const { statistics } = counter
  const made = `${count(statistics.dialogues)} dialogues, ${count(statistics.userTurns)} turns of the user, every plan run and every check passed`
  return `${renderTable({ columns, rows })}${made} (${count(counter.redrawn)} draws were thrown away)\nWritten: ${printable(folder)} (items.jsonl, benchmark.json, README.md, one CSV file for each category, split and filling)\n`
}
