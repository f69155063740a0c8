import type { RawTool } from './facts-oracle.js'

type Node = { readonly [key: string]: unknown }

const node = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {})

/**
 * The operations of an OpenAPI 3 document without references, read without any code of Assay's: parameters and a plain
 * JSON body as one object. Operations whose body is not plainly an object have no input schema of their own here and are
 * left out.
 */
export function rawOpenapiTools(document: unknown): ReadonlyMap<string, RawTool> {
  const tools = new Map<string, RawTool>()
  for (const [path, item] of Object.entries(node(node(document).paths))) {
    for (const method of ['get', 'put', 'post', 'delete', 'patch']) {
      const operation = node(item)[method]
      if (operation === undefined) continue
      const { operationId } = node(operation)
      const inputSchema = inputOf(node(item), node(operation))
      if (typeof operationId !== 'string' || inputSchema === undefined) continue
      const outputSchema = outputOf(node(operation))
      tools.set(operationId, {
        name: operationId,
        endpoint: `${method.toUpperCase()} ${path}`,
        // Parsed JSON throughout.
        inputSchema: inputSchema as RawTool['inputSchema'],
        ...(outputSchema === undefined
          ? {}
          : { outputSchema: outputSchema as NonNullable<RawTool['outputSchema']> }),
      })
    }
  }
  return tools
}

function inputOf(item: Node, operation: Node): Node | undefined {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  const parameters = [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  for (const parameter of parameters.map(node)) {
    const name = String(parameter.name)
    properties[name] = parameter.schema
    if (parameter.required === true && !required.includes(name)) required.push(name)
  }
  const { requestBody } = operation
  if (requestBody === undefined) return { type: 'object', properties, required }
  const body = node(node(node(node(requestBody).content)['application/json']).schema)
  const isPlain = !['allOf', 'anyOf', 'oneOf', 'not', 'nullable'].some(
    (keyword) => body[keyword] !== undefined,
  )
  if (body.type !== 'object' || body.properties === undefined || !isPlain) return undefined
  // A member named like a parameter cannot stand beside it.
  if (Object.keys(node(body.properties)).some((name) => Object.hasOwn(properties, name))) return undefined
  const isClosed = body.additionalProperties === false
  const bodyRequired = Array.isArray(body.required) ? body.required.map(String) : []
  return {
    type: 'object',
    properties: { ...properties, ...node(body.properties) },
    required: [...required, ...bodyRequired],
    ...(isClosed ? { additionalProperties: false } : {}),
  }
}

/** Of the first answer that means success and is JSON. */
function outputOf(operation: Node): Node | undefined {
  const responses = node(operation.responses)
  for (const status of Object.keys(responses)
    .filter((code) => code.startsWith('2'))
    .sort()) {
    const schema = node(node(node(responses[status]).content)['application/json']).schema
    if (schema !== undefined) return node(schema)
  }
  return undefined
}
