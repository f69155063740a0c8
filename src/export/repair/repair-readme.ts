import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { objectsOf } from '../../text/json-members.js'
import { countText, percentText } from '../../text/number-text.js'
import type { RepairSettings } from '../training-configs.js'

/** The data card for people. */
export function repairReadme(card: JsonObject, settings: RepairSettings): string {
  const at = (...path: readonly string[]): JsonValue | undefined =>
    path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), card)
  const still = Number(at('bfloat16', 'stillAbove'))
  const lines = [
    `# Training data: repair, ${settings.update === 'lora' ? 'LoRA' : 'all weights'}`,
    '',
    `Written by Assay ${said(at('assay'))} from a tool corpus of ${said(at('corpus', 'rows'))} rows, ${said(at('corpus', 'distinct'))} of them distinct; seed ${settings.seed}. All counts and fingerprints: \`manifest.json\`.`,
    '',
    '| part | configured | rows | share of rows | share of tokens |',
    '|---|---|---|---|---|',
    ...objectsOf(at('mixture', 'parts')).map(
      ({ part, configured, rows, rowShare, tokenShare }) =>
        `| ${said(part)} | ${percent(configured)} | ${said(rows)} | ${percent(rowShare)} | ${percent(tokenShare)} |`,
    ),
    '',
    `\`call\`: one call, with entities that neither the corpus nor an evaluation holds. \`multi-call\`: several in one turn. \`pair\`: one entity in a prompt that needs a call and in one that needs none. \`no-call\`: prose although the prompt mentions what calls take; \`why\` says why no call is right. \`chat\`: prose about anything else. Tokens: ${said(at('mixture', 'unit'))}.`,
    '',
    '| tool | rows | share of call rows | of the corpus |',
    '|---|---|---|---|',
    ...objectsOf(at('tools', 'rows')).map(
      ({ tool, rows, share, fromCorpus }) =>
        `| ${said(tool)} | ${said(rows)} | ${percent(share)} | ${said(fromCorpus)} |`,
    ),
    '',
    `- Of the corpus: ${said(at('corpus', 'repeats'))} repeats are not written again, ${said(at('corpus', 'unreadableCalls'))} distinct rows whose call the strict reading refuses and ${said(at('corpus', 'undeclaredTools'))} that call an undeclared tool are left out, ${said(at('corpus', 'overQuota'))} are beyond their quota.`,
    `- Prose rows that mention entities: ${said(at('statistics', 'proseRowsWithEntities'))}.`,
    `- Compared with ${said(at('evaluations', 'texts'))} texts of evaluations; left out: ${droppedText(at('dropped'))}.`,
    ...objectsOf(at('notices')).map(({ what }) => `- ${said(what)}`),
    '',
    '## The learning rate, and bfloat16',
    '',
    `The rate is ${settings.learningRate}. Where weights are kept in bfloat16, one step of that size moves no weight above ${still} (2^${Math.log2(still)}): it is rounded away, and most of a model stands still whatever the data says. The configs keep the weights in float32 and do their sums in bfloat16 (Axolotl: all in float32). Where memory does not allow that, take a higher rate; \`assay drift BEFORE AFTER --lr ${settings.learningRate}\` shows what moved and what could have.`,
    '',
    '## Training',
    '',
    '1. Put the checkpoint to repair at `model/`.',
    ...(settings.hasTemplate
      ? [
          '   Copy `chat_template.jinja` into `model/`: it writes messages as the corpus does, to the letter. A template of another format would teach another format.',
        ]
      : []),
    '2. One of:',
    '   - `python train_trl.py --config trl.yaml`',
    '   - `axolotl train axolotl.yaml`',
    '   - `llamafactory-cli train llamafactory.yaml`',
    ...(settings.recordsCalls
      ? [
          '',
          'Calls stand in `tool_calls`, as the corpus has them, with arguments as text; `llamafactory.jsonl` holds the same rows as LLaMA-Factory reads them. Name the `template` of the model in `llamafactory.yaml`.',
        ]
      : []),
    '',
    'The batch is 32 rows on one device, and three epochs: both choices of Assay. Only the last turn of a row is trained on.',
    '',
    '3. Climb the ladder again: `assay ladder --subject gguf:after.gguf --corpus CORPUS`, with the corpus and the seed of the first ladder.',
    '',
  ]
  return lines.join('\n')
}

function droppedText(value: JsonValue | undefined): string {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return 'none'
  return Object.entries(value)
    .map(([from, counts]) => {
      const parts = isJsonObject(counts)
        ? Object.entries(counts).map(([reason, count]) => `${said(count)} ${reason}`)
        : []
      return `${from}: ${parts.join(', ')}`
    })
    .join('; ')
}

function percent(value: JsonValue | undefined): string {
  return typeof value === 'number' ? `${percentText(value)}` : '–'
}

/** Texts of strangers stay within their cell and open nothing. */
function said(value: JsonValue | undefined): string {
  if (typeof value === 'number') return countText(value)
  return typeof value === 'string' ? value.replace(/[|\n\r`<]/g, ' ') : '–'
}
