import type { AuditFlags } from '../audit/run-audit.js'
import type { CliCommand } from '../command.js'
import { depths, repeated, resamples, wholeFrom } from '../options.js'

/**
 * `assay audit`: everything that a config asks for, in one report.
 *
 * @param commands those that ask subjects, and `score`.
 */
export const auditCommand = (commands: readonly CliCommand[]): CliCommand => ({
  register(program, context) {
    program
      .command('audit')
      .summary('audit a catalog, benchmarks and subjects; one report')
      .description(
        'Does everything that a config or flags ask for and writes one report: report.json, report.md, and a summary here; where subjects are asked, the page report.html too. `assay report FOLDER --html FILE` makes the page of any audit.',
      )
      .argument(
        '[config]',
        'a config, or a folder that holds assay.config.{ts,js,json,yaml}; this folder by default',
      )
      .option(
        '--quickstart',
        'audit the bundled example: two MCP reference servers, sixty items, no key needed',
      )
      .option('--config <file>', 'the same as the argument')
      .option('--catalog <source>', 'a source of tools, instead of a config; repeatable', repeated)
      .option('--benchmark <path>', 'a benchmark; repeatable', repeated)
      .option('--subject <spec>', 'a subject, e.g. bm25; repeatable', repeated)
      .option('--section <id>', 'only this section; repeatable', repeated)
      .option('--k <depths>', 'depths of rankings, e.g. 1,5,10,50', depths)
      .option('--seed <number>', 'seed of every random draw (default 0)', wholeFrom(0))
      .option('--resamples <number>', 'resamples of each bootstrap (default 10000)', resamples)
      .option('--on-duplicate <rule>', 'two tools of one name: error, first or qualify (default error)')
      .option(
        '--resume <folder>',
        'go on with an audit that was interrupted while it asked subjects; name its config as before',
      )
      .option('-o, --output <folder>', 'where the report goes; default runs/<time>')
      .option('--json', 'print the report as JSON (assay.report/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (path: string | undefined, flags: AuditFlags) => {
        const { runAudit } = await import('../audit/run-audit.js')
        await runAudit(path, flags, context, commands)
      })
  },
})

const EXAMPLES = `
Exit code 1 when the catalog has errors that make tools unusable, 2 or 3 when a section was refused or failed; a low score
is 0.

Examples:
  assay audit --quickstart
  assay audit                       # assay.config.ts of this folder
  assay audit --catalog openapi.yaml
  assay audit --resume runs/20261130-120000             # the config as before: assay.config.ts of this folder
  assay audit --catalog "mcp:npx -y @modelcontextprotocol/server-memory" --benchmark items.jsonl --subject bm25 --subject hybrid:bm25+random`
