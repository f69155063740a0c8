import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { type Tool, toolToJson } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import { isJsonObject, type JsonObject, writeJson } from '../../text/json.js'
import { nearestWord } from '../../text/nearest.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'

export interface ShowFlags extends CatalogFlags {
  readonly json?: boolean
}

export async function runShow(
  {
    spec,
    name,
    flags,
  }: { readonly spec: string; readonly name: string | undefined; readonly flags: ShowFlags },
  context: CliContext,
): Promise<void> {
  const { catalog } = await loadCatalog([spec], importContextOf(context), importOptionsOf(flags))
  if (name !== undefined) {
    const json = toolToJson(toolNamed(name, catalog, spec))
    context.print(flags.json ? `${writeJson(json, 2)}\n` : textOfTool(json))
    return
  }
  const summary = summaryOf(catalog)
  context.print(flags.json ? `${JSON.stringify(summary, undefined, 2)}\n` : textOfSummary(summary))
}

/** @throws {InputError} `tool-unknown`. */
function toolNamed(name: string, catalog: Catalog, spec: string): Tool {
  const position = catalog.position(name)
  const tool = position === undefined ? undefined : catalog.tools[position]
  if (tool !== undefined) return tool
  // Edit distances to 125,000 names would take seconds.
  const names = catalog.tools.length > 20_000 ? [] : catalog.tools.map((known) => known.name)
  const nearest = nearestWord(name, names)
  throw new InputError({
    code: 'tool-unknown',
    what: `No tool is named ${JSON.stringify(name)}, nor is it an alias of just one.`,
    where: spec,
    fix:
      nearest === undefined
        ? 'Check the spelling; names are exact.'
        : `Did you mean ${JSON.stringify(nearest)}?`,
  })
}

interface CatalogSummary {
  readonly schema: 'assay.catalog/1'
  readonly tools: number
  readonly services: number
  readonly categories: number
  /** Tools with a text that says what they do. */
  readonly described: number
  /** Tools with at least one argument. */
  readonly withArguments: number
  readonly withAliases: number
  readonly withToken: number
  readonly largestServices: readonly { readonly service: string; readonly tools: number }[]
  readonly fingerprint: string
  /** A few names, drawn at random but always the same ones. */
  readonly sample: readonly string[]
}

const SAMPLE_SIZE = 5

function summaryOf(catalog: Catalog): CatalogSummary {
  const { tools, fingerprint } = catalog
  const services = new Map<string, number>()
  const categories = new Set<string>()
  for (const { service, category } of tools) {
    if (service !== undefined) services.set(service, (services.get(service) ?? 0) + 1)
    if (category !== undefined) categories.add(category)
  }
  const counted = (holds: (tool: Tool) => boolean): number => tools.filter(holds).length
  return {
    schema: 'assay.catalog/1',
    tools: tools.length,
    services: services.size,
    categories: categories.size,
    described: counted((tool) => (tool.description ?? tool.serviceDescription) !== undefined),
    withArguments: counted(hasArguments),
    withAliases: counted(({ aliases }) => aliases !== undefined),
    withToken: counted(({ tokenText }) => tokenText !== undefined),
    largestServices: [...services]
      .sort(([, left], [, right]) => right - left)
      .slice(0, SAMPLE_SIZE)
      .map(([service, size]) => ({ service, tools: size })),
    fingerprint,
    sample: shuffled(tools, randomStream(0, 'catalog-show'))
      .slice(0, SAMPLE_SIZE)
      .map(({ name }) => name),
  }
}

function hasArguments({ inputSchema: { properties } }: Tool): boolean {
  return isJsonObject(properties) && Object.keys(properties).length > 0
}

function textOfSummary(summary: CatalogSummary): string {
  const share = (part: number): string => `${countText(part)} (${Math.round((part / summary.tools) * 100)} %)`
  const largest = summary.largestServices.map(
    ({ service, tools }) => `${printable(service)} ${countText(tools)}`,
  )
  const lines = [
    `tools         ${countText(summary.tools)}`,
    `services      ${countText(summary.services)}${largest.length === 0 ? '' : `: ${largest.join(', ')}`}`,
    `categories    ${countText(summary.categories)}`,
    `described     ${share(summary.described)}`,
    `arguments     ${share(summary.withArguments)}`,
    `aliases       ${share(summary.withAliases)}`,
    `tokens        ${share(summary.withToken)}`,
    `fingerprint   ${summary.fingerprint}`,
    'sample',
    ...summary.sample.map((name) => `  ${printable(name)}`),
  ]
  return `${lines.join('\n')}\n`
}

function textOfTool(json: JsonObject): string {
  const lines = Object.entries(json).map(([field, value]) => {
    const text = typeof value === 'string' ? printable(value) : writeJson(value, 2)
    return text.includes('\n') ? `${field}\n  ${text.replaceAll('\n', '\n  ')}` : `${field}: ${text}`
  })
  return `${lines.join('\n')}\n`
}
