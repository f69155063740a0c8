import { InputError } from '../../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { cutText, isPlaceholder } from '../../text/normalize.js'
import { buildTool } from '../build-tool.js'
import type { Tool } from '../tool.js'
import { argumentsSchema, MAX_ARGUMENTS_LENGTH } from './arguments-schema.js'
import type { ApiDescription } from './document.js'
import type { Notices } from './notices.js'
import { type Operation, operationsOf } from './operations.js'
import { type Parameter, ParameterReader, readParameters } from './parameters.js'
import { shownAddress } from './reference-address.js'
import type { References } from './references.js'
import { type RequestBody, readRequestBody } from './request-body.js'
import { resultSchema } from './result-schema.js'
import { SchemaLibrary } from './schema-library.js'
import { madeUpName, qualifiedName, unmistakableName } from './tool-names.js'

/**
 * Longest text of a service that its tools carry, in characters: every tool repeats it, and some descriptions put a
 * whole manual there (the longest has 517,849). 99 of 100 service texts of ToolSense have at most 497.
 */
const MAX_SERVICE_DESCRIPTION = 600

/** Microsoft Graph beta, the largest real description, has 22,361. Each may be a reference of a few characters. */
const MAX_OPERATIONS = 200_000

/** Characters of all tools of a description; Microsoft Graph beta has 70 million. */
const MAX_TOTAL_LENGTH = 1 << 29

export interface ApiToolsOptions {
  readonly references: References
  readonly notices: Notices
  /** Put before every name, with two underscores; undefined where one description is a whole catalog. */
  readonly prefix: string | undefined
  /** The service's name when the description has no title. */
  readonly fallbackService: string
  /** Whether an operation that cannot be read is left out and told of, rather than an error. */
  readonly isLenient: boolean
}

/**
 * The tools of a description, one for each operation, in order.
 *
 * @throws {InputError} `remote-ref-refused`, `remote-ref-unreadable`, unless lenient; `description-too-large`.
 */
export function* apiTools(description: ApiDescription, options: ApiToolsOptions): Generator<Tool> {
  const { references, notices } = options
  const context: Context = {
    ...options,
    service: serviceOf(description, options),
    parameters: new ParameterReader({ references, notices }),
    inputs: new SchemaLibrary({ references, notices, direction: 'input' }),
    outputs: new SchemaLibrary({ references, notices: { add: () => undefined }, direction: 'output' }),
    address: shownAddress(description.address),
  }
  const refuse = (error: unknown): void => {
    if (!options.isLenient || !(error instanceof InputError)) throw error
    const [, place = error.where ?? 'paths'] = error.where?.split(`${context.address}, `) ?? []
    notices.add(error.code, `${error.what} The operation is left out.`, place)
  }
  const operations: Operation[] = []
  for (const operation of operationsOf(description, { references, notices, refuse })) {
    if (operations.push(operation) > MAX_OPERATIONS)
      throw tooLarge(context, `more than ${MAX_OPERATIONS} operations`)
  }
  const names = operationNames(operations, notices)
  let openedTools = 0
  let openedCount = 0
  let openedPlace = ''
  let totalLength = 0
  for (const [index, operation] of operations.entries()) {
    let made: MadeTool
    try {
      made = toolOf(operation, names[index] as string, context) // one name for each operation
    } catch (error) {
      refuse(error)
      continue
    }
    if (made.openedCount > 0) {
      openedTools++
      openedCount += made.openedCount
      openedPlace ||= operation.place
    }
    totalLength += made.length
    if (totalLength > MAX_TOTAL_LENGTH) throw tooLarge(context, 'more than 512 MiB of tools')
    yield made.tool
  }
  if (openedTools > 0) {
    const what =
      `In ${openedTools} tools, ${openedCount} schemas beyond ${MAX_ARGUMENTS_LENGTH / 1024} KiB were left open; ` +
      'a "$comment" in the schema names each.'
    notices.add('schemas-left-open', what, `first at ${openedPlace}`)
  }
}

function tooLarge({ address }: Context, what: string): InputError {
  return new InputError({
    code: 'description-too-large',
    what: `The description stands for ${what}.`,
    where: address,
    fix: 'Look for references that multiply its content, and split it.',
  })
}

interface Service {
  readonly name: string
  readonly description: string | undefined
}

interface Context extends ApiToolsOptions {
  readonly service: Service
  readonly parameters: ParameterReader
  readonly inputs: SchemaLibrary
  readonly outputs: SchemaLibrary
  readonly address: string
}

function serviceOf({ root }: ApiDescription, { notices, fallbackService }: ApiToolsOptions): Service {
  const info = isJsonObject(root.info) ? root.info : emptyObject()
  const name = textOf(info.title) ?? fallbackService
  const description = textOf(info.description)
  if (description === undefined || description.length <= MAX_SERVICE_DESCRIPTION) return { name, description }
  const cut = cutText(description, MAX_SERVICE_DESCRIPTION)
  const whole = cut.replace(/\s+\S*$/, '')
  const what = `The service's description of ${description.length} characters is cut to ${MAX_SERVICE_DESCRIPTION}.`
  notices.add('service-description-cut', what, 'info.description')
  return { name, description: `${whole === '' ? cut : whole} …` }
}

/** The id of each operation, else a name made of method and path that no other operation has. */
function operationNames(operations: readonly Operation[], notices: Notices): readonly string[] {
  const given = operations.map(({ value, place }) => {
    const id = value.operationId
    if (id !== undefined && typeof id !== 'string') {
      notices.add('operation-id-unreadable', 'The "operationId" is not a text; a name is made up.', place)
    }
    return typeof id === 'string' && id.trim() !== '' ? id : undefined
  })
  const uses = new Map<string, number>()
  for (const [index, { method, path }] of operations.entries()) {
    const name = given[index] ?? madeUpName(method, path)
    uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  return operations.map(({ method, path }, index) => {
    const id = given[index]
    if (id !== undefined) return id
    const name = madeUpName(method, path)
    return uses.get(name) === 1 ? name : unmistakableName(method, path)
  })
}

interface MadeTool {
  readonly tool: Tool
  /** References and schemas that were left open for their size. */
  readonly openedCount: number
  /** Characters of the tool, about. */
  readonly length: number
}

function toolOf(operation: Operation, name: string, context: Context): MadeTool {
  const { value, method, path, place } = operation
  const { service, prefix, references, notices } = context
  const parameters = parametersOf(operation, context)
  const body = bodyOf(operation, parameters, context)
  const { schema, openedCount, length } = argumentsSchema(
    parameters.filter(({ location }) => location !== 'body'),
    { body, references, library: context.inputs, notices, place },
  )
  const outputSchema = resultSchema(operation, { references, library: context.outputs })
  const summary = textOf(value.summary)
  const written = textOf(value.description)
  const isDescribed = written !== undefined && !isPlaceholder(written)
  // A summary alone is the description: as the title too, it would be said twice.
  const title = isDescribed ? summary : undefined
  const description = isDescribed ? written : (summary ?? written)
  const category = isJsonArray(value.tags)
    ? value.tags.map(textOf).find((tag) => tag !== undefined)
    : undefined
  const tool = buildTool({
    name: prefix === undefined ? name : qualifiedName(prefix, name),
    title,
    description,
    inputSchema: schema,
    outputSchema,
    annotations: annotationsOf(method),
    service: service.name,
    serviceDescription: service.description,
    endpoint: `${method.toUpperCase()} ${path}`,
    category,
    source: { format: 'openapi', at: `${context.address}, ${place}` },
  })
  return { tool, openedCount, length: length + (title?.length ?? 0) + (description?.length ?? 0) }
}

function parametersOf(operation: Operation, context: Context): readonly Parameter[] {
  const { value, document, path, place, shared } = operation
  const own = value.parameters
  const lists = [
    ...(own === undefined ? [] : [{ value: own, document, place: `${place}.parameters` }]),
    ...(shared === undefined ? [] : [shared]),
  ]
  return readParameters(lists, {
    path,
    document,
    place,
    notices: context.notices,
    reader: context.parameters,
  })
}

function bodyOf(
  operation: Operation,
  parameters: readonly Parameter[],
  context: Context,
): RequestBody | undefined {
  const { value, document, place } = operation
  const old = parameters.find(({ location }) => location === 'body')
  if (old !== undefined) return old
  if (value.requestBody === undefined) return undefined
  const { references, notices } = context
  return readRequestBody(
    { value: value.requestBody, document },
    { references, notices, place: `${place}.requestBody` },
  )
}

/** MCP's hints, as far as HTTP's own meaning of the methods goes (RFC 9110, section 9.2). */
function annotationsOf(method: string): JsonObject {
  const annotations = emptyObject()
  annotations.readOnlyHint = ['get', 'head', 'options', 'trace', 'query'].includes(method)
  if (method === 'delete') annotations.destructiveHint = true
  if (method === 'put' || method === 'delete') annotations.idempotentHint = true
  return annotations
}

/** A text that says something. */
function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
