import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { spokenText } from '../../score/choice/spoken-text.js'
import { readSelection } from '../../score/run/selection-reading.js'
import { toCutText } from './cut-text.js'
import { PROMPT_LENGTH } from './item-caps.js'
import type { ItemJudge } from './item-judge.js'

const SHOWN = 20

/** Reads which tools a model named for a query. Right: the first ones meet all needs, as many as there are needs. */
export function selectionJudge({ item, needs }: ResolvedItem, catalog: Catalog): ItemJudge {
  const isGold = new Set(needs.flat())
  return {
    kind: 'retrieval',
    ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
    tools: needs.flatMap(([first]) => first ?? []),
    sought: { query: item.query, needs },
    asked: () => ({
      prompt: toCutText(item.query, PROMPT_LENGTH),
      gold: toCutText(needs.map((need) => need.join(' or ')).join('\n'), PROMPT_LENGTH),
    }),
    judge({ output }) {
      const spoken = output === undefined ? undefined : spokenText(output)
      const { strict } = readSelection(spoken?.kind === 'text' ? spoken.text : '', catalog)
      const first = new Set(strict.names.slice(0, needs.length))
      const met = needs.filter((need) => need.some((name) => first.has(name))).length
      const value = met / needs.length
      return {
        row: {
          verdict: value === 1 ? 'right' : value === 0 ? 'wrong' : 'partial',
          value,
          outcome: strict.names.length > 0 ? 'named' : 'no tool named',
        },
        evidence: {
          ranked: strict.names.slice(0, SHOWN).map((name) => ({ name, isGold: isGold.has(name) })),
        },
      }
    },
  }
}
