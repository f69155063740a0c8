import { hostTemplates } from '../../adapters/chat-template.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { type Detection, detectDialect } from '../../toolcall/detect-dialect.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import type { CliContext } from '../command.js'
import { readTemplate } from '../template-option.js'

interface JsonFlag {
  readonly json?: true
}

/** Nothing found and several found are results like any other; `kind` tells them apart. */
export async function runDialectDetect(file: string, flags: JsonFlag, context: CliContext): Promise<void> {
  const detection = await detectDialect(await readTemplate(file, context), hostTemplates())
  const document = { schema: 'assay.dialect/1', file, ...detection }
  context.print(flags.json ? `${JSON.stringify(document, undefined, 2)}\n` : textOfDetection(detection))
}

function textOfDetection(detection: Detection): string {
  switch (detection.kind) {
    case 'detected':
      return `${detection.dialect}\n\nThe template writes a call like this:\n${indented(detection.callText)}\n`
    case 'ambiguous': {
      const rows = detection.candidates.map(({ dialect, hasLiterals, readsCall }) => {
        const why = [
          ...(hasLiterals ? ['its literals occur'] : []),
          ...(readsCall ? ['it reads the call'] : []),
        ]
        return `  ${dialect}: ${why.join(', ')}`
      })
      return `ambiguous. ${printable(detection.reason)}\n${rows.join('\n')}\n\nChoose one with --dialect.\n`
    }
    case 'none':
      return `none. ${printable(detection.reason)}\n\nDeclare what your prompt asks for with --dialect.\n`
    default:
      return detection satisfies never
  }
}

function indented(text: string): string {
  const lines = text.trim().split('\n')
  return lines.map((line) => `  ${printable(line, { maxLength: 200 })}`).join('\n')
}

export function runDialectList(flags: JsonFlag, context: CliContext): void {
  if (flags.json) {
    context.print(
      `${JSON.stringify({ schema: 'assay.dialects/1', dialects: dialects.map(factsOf) }, undefined, 2)}\n`,
    )
    return
  }
  const rows = dialects.map(({ id, describes }) => [id, describes])
  context.print(renderTable({ columns: [{ title: 'dialect' }, { title: 'how a call is written' }], rows }))
}

function factsOf({ id, describes, trigger, closer, keys, plurality, endOfTurn, isApi }: Dialect) {
  return { id, describes, trigger, closer, keys: keys ?? null, plurality, endOfTurn, isApi: isApi === true }
}
