import { stringify } from 'yaml'
import { markdownText } from '../../text/markdown-text.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import type { DatasetConfig, Feature, FeatureType } from './dataset-configs.js'

/** What the card of a dataset folder says. */
export interface CardFacts {
  readonly name: string
  readonly configs: readonly DatasetConfig[]
  /** Identifier of a licence, where the benchmark names one. */
  readonly licence?: string
  /** Version of Assay. */
  readonly assay: string
  readonly about:
    | { readonly kind: 'benchmark'; readonly fingerprint: string; readonly verdict?: string }
    | {
        readonly kind: 'run'
        readonly id: string
        readonly subject: string
        readonly createdAt: string
        readonly redacted: number
        readonly isScored: boolean
      }
}

/** `README.md` of a dataset folder: YAML that `load_dataset` reads, then text for people. */
export function datasetCard(facts: CardFacts): string {
  const head = {
    pretty_name: oneLine(facts.name),
    license: facts.licence ?? 'unknown',
    tags: ['tool-calling', 'assay'],
    configs: facts.configs.map(({ name, file }) => ({
      config_name: name,
      data_files: [{ split: 'test', path: file }],
    })),
    dataset_info: facts.configs.map(({ name, features }) => ({
      config_name: name,
      features: features.map(featureYaml),
    })),
  }
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n${bodyOf(facts)}`
}

const TYPES: Readonly<Record<FeatureType, object>> = {
  string: { dtype: 'string' },
  int64: { dtype: 'int64' },
  float64: { dtype: 'float64' },
  bool: { dtype: 'bool' },
  strings: { list: 'string' },
  'lists of strings': { list: { list: 'string' } },
}

function featureYaml({ name, type }: Feature): object {
  return { name, ...TYPES[type] }
}

function bodyOf(facts: CardFacts): string {
  const { name, configs, about, assay, licence } = facts
  const inside = about.kind === 'benchmark' ? benchmarkText(about) : runText(about)
  const tables = configs.map(
    ({ name: config, file, rows, features }) =>
      `## \`${config}\`: ${countText(rows)} rows\n\n\`${file}\`\n\n| column | type | holds |\n|---|---|---|\n${features.map(featureLine).join('')}`,
  )
  const [first] = configs
  return [
    `# ${shown(name)}\n`,
    `Written by Assay ${assay}.\n`,
    ...inside.map((text) => `${text}\n`),
    licence === undefined
      ? 'The licence is not known: what was written does not name one. Whoever publishes this has to find it out and put it into the head of this file.\n'
      : `Licence, as the source names it: ${shown(licence)}.\n`,
    ...tables,
    `## How to load it\n\n\`\`\`python\nfrom datasets import load_dataset\n\nrows = load_dataset("path/of/this/folder", "${first?.name ?? ''}", split="test")\n\`\`\`\n`,
  ].join('\n')
}

function benchmarkText({
  fingerprint,
  verdict,
}: Extract<CardFacts['about'], { readonly kind: 'benchmark' }>): readonly string[] {
  return [
    `A benchmark of tool use. Fingerprint of its items: \`${fingerprint}\`; \`assay benchmark import\` of the original gives the same.`,
    'Questions, tools and gold stand in it verbatim. Whoever trains on it can no longer be examined with it.',
    verdict === undefined
      ? 'Whether it can be believed was not examined, or is not known here: `assay benchmark audit` says so.'
      : `Verdict of its audit: ${shown(verdict)}.`,
  ]
}

function runText({
  id,
  subject,
  createdAt,
  redacted,
  isScored,
}: Extract<CardFacts['about'], { readonly kind: 'run' }>): readonly string[] {
  return [
    `A run: ${shown(subject)} was asked, beginning at ${shown(createdAt)}; id ${shown(id)}.`,
    'Answers stand in it verbatim, whatever they hold: what a model repeats of its prompt or its training is in them. Requests, headers and raw bodies are not in it.',
    `Keys that the run knew were replaced before anything was stored; ${countText(redacted)} samples are marked \`redacted\`. Secrets that nobody named are not known and not replaced: look before you publish.`,
    isScored
      ? 'A score stands with n, interval, chance and floor; one without a value says why in `reason`.'
      : 'The run was not scored.',
  ]
}

function featureLine({ name, type, describes }: Feature): string {
  return `| \`${name}\` | ${type} | ${describes.replaceAll('|', '\\|')} |\n`
}

/** A stranger's text on one line, as Markdown that nothing in it can change. */
function shown(text: string): string {
  return markdownText(oneLine(text))
}

/** A stranger's text on one line. */
function oneLine(text: string): string {
  return printable(text, { maxLength: 200 })
}
