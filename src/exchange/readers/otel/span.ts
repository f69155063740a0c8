import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { objectIn, objectsOf, textIn } from '../../../text/json-members.js'
import { momentOf } from '../../conversation/conversation.js'
import { attributesOf, plainValue } from './attributes.js'

/** A span, or an event that stands for one, whatever exporter wrote it. */
export interface Span {
  readonly attributes: JsonObject
  readonly events: readonly { readonly name: string; readonly attributes: JsonObject }[]
  /** What went wrong, where the span says so. */
  readonly failure?: string
  readonly startedMs?: number
  readonly endedMs?: number
}

/** Spans in a document of OTLP, a list of spans, or one span. */
export function* spansIn(value: JsonValue): Generator<Span> {
  if (isJsonArray(value)) {
    for (const entry of value) yield* spansIn(entry)
    return
  }
  if (!isJsonObject(value)) return
  const resources = [...objectsOf(value.resourceSpans), ...objectsOf(value.resource_spans)]
  const logs = objectsOf(value.resourceLogs)
  if (resources.length === 0 && logs.length === 0) {
    yield spanOf(value)
    return
  }
  for (const resource of resources) {
    const scopes = [
      ...objectsOf(resource.scopeSpans),
      ...objectsOf(resource.scope_spans),
      ...objectsOf(resource.instrumentationLibrarySpans),
    ]
    for (const scope of scopes) for (const span of objectsOf(scope.spans)) yield spanOf(span)
  }
  for (const resource of logs) {
    for (const scope of objectsOf(resource.scopeLogs)) {
      for (const record of objectsOf(scope.logRecords)) {
        const attributes = attributesOf(record.attributes)
        // The event that carries a whole request and answer; its body may hold them as well.
        const name = textIn(record, 'eventName') ?? textIn(attributes, 'event.name')
        if (name !== 'gen_ai.client.inference.operation.details') continue
        const body = plainValue(record.body ?? null, 0)
        yield { attributes: { ...(isJsonObject(body) ? body : {}), ...attributes }, events: [] }
      }
    }
  }
}

function spanOf(span: JsonObject): Span {
  const attributes = attributesOf(span.attributes)
  const startedMs = momentOf(
    span.startTimeUnixNano ?? span.start_time_unix_nano ?? span.start_time ?? span.startTime,
  )
  const endedMs = momentOf(span.endTimeUnixNano ?? span.end_time_unix_nano ?? span.end_time ?? span.endTime)
  const failure = failureOf(span, attributes)
  return {
    attributes,
    events: objectsOf(span.events).map((event) => ({
      name: textIn(event, 'name') ?? '',
      attributes: attributesOf(event.attributes),
    })),
    ...(failure === undefined ? {} : { failure }),
    ...(startedMs === undefined ? {} : { startedMs }),
    ...(endedMs === undefined ? {} : { endedMs }),
  }
}

function failureOf(span: JsonObject, attributes: JsonObject): string | undefined {
  const status = objectIn(span, 'status')
  const code = status?.code ?? status?.status_code
  const isError = code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR'
  const type = textIn(attributes, 'error.type')
  if (!isError && type === undefined) return undefined
  const said = textIn(status, 'message') ?? textIn(status, 'description') ?? type
  return (said ?? 'The span ended in an error.').slice(0, 2000)
}
