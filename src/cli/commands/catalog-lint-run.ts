import { loadCatalog } from '../../catalog/import.js'
import type { Severity } from '../../catalog/lint/finding.js'
import { type LintOptions, lintCatalog, lintCodes } from '../../catalog/lint/lint.js'
import type { ProviderId } from '../../catalog/lint/providers.js'
import { InputError } from '../../errors.js'
import { nearestWord } from '../../text/nearest.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import type { RunHost } from '../run/run-host.js'
import { judgeCatalog } from './catalog-lint-judge.js'
import { type JudgedLintReport, textOfLint } from './catalog-lint-text.js'

export interface LintFlags extends CatalogFlags {
  readonly failOn: Exclude<Severity, 'info'>
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly provider?: readonly ProviderId[]
  readonly limit?: number
  readonly tokens: boolean
  readonly parts?: true
  readonly judge?: string
  readonly judgeTools: number
  readonly seed: number
  readonly output?: string
  readonly json?: boolean
}

export async function runLint(
  spec: string,
  flags: LintFlags,
  context: CliContext,
  hostOf?: () => RunHost,
): Promise<void> {
  guardOutput(flags.output, [spec])
  checkCodes('--only', flags.only)
  checkCodes('--skip', flags.skip)
  const { catalog } = await loadCatalog([spec], importContextOf(context), importOptionsOf(flags))
  context.notify(`Checking ${countText(catalog.tools.length)} tools`)
  const linted = await lintCatalog(catalog, optionsOf(flags, context))
  const { judge, judgeTools: most, seed } = flags
  const host = hostOf === undefined ? {} : { hostOf }
  const judgement =
    judge === undefined ? undefined : await judgeCatalog({ catalog, judge, most, seed, context, ...host })
  const report = judgement === undefined ? linted : { ...linted, judgement }
  if (flags.output !== undefined) await context.files.write(flags.output, [jsonOf(report)])
  context.print(flags.json === true ? jsonOf(report) : textOfLint(report))
  const { error, warn } = report.totals
  const isUnjudged =
    judgement !== undefined &&
    judgement.judged > 0 &&
    judgement.unanswered.filter(({ isFailure }) => isFailure).length === judgement.judged
  if (isUnjudged) {
    const [first] = judgement.unanswered
    context.complain(`The judge could not be asked: ${printable(first?.why ?? 'none')}.\n`)
    context.exit(3)
  } else if (error > 0 || (flags.failOn === 'warn' && warn > 0)) context.exit(1)
}

function optionsOf(
  { only, skip, provider, limit, tokens, parts }: LintFlags,
  context: CliContext,
): LintOptions {
  return {
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
    ...(provider === undefined ? {} : { providers: provider }),
    ...(limit === undefined ? {} : { limit }),
    ...(parts === undefined ? {} : { parts }),
    tokens,
    // Lets Ctrl-C through; a catalog of 125,000 tools takes a minute.
    pause: () => context.clock.sleep(0, context.signal),
  }
}

/** @throws {InputError} `lint-code-unknown`. */
function checkCodes(flag: string, codes: readonly string[] = []): void {
  for (const code of codes) {
    if (lintCodes.includes(code)) continue
    const nearest = nearestWord(code, lintCodes)
    throw new InputError({
      code: 'lint-code-unknown',
      what: `There is no lint code ${JSON.stringify(code)}.`,
      where: flag,
      fix: nearest === undefined ? 'docs/lint.md lists all codes.' : `Did you mean "${nearest}"?`,
    })
  }
}

/** Above it a report is written on one line: indentation would double its size. */
const INDENTED_TOOLS = 1000

function jsonOf(report: JudgedLintReport): string {
  return `${JSON.stringify(report, undefined, report.tools > INDENTED_TOOLS ? 0 : 2)}\n`
}
