import { isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { countText } from '../text/number-text.js'
import type { StageSettings } from './training-configs.js'

/** The data card for people: what is in the folder, how much of it, and how to train on it. */
export function trainingReadme(manifest: JsonObject, settings: StageSettings): string {
  const at = (...path: readonly string[]): JsonValue | undefined =>
    path.reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) ? value[key] : undefined),
      manifest,
    )
  const formats = at('records', 'formats')
  const rows = isJsonObject(formats)
    ? Object.entries(formats).map(([format, counts]) => {
        const cell = (key: string): string => said(isJsonObject(counts) ? counts[key] : undefined)
        return `| ${format} | ${cell('records')} | ${cell('truncated')} | ${cell('tamed')} |`
      })
    : []
  const lines = [
    `# Training data: ${said(at('recipe'))}, stage ${settings.stage}, ${settings.update === 'lora' ? 'LoRA' : 'all weights'}`,
    '',
    `Written by Assay ${said(at('assay'))} from a catalog of ${said(at('catalog', 'tools'))} tools, seed ${settings.seed}. All counts and fingerprints: \`manifest.json\`.`,
    '',
    '| format | records | with text cut | with marks broken |',
    '|---|---|---|---|',
    ...rows,
    '',
    `- Tokens: ${said(at('tokens', 'scheme'))}, ${said(at('tokens', 'vocabulary'))} new entries (\`tokens.jsonl\`; by tool: \`tool-tokens.json\`).`,
    `- Length: at most ${settings.maxTokens} tokens of ${said(at('length', 'tokenizer'))}, ${said(at('length', 'reserve'))} of them kept for the chat template. Documentation is cut, answers in tokens never.`,
    ...(at('negatives') === undefined
      ? []
      : [
          `- Wrong options: ${said(at('negatives', 'total'))} found by ${said(at('negatives', 'source'))}, ${said(at('negatives', 'atRandom'))} of them at random; none of the answer's own equivalence class.`,
        ]),
    `- Training texts that repeat a test text: ${said(at('nearDuplicates', 'trainTextsInTests'))} of ${said(at('nearDuplicates', 'trainTexts'))}, against ${said(at('nearDuplicates', 'testTexts'))} test texts (\`near-duplicates.jsonl\`).`,
    '',
    '## Training',
    '',
    ...(settings.stage === 1
      ? ['1. `python add_tokens.py BASE` adds the tokens to a base model and writes it to `model/`.']
      : [
          '1. Put the checkpoint of Stage 1 at `model/`, adapters merged into it; its vocabulary has the tokens of `tokens.jsonl`.',
        ]),
    '2. One of:',
    '   - `python train_trl.py --config trl.yaml`',
    '   - `axolotl train axolotl.yaml`',
    '   - `llamafactory-cli train llamafactory.yaml`',
    '',
    'The batch is 1,024 records on one device: with n devices divide `gradient_accumulation_steps` by n, and take less where the data is small. What ToolSense does not publish (learning rate, epochs) is as in ToolGen, the rate of adapters ten times that.',
    ...(settings.update === 'lora'
      ? [
          '',
          'Trained embeddings beside adapters: models whose input and output embeddings are one matrix keep them so with TRL (by the script) and Axolotl; LLaMA-Factory has no key for it and trains two.',
        ]
      : []),
    ...(settings.hasSystemPrompts
      ? []
      : [
          '',
          'There are no system messages. Chat templates of some models add one of their own where there is none; ask the model in the same way when it is examined.',
        ]),
    '',
  ]
  return lines.join('\n')
}

function said(value: JsonValue | undefined): string {
  return typeof value === 'number' ? countText(value) : typeof value === 'string' ? value : '–'
}
