import type { Command } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import { registerCatalogLint } from './catalog-lint.js'

/** `assay catalog import|show|diff|lint`. */
export const catalogCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('catalog')
      .description('read tools into a catalog, look at it, compare two, find faults')
      .addHelpText(
        'after',
        `
Examples:
  assay catalog import openapi.yaml -o catalog.jsonl
  assay catalog lint catalog.jsonl
  assay catalog diff old.jsonl catalog.jsonl`,
      )
    registerImport(command, context)
    registerShow(command, context)
    registerDiff(command, context)
    registerCatalogLint(command, context)
  },
}

function registerImport(catalog: Command, context: CliContext): void {
  const command = catalog
    .command('import')
    .description('read tools from one or more sources and write them as one catalog.jsonl')
    .argument('<source...>', CATALOG_SPECS)
    .requiredOption('-o, --output <file>', 'where the catalog is written')
  addCatalogFlags(command)
    .option('--json', 'print the counts, notices and fingerprint as JSON (assay.import/1)')
    .option('--quiet', 'no progress on stderr')
    .addHelpText(
      'after',
      `
Formats, detected or named with --format:
  assay             Assay's own catalog.jsonl
  toolsense         a ToolSense catalog, or the tools in its RRB, MCQ or QA items
  toolbench         ToolBench's tree of category/service.json, or its flat tools.json
  toolbench-corpus  the corpus.tsv of ToolBench's retrieval folders
  bfcl              BFCL function documents, or BFCL questions with their functions
  openapi           OpenAPI 3.0 and 3.1, Swagger 2.0, as JSON or YAML; a file or a folder of them
  items             the tools in Assay's own items
  mcp               a saved tools/list result of MCP, or a list of MCP tools
  anthropic         tools for the Anthropic Messages API
  gemini            function declarations for the Gemini API
  openai            tools for the OpenAI API: chat completions, Responses, or the older functions
  toolgen           ToolGen's virtual_tokens.txt
  names             a list of names, one a line

Duplicates: "error" stops and names both places, "first" keeps the first, "qualify" renames all tools of the
name to service.name (file.name without a service), with ~2, ~3, … where that is taken.

Examples:
  assay catalog import "mcp:npx -y @modelcontextprotocol/server-everything" -o catalog.jsonl
  assay catalog import mcp+https://tools.example.com/mcp --header "Authorization: Bearer $TOKEN" -o catalog.jsonl
  assay catalog import crm.yaml billing.json -o catalog.jsonl --on-duplicate qualify
  assay catalog import mcq.jsonl qa.jsonl rrb.jsonl virtual_tokens.txt -o toolsense.jsonl`,
    )
    .action(async (sources: string[], flags: ImportFlags) => {
      const { runImport } = await import('./catalog-import.js')
      await runImport(sources, flags, context)
    })
}

function registerShow(catalog: Command, context: CliContext): void {
  const command = catalog
    .command('show')
    .description('say what a catalog holds, or show one of its tools whole')
    .argument('<catalog>', CATALOG_SPECS)
    .argument('[name]', 'name, alias or virtual token of a tool')
  addCatalogFlags(command)
    .option('--json', 'print JSON')
    .option('--quiet', 'no progress on stderr')
    .addHelpText(
      'after',
      `
Examples:
  assay catalog show catalog.jsonl
  assay catalog show catalog.jsonl get_user
  assay catalog show "mcp:npx -y @modelcontextprotocol/server-memory" --json`,
    )
    .action(async (spec: string, name: string | undefined, flags: ShowFlags) => {
      const { runShow } = await import('./catalog-show.js')
      await runShow({ spec, name, flags }, context)
    })
}

function registerDiff(catalog: Command, context: CliContext): void {
  const command = catalog
    .command('diff')
    .description('say which tools were added, removed and changed from one catalog to another')
    .argument('<before>', CATALOG_SPECS)
    .argument('<after>', CATALOG_SPECS)
  addCatalogFlags(command)
    .option('--json', 'print JSON')
    .option('--quiet', 'no progress on stderr')
    .addHelpText(
      'after',
      `
Tools are compared by name. The exit code is 0 whether they differ or not.

Examples:
  assay catalog diff old.jsonl new.jsonl
  assay catalog diff catalog.jsonl "mcp:npx -y @modelcontextprotocol/server-everything" --json`,
    )
    .action(async (before: string, after: string, flags: ShowFlags) => {
      const { runDiff } = await import('./catalog-diff.js')
      await runDiff({ before, after, flags }, context)
    })
}

type ImportFlags = import('./catalog-import.js').ImportFlags
type ShowFlags = import('./catalog-show.js').ShowFlags
