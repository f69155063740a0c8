import { type CatalogDiff, diffCatalogs, type FieldChange } from '../../catalog/diff.js'
import { loadCatalog } from '../../catalog/import.js'
import { type JsonValue, writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import type { ShowFlags } from './catalog-show.js'

export async function runDiff(
  { before, after, flags }: { readonly before: string; readonly after: string; readonly flags: ShowFlags },
  context: CliContext,
): Promise<void> {
  const load = async (spec: string) => loadCatalog([spec], importContextOf(context), importOptionsOf(flags))
  const { catalog: earlier } = await load(before)
  const { catalog: later } = await load(after)
  const diff = diffCatalogs(earlier, later)
  if (!flags.json) {
    context.print(textOf(diff))
    return
  }
  const side = (source: string, { tools, fingerprint }: typeof earlier): JsonValue => ({
    source,
    tools: tools.length,
    fingerprint,
  })
  const { added, removed, changed, sameCount, isReordered } = diff
  const document: JsonValue = {
    schema: 'assay.catalog-diff/1',
    before: side(before, earlier),
    after: side(after, later),
    added,
    removed,
    changed: changed.map(({ name, fields }) => ({ name, fields: fields.map(jsonOfChange) })),
    same: sameCount,
    reordered: isReordered,
  }
  context.print(`${writeJson(document, 2)}\n`)
}

function jsonOfChange({ field, before, after }: FieldChange): JsonValue {
  return { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

function textOf({ added, removed, changed, sameCount, isReordered }: CatalogDiff): string {
  const lines = [
    ...added.map((name) => `+ ${printable(name)}`),
    ...removed.map((name) => `- ${printable(name)}`),
    ...changed.flatMap(({ name, fields }) => [`~ ${printable(name)}`, ...fields.map(changeLine)]),
    `${countText(added.length)} added, ${countText(removed.length)} removed, ${countText(changed.length)} changed, ${countText(sameCount)} the same`,
    ...(isReordered ? ['The tools that both have stand in another order.'] : []),
  ]
  return `${lines.join('\n')}\n`
}

function changeLine({ field, before, after }: FieldChange): string {
  return `    ${field}: ${shown(before)} → ${shown(after)}`
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : printable(writeJson(value), { maxLength: 80 })
}
