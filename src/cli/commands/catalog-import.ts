import { type ImportedSource, type ImportReport, importCatalog } from '../../catalog/import.js'
import type { SourceNotice } from '../../catalog/source.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { hostPlaces } from '../host-places.js'
import { guardOutput } from '../output-guard.js'

export interface ImportFlags extends CatalogFlags {
  readonly output: string
  readonly json?: boolean
}

export async function runImport(
  sources: readonly string[],
  flags: ImportFlags,
  context: CliContext,
): Promise<void> {
  guardOutput(flags.output, sources)
  const importContext = { ...importContextOf(context), drafts: hostPlaces.drafts }
  const report = await importCatalog(sources, flags.output, importContext, importOptionsOf(flags))
  if (flags.json) {
    const { counts, fingerprint, notices } = report
    const document = {
      schema: 'assay.import/1',
      output: flags.output,
      ...counts,
      fingerprint,
      sources: report.sources,
      notices,
    }
    context.print(`${JSON.stringify(document, undefined, 2)}\n`)
  } else {
    context.print(textOf(report, flags.output))
  }
}

function textOf({ sources, notices, counts, fingerprint }: ImportReport, output: string): string {
  const lines = sources.map(sourceLine)
  lines.push(...noticeLines(notices))
  const extras = [
    counts.nameOnly > 0 ? `${countText(counts.nameOnly)} of them only names` : '',
    counts.joined > 0 ? `${countText(counts.joined)} names joined their tools` : '',
    counts.qualified > 0 ? `${countText(counts.qualified)} renamed with their service` : '',
    counts.dropped > 0 ? `${countText(counts.dropped)} dropped for an earlier one of their name` : '',
  ].filter((extra) => extra !== '')
  lines.push(
    `${output}: ${countText(counts.tools)} tools${extras.length === 0 ? '' : ` (${extras.join('; ')})`}`,
  )
  lines.push(`fingerprint ${fingerprint}`)
  return `${lines.join('\n')}\n`
}

function sourceLine({ source, formats, tools, same, dropped, names }: ImportedSource): string {
  const parts = [
    `${countText(tools)} tools`,
    ...(same > 0 ? [`${countText(same)} met again`] : []),
    ...(dropped > 0 ? [`${countText(dropped)} dropped`] : []),
    ...(names > 0 ? [`${countText(names)} names`] : []),
  ]
  return `${printable(source)} [${formats.join(', ') || 'nothing'}]: ${parts.join(', ')}`
}

/** Notices shown of each kind; `--json` gives all. */
const SHOWN_PER_CODE = 5

function noticeLines(notices: readonly SourceNotice[]): readonly string[] {
  const byCode = new Map<string, SourceNotice[]>()
  for (const notice of notices) {
    const ofCode = byCode.get(notice.code)
    if (ofCode === undefined) byCode.set(notice.code, [notice])
    else ofCode.push(notice)
  }
  return [...byCode].flatMap(([code, ofCode]) => {
    const shown = ofCode
      .slice(0, SHOWN_PER_CODE)
      .map(
        ({ what, where }) =>
          `notice ${code}: ${printable(what, { maxLength: 300 })} (${printable(where, { maxLength: 200 })})`,
      )
    const rest = ofCode.length - shown.length
    return rest === 0 ? shown : [...shown, `notice ${code}: ${countText(rest)} more; --json shows all`]
  })
}
