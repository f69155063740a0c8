import { countText, percentText } from '../../text/number-text.js'
import type { CardSetting } from './dialogue-card.js'

/** A card for people, and for the dataset hub: its head names the files of every category and split. */
export function dialogueReadme({ plan, counter, world, size, seed, assay }: CardSetting): string {
  const { categories, composed, fillings, language } = plan
  const { statistics } = counter
  const { wordsPerUserTurn, longestUserTurn, distinct1, distinct2, callsPerUserTurn, reusingShare } =
    statistics.summary()
  const table = counter.table(categories)
  const splits = [...new Set(categories.flatMap((category) => Object.keys(table[category] ?? {})))]
  const cell = (category: string, split: string): string => {
    const sums = table[category]?.[split]
    return sums === undefined ? '–' : `${sums.dialogues} (${sums.userTurns})`
  }
  const labels = [...statistics.labels].sort((left, right) => right[1] - left[1])
  return `---
language: ${language}
configs:
${categories.map((category) => configOf(category, splits)).join('\n')}
---

# Dialogues of ${world.pack.id}

${countText(statistics.dialogues)} dialogues with ${countText(statistics.userTurns)} turns of the user, made by Assay ${assay} from
${categories.length} categories of templates, each filled ${fillings} times with rows of a synthetic knowledge base (${size}, seed ${seed}).
Every gold plan was run, turn by turn, and every check that \`benchmark.json\` lists passed.

Each cell: dialogues (turns of the user).

| category | ${splits.join(' | ')} |
|---|${splits.map(() => '---').join('|')}|
${categories.map((category) => `| ${category} | ${splits.map((split) => cell(category, split)).join(' | ')} |`).join('\n')}

- Files: \`items.jsonl\` (everything, with the cache before and after each turn) and
  \`<category>/<split>/output_file_<category>_<split>_<k>.csv\` with the columns ID, Filled_Template and Filled_Plan, each one filling of
  every template of its split.
- The splits share no template and no name of a city or of what belongs to it. The likest two templates share ${(composed.likest?.jaccard ?? 0).toFixed(2)} of their
  words.
- Fillings of one template are not independent: intervals belong to templates (the items' \`cluster\`).
- Turns of the user: ${wordsPerUserTurn.toFixed(1)} words on average, ${longestUserTurn} at most; ${callsPerUserTurn.toFixed(2)} calls; ${percentText(reusingShare)} reuse what an earlier turn has found.
  Different words ${percentText(distinct1)}, pairs of neighbours ${percentText(distinct2)} of all that the user says.
- Labels: ${labels.map(([label, count]) => `${label} ${percentText(count / Math.max(1, statistics.userTurns))}`).join(', ')}.

Texts are composed from phrases that people wrote for this grammar: they are more regular than talk, and nobody has said them.
`
}

function configOf(category: string, splits: readonly string[]): string {
  const files = splits.map((split) => `      - split: ${split}\n        path: ${category}/${split}/*.csv`)
  return `  - config_name: ${category}\n    data_files:\n${files.join('\n')}`
}
