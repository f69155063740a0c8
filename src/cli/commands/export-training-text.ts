import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { renderTable } from '../../text/table.js'

/** A training set's data card for a terminal. */
export function textOfTraining(card: JsonObject): string {
  const { total, formats } = object(card.records)
  const rows = Object.entries(object(formats)).map(([format, value]) => {
    const { records, truncated, tamed, skipped } = object(value)
    const left = Object.entries(object(skipped)).map(([reason, count]) => `${number(count)} ${reason}`)
    return [format, number(records), number(truncated), number(tamed), left.join(', ')]
  })
  const table = renderTable({
    columns: [
      { title: 'format' },
      { title: 'records', align: 'right' },
      { title: 'text cut', align: 'right' },
      { title: 'marks broken', align: 'right' },
      { title: 'left out' },
    ],
    rows,
  })
  const lines = [
    `${card.recipe}, stage ${card.stage}, ${card.update}: ${number(total)} records`,
    '',
    table,
    `tokens           ${tokensText(object(card.tokens))}`,
    ...(card.negatives === undefined ? [] : [`wrong options    ${negativesText(object(card.negatives))}`]),
    ...(card.queries === undefined ? [] : queryLines(object(card.queries))),
    `near-duplicates  ${overlapText(object(card.nearDuplicates))}`,
  ]
  return `${lines.join('\n')}\n`
}

function tokensText({ scheme, vocabulary, prefixes }: JsonObject): string {
  const { count } = object(prefixes)
  const begun = count === 0 ? '' : `; ${number(count)} sequences begin with that of another tool`
  return `${number(vocabulary)} ${scheme}${begun}`
}

function negativesText({ source, total, atRandom, recordsWithFewer, answerPositions }: JsonObject): string {
  const places = isJsonArray(answerPositions) ? answerPositions.map(number).join(' ') : ''
  const fewer =
    recordsWithFewer === 0 ? '' : `, ${number(recordsWithFewer)} records with fewer than asked for`
  return `${number(total)} by ${source}, ${number(atRandom)} at random${fewer}; answer by place: ${places}`
}

function queryLines({ sources, repeatedPairs, droppedNearDuplicates }: JsonObject): readonly string[] {
  const from = isJsonArray(sources)
    ? sources.map(object).map(({ name, items, excludedItems, missingGold }) => {
        const lost =
          missingGold === 0
            ? ''
            : `, ${number(missingGold)} gold names not in the catalog (${number(excludedItems)} queries left out)`
        return `queries          ${name}: ${number(items)}${lost}`
      })
    : []
  return [
    ...from,
    `                 ${number(repeatedPairs)} pairs repeated and left out, ${number(droppedNearDuplicates)} queries dropped as near-duplicates of a test`,
  ]
}

function overlapText({ compared, trainTexts, trainTextsInTests, testTexts, pairs }: JsonObject): string {
  if (testTexts === 0) return 'not looked for: no --test'
  const { exact, normalised, near } = object(pairs)
  return `${number(trainTextsInTests)} of ${number(trainTexts)} ${compared} repeat a test text (of ${number(testTexts)}): ${number(exact)} pairs exact, ${number(normalised)} normalised, ${number(near)} near`
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function number(value: JsonValue | undefined): string {
  return typeof value === 'number' ? countText(value) : '0'
}
