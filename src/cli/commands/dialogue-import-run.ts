import { version } from '../../adapters/version.js'
import { dialogueOf } from '../../benchmark/dialogue-item.js'
import type { Benchmark } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { manifestOf, writeBenchmark } from '../../benchmark/write.js'
import { InputError } from '../../errors.js'
import { writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { guardFolder, guardOutput } from '../output-guard.js'

export interface DialogueImportFlags {
  readonly output: string
  readonly split?: string
  readonly answers?: string
  readonly json?: true
  readonly quiet?: true
}

/** @throws {InputError} `dialogues-none`, `item-invalid`, and what reading throws; nothing is written by then. */
export async function runDialogueImport(
  { format, source }: { readonly format: string; readonly source: string },
  { output, split, answers, json }: DialogueImportFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, signal } = context
  guardOutput(output, [source])
  await guardFolder(output, files)
  const read = await loadBenchmark(
    source,
    {
      files,
      notify,
      signal,
      ...(split === undefined ? {} : { split }),
      ...(answers === undefined ? {} : { answers }),
    },
    { format },
  )
  const items = read.items.filter((item) => item.kind === 'dialogue')
  if (items.length === 0) {
    throw new InputError({
      code: 'dialogues-none',
      what: `The source holds ${read.items.length} items, and none of them is a dialogue.`,
      where: source,
      fix: 'Read it with `assay benchmark import`, or name another source.',
    })
  }
  const dialogues = items.map(dialogueOf)
  const benchmark: Benchmark = { ...read, items, fingerprint: fingerprintOfItems(items) }
  const manifest = manifestOf({ benchmark, generator: { name: 'import', version: 1 }, assay: version })
  await writeBenchmark({ benchmark, manifest, folder: output }, files)
  if (json === true) {
    context.print(`${writeJson(manifest, 2)}\n`)
    return
  }
  const turns = dialogues.flatMap((dialogue) => dialogue.turns)
  const users = turns.filter(({ role }) => role === 'user')
  const lines = [
    `${count(dialogues.length, 'dialogue')} with ${count(users.length, 'turn')} of the user, ${count(users.filter(({ plan }) => plan !== undefined).length, 'plan')}, ${count(
      users.reduce((sum, { calls = [] }) => sum + calls.length, 0),
      'call',
    )}`,
    ...(benchmark.notices ?? []).map(({ what }) => `  ${printable(what)}`),
    ...(read.items.length === items.length
      ? []
      : [`  ${count(read.items.length - items.length, 'item')} of other kinds left out`]),
    `Written: ${printable(output)} (items.jsonl, benchmark.json)`,
  ]
  context.print(`${lines.join('\n')}\n`)
}

function count(number: number, what: string): string {
  return `${countText(number)} ${what}${number === 1 ? '' : 's'}`
}
