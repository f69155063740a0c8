import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { countText, percentText } from '../../text/number-text.js'
import { printableLines } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'

/** The data card of a repair mix for a terminal. */
export function textOfRepair(card: JsonObject): string {
  const { total, wanted } = object(card.records)
  const corpus = object(card.corpus)
  const { parts, unit } = object(card.mixture)
  const { rows: tools, mostOverEqual } = object(card.tools)
  const { proseRowsWithEntities } = object(card.statistics)
  const mixture = renderTable({
    columns: [
      { title: 'part' },
      { title: 'configured', align: 'right' },
      { title: 'rows', align: 'right' },
      { title: 'of rows', align: 'right' },
      { title: 'of tokens', align: 'right' },
    ],
    rows: objects(parts).map(({ part, configured, rows, rowShare, tokenShare }) => [
      String(part),
      percent(configured),
      number(rows),
      percent(rowShare),
      percent(tokenShare),
    ]),
  })
  const byTool = renderTable({
    columns: [
      { title: 'tool', maxWidth: 40 },
      { title: 'rows', align: 'right' },
      { title: 'of calls', align: 'right' },
      { title: 'of the corpus', align: 'right' },
    ],
    rows: objects(tools).map(({ tool, rows, share, fromCorpus }) => [
      String(tool),
      number(rows),
      percent(share),
      number(fromCorpus),
    ]),
  })
  const over = typeof mostOverEqual === 'number' ? mostOverEqual.toFixed(2) : '0'
  const lines = [
    `repair, ${card.update}: ${number(total)} rows of ${number(wanted)} wanted`,
    '',
    mixture,
    byTool,
    `corpus        ${number(corpus.distinct)} distinct of ${number(corpus.rows)} rows; ${number(corpus.repeats)} repeats, ${number(corpus.unreadableCalls)} unreadable calls, ${number(corpus.undeclaredTools)} calls of undeclared tools and ${number(corpus.overQuota)} beyond their quota left out`,
    `balance       the most frequent tool has ${over} times an equal share`,
    `mentions      ${number(proseRowsWithEntities)} prose rows mention an entity`,
    `evaluations   ${evaluationText(object(card.evaluations), object(card.dropped))}`,
    `tokens        ${typeof unit === 'string' ? unit : ''}`,
    `bfloat16      ${rateText(card)}`,
    ...objects(card.notices).map(({ what }) => `note          ${what}`),
  ]
  return `${printableLines(lines.join('\n'))}\n`
}

function evaluationText({ texts }: JsonObject, dropped: JsonObject): string {
  const left = Object.entries(dropped).map(([from, counts]) => {
    const parts = Object.entries(object(counts)).map(([reason, count]) => `${number(count)} ${reason}`)
    return `${from} ${parts.join(', ')}`
  })
  const compared = texts === 0 ? 'none named with --test or --ladder' : `${number(texts)} texts`
  return `${compared}; left out: ${left.length === 0 ? 'none' : left.join('; ')}`
}

function rateText({ learningRate, bfloat16 }: JsonObject): string {
  const { stillAbove } = object(bfloat16)
  return `at a learning rate of ${String(learningRate)} weights above ${String(stillAbove)} stand still if they are kept in bfloat16; the configs keep them in float32`
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.map(object) : []
}

function number(value: JsonValue | undefined): string {
  return typeof value === 'number' ? countText(value) : '0'
}

function percent(value: JsonValue | undefined): string {
  return typeof value === 'number' ? `${percentText(value)}` : ''
}
