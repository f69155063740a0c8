import type { Item, McqItem, QaItem, RetrievalItem } from '../../src/benchmark/item.js'
import { buildTool, type ToolParts } from '../../src/catalog/build-tool.js'
import { type Catalog, catalogOf } from '../../src/catalog/catalog.js'
import type { JsonObject } from '../../src/text/json.js'
import type { AuditCheck, CheckResult } from '../../src/validity/audit-check.js'
import { type AuditRequest, AuditSubject } from '../../src/validity/audit-subject.js'

export type TestTool = Omit<ToolParts, 'source'>

export function catalogWith(...tools: readonly TestTool[]): Catalog {
  return catalogOf(tools.map((parts) => buildTool({ ...parts, source: { format: 'test', at: '' } })))
}

export function subjectOf(items: readonly Item[], more: Partial<AuditRequest> = {}): AuditSubject {
  return new AuditSubject({
    benchmark: { name: 'desk', items, fingerprint: 'f'.repeat(64) },
    seed: 0,
    resamples: 200,
    notify: () => {},
    pause: async () => {},
    ...more,
  })
}

/** What one check makes of items, with a catalog of these tools where there are any. */
export async function resultOf(
  check: AuditCheck,
  items: readonly Item[],
  tools: readonly TestTool[] = [],
  more: Partial<AuditRequest> = {},
): Promise<CheckResult> {
  return check.run(
    subjectOf(items, { ...(tools.length === 0 ? {} : { catalog: catalogWith(...tools) }), ...more }),
  )
}

/** Findings in a line each: severity, code, items, sentence. */
export async function linesOf(...asked: Parameters<typeof resultOf>): Promise<readonly string[]> {
  const { findings } = await resultOf(...asked)
  return findings.map(
    ({ severity, code, items, count, what }) => `${severity} ${code} [${items.join(' ')}] ${count}: ${what}`,
  )
}

export function query(
  id: string,
  text: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem {
  return { kind: 'retrieval', id, query: text, gold, ...more }
}

export function mcq(
  id: string,
  tool: string,
  options: readonly string[],
  more: Partial<McqItem> = {},
): McqItem {
  const [answer = '', ...distractors] = options
  return { kind: 'mcq', id, tool, question: `What of ${id}?`, answer, distractors, ...more }
}

export function qa(
  id: string,
  tool: string,
  question: string,
  answer: 'yes' | 'no',
  more: Partial<QaItem> = {},
): QaItem {
  return { kind: 'qa', id, tool, question, answer, ...more }
}

/** A call of `go`, which needs a text `to`. */
export function call(id: string, gold: JsonObject, more: JsonObject = {}): Item {
  const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
  const messages = [{ role: 'user', content: `Take ${id} to Lima.` }]
  return {
    kind: 'call',
    id,
    json: { id, kind: 'call', messages, tools: [{ name: 'go', inputSchema }], gold, ...more },
  }
}

export function dialogue(id: string, turns: readonly JsonObject[]): Item {
  return { kind: 'dialogue', id, json: { id, kind: 'dialogue', turns } }
}
