import type { Tool } from '../catalog/tool.js'
import { AssayError } from '../errors.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { quoted } from '../text/printable.js'
import type { Dialect, WrittenCall } from '../toolcall/dialect.js'
import type { PreflightFinding } from './preflight-finding.js'
import type { PromptRenderer } from './subject.js'

/** Whether a stop text would cut a call that is right: one that ends a call cuts its closer, and every call after it. */
export function stopFindings(
  stop: readonly string[],
  tools: readonly Tool[],
  dialect: Dialect,
): readonly PreflightFinding[] {
  if (dialect.isApi === true) return []
  const texts = tools.slice(0, 20).flatMap((tool) => textsOf([tool], dialect))
  texts.push(...textsOf(tools.slice(0, 2), dialect))
  const found = stop.flatMap((one) => {
    const text = one === '' ? undefined : texts.find((written) => written.includes(one))
    return text === undefined ? [] : [{ one, text }]
  })
  return found.slice(0, 1).map(({ one, text }) => ({
    code: 'stop-inside-call',
    severity: 'blocking',
    what: `The stop text ${quoted(one, 120)} stands inside a legal call of the dialect ${dialect.id}: ${quoted(text, 120)}.`,
    fix: `Leave it out; a turn of this dialect ends with ${dialect.endOfTurn.map((one) => quoted(one, 120)).join(' or ') || 'the end of the text'}.`,
  }))
}

/** What the dialect writes for one call of each tool; nothing where it has no way to. */
function textsOf(tools: readonly Tool[], dialect: Dialect): string[] {
  if (tools.length === 0 || (tools.length > 1 && dialect.plurality === 'single')) return []
  const calls = tools.map(
    ({ name, inputSchema }): WrittenCall => ({ name, arguments: exampleOf(inputSchema), id: 'call00001' }),
  )
  try {
    return [dialect.renderCalls(calls, { tools })]
  } catch (error) {
    if (error instanceof AssayError) return []
    throw error
  }
}

function exampleOf(schema: JsonObject): JsonObject {
  const example = emptyObject()
  const properties: JsonValue | undefined = schema.properties
  if (!isJsonObject(properties)) return example
  for (const [key, member] of Object.entries(properties).slice(0, 50)) {
    example[key] = sampleOf(isJsonObject(member) ? member : emptyObject(), 0)
  }
  return example
}

/** A value of the declared type; what else the schema demands does not matter to how a call is written. */
function sampleOf(schema: JsonObject, depth: number): JsonValue {
  const { enum: values, type } = schema
  if (isJsonArray(values) && values[0] !== undefined) return values[0]
  const [first] = isJsonArray(type) ? type : [type]
  switch (first) {
    case 'integer':
      return 1
    case 'number':
      return 0.5
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return depth > 3 ? [] : [sampleOf(isJsonObject(schema.items) ? schema.items : emptyObject(), depth + 1)]
    case 'object': {
      const inner = emptyObject()
      if (depth <= 3 && isJsonObject(schema.properties)) {
        for (const [key, member] of Object.entries(schema.properties).slice(0, 20)) {
          inner[key] = sampleOf(isJsonObject(member) ? member : emptyObject(), depth + 1)
        }
      }
      return inner
    }
    default:
      return 'two words'
  }
}

/** Whether the texts that open and close a call come out of the tokenizer as they went in. */
export async function triggerFindings(
  dialect: Dialect,
  { tokenize, detokenize }: Pick<PromptRenderer, 'tokenize' | 'detokenize'>,
): Promise<readonly PreflightFinding[]> {
  if (tokenize === undefined || detokenize === undefined || dialect.isApi === true) return []
  for (const marker of [...dialect.trigger, ...dialect.closer]) {
    const ids = await tokenize(marker)
    const text = await detokenize(ids)
    if (text.includes(marker)) continue
    return [
      {
        code: 'trigger-lost',
        severity: 'blocking',
        what: `${quoted(marker, 120)} of the dialect ${dialect.id} is decoded as ${quoted(text, 120)} (ids ${ids.slice(0, 8).join(', ')}), so no call could be recognised.`,
        fix: 'Have special tokens written out ("skip_special_tokens": false, "special": true), or choose the dialect of this model.',
      },
    ]
  }
  return []
}
