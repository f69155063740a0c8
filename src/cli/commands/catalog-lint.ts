import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ProviderId } from '../../catalog/lint/providers.js'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { wholeFrom } from '../options.js'

const PROVIDERS = ['openai', 'anthropic', 'gemini', 'mcp'] as const satisfies readonly ProviderId[]

/** `assay catalog lint`. */
export function registerCatalogLint(catalogCommand: Command, context: CliContext): void {
  const command = catalogCommand
    .command('lint')
    .description('find what makes tools hard to find, to tell apart or to call')
    .argument('<catalog>', CATALOG_SPECS)
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 when a finding is at least this bad')
        .choices(['error', 'warn'])
        .default('error'),
    )
    .option('--only <codes>', 'only these codes, comma-separated (repeatable)', codes)
    .option('--skip <codes>', 'not these codes, comma-separated (repeatable)', codes)
    .option(
      '--provider <id>',
      `whose limits count: ${PROVIDERS.join(', ')} (repeatable; default all)`,
      provider,
    )
    .option(
      '--limit <n>',
      'findings listed of each code and severity; 0 lists all (default 10000)',
      wholeFrom(0),
    )
    .option('--parts', 'list which parts of a good description each tool lacks, as notes')
    .option('--judge <spec>', 'a model that judges which parts descriptions have, e.g. openai:gpt-4o-mini')
    .option('--judge-tools <n>', 'tools that it judges at most (default 100)', wholeFrom(1), 100)
    .option('--seed <number>', 'seed of the tools that are judged', wholeFrom(0), 0)
    .option('--no-tokens', 'do not count prompt tokens')
    .option('-o, --output <file>', 'write the report as JSON to a file as well')
  addCatalogFlags(command)
    .option('--json', 'print the report as JSON (assay.lint/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (spec: string, flags: LintFlags) => {
      const { runLint } = await import('./catalog-lint-run.js')
      await runLint(spec, flags, context)
    })
}

type LintFlags = import('./catalog-lint-run.js').LintFlags

function codes(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, ...value.split(',').map((code) => code.trim())]
}

function provider(value: string, earlier: readonly ProviderId[] = []): readonly ProviderId[] {
  const known = PROVIDERS.find((id) => id === value)
  if (known === undefined) throw new InvalidArgumentError(`Providers are ${PROVIDERS.join(', ')}.`)
  return [...earlier, known]
}

const EXAMPLES = `
Severities: "error" is a tool that cannot be used as it is, "warn" one that will be misread, "info" worth knowing.
The exit code is 0 unless a finding is at least as bad as --fail-on says. docs/lint.md lists every code.

Examples:
  assay catalog lint catalog.jsonl
  assay catalog lint openapi.yaml --provider openai --provider anthropic
  assay catalog lint "mcp:npx -y @modelcontextprotocol/server-memory" --fail-on warn
  assay catalog lint catalog.jsonl --only duplicate-exact,duplicate-near,confusable --json -o lint.json`
