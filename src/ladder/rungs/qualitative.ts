import { printable } from '../../text/printable.js'
import type { CaseReading } from '../case-reading.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import {
  type AnswerClass,
  type AnswerFeatures,
  answerClasses,
  answerFeatures,
} from '../qualitative/answer-features.js'
import { type PathAgreement, pathAgreement } from '../qualitative/path-agreement.js'
import { defineRung, type RungResult, type RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

const id = 2
const name = 'qualitative'
const claim =
  'Answers to a few fixed prompts are text or calls, and of one kind whether asked directly or as served.'

/** Characters of a transcript that a table shows. */
const SHOWN = 400

/** Who answered: the subject on either path, or a checkpoint. */
interface Voice {
  readonly name: string
  readonly answers: ReadonlyMap<string, readonly Answer[]>
}

interface Answer {
  readonly reading: CaseReading
  readonly features: AnswerFeatures
}

/**
 * Rung 2: what the subject says to a few fixed prompts, several times each, directly and as served, side by side. It
 * separates kinds of answers and ranks nobody: no score comes of it, and its verdict is `measured`.
 */
export const qualitativeRung = defineRung({
  id,
  name,
  claim,
  judge(evidence): RungResult {
    const voices = voicesOf(evidence)
    const base = { id, name, claim, evidence: [] } as const
    if (voices.length === 0) {
      const why = evidence.missing.find((one) => one.case.battery === 'qualitative')?.reason
      const summary = `Not looked at: ${printable(why ?? 'the prompts were not asked.', { maxLength: 300 })}`
      return { ...base, verdict: 'unmeasured', summary, findings: [], tables: [] }
    }
    const prompts = promptsOf(evidence)
    const agreement = agreementOf(voices, prompts, evidence.seed)
    return {
      ...base,
      verdict: 'measured',
      summary: summaryOf(voices, agreement),
      findings: [...pathFindings(agreement), ...classFindings(voices)],
      tables: [classTable(voices, prompts), featureTable(voices, prompts), transcriptTable(voices, prompts)],
    }
  },
})

function voicesOf({ readings, checkpoints, subject }: LadderEvidence): readonly Voice[] {
  const ids = subject?.trigger?.ids
  const own = (path: CaseReading['path']) => readings.filter((reading) => reading.path === path)
  const sources = [
    { name: 'direct', readings: own('direct') },
    { name: 'served', readings: own('served') },
    ...checkpoints.map((probe) => ({
      name: printable(probe.name, { maxLength: 60 }),
      readings: probe.readings,
    })),
  ]
  return sources
    .map(({ name, readings }): Voice => {
      const answers = new Map<string, Answer[]>()
      for (const reading of readings) {
        if (reading.case.battery !== 'qualitative') continue
        const list = answers.get(reading.case.id) ?? []
        list.push({ reading, features: answerFeatures(reading, ids) })
        answers.set(reading.case.id, list)
      }
      return { name, answers }
    })
    .filter(({ answers }) => answers.size > 0)
}

/** Ids of the prompts, in the order of the cases. */
function promptsOf({ cases }: LadderEvidence): readonly { readonly id: string; readonly text: string }[] {
  return cases
    .filter(({ battery }) => battery === 'qualitative')
    .map((one) => ({ id: one.id, text: one.messages.at(-1)?.content ?? '' }))
}

function classesOf(voice: Voice | undefined, prompt: string): readonly AnswerClass[] {
  return (voice?.answers.get(prompt) ?? []).map(({ features }) => features.class)
}

function agreementOf(
  voices: readonly Voice[],
  prompts: ReturnType<typeof promptsOf>,
  seed: number,
): PathAgreement | undefined {
  const [direct, served] = ['direct', 'served'].map((path) => voices.find((voice) => voice.name === path))
  const classed = prompts.map((prompt) => ({
    prompt: prompt.id,
    direct: classesOf(direct, prompt.id),
    served: classesOf(served, prompt.id),
  }))
  return pathAgreement(classed, seed)
}

function summaryOf(voices: readonly Voice[], agreement: PathAgreement | undefined): string {
  const said = voices.slice(0, 2).map((voice) => `${voice.name}: ${countsText(countsOf(voice))}`)
  const paths =
    agreement === undefined
      ? 'Only one path was asked, so that faults of an export would not show.'
      : agreement.differs
        ? 'The two paths answer in different kinds: the export or the server changes the subject.'
        : 'The two paths answer alike, as far as so few answers tell.'
  return `${said.join('; ')}. ${paths} These are impressions: nobody is ranked by them.`
}

type Counts = Readonly<Record<AnswerClass, number>>

function countsOf(voice: Voice, prompt?: string): Counts {
  const counts: Record<AnswerClass, number> = { coherent: 0, incoherent: 0, 'emits-call': 0 }
  for (const [one, answers] of voice.answers) {
    if (prompt !== undefined && one !== prompt) continue
    for (const { features } of answers) counts[features.class]++
  }
  return counts
}

function countsText(counts: Counts): string {
  return answerClasses.map((one) => `${counts[one]} ${SAID[one]}`).join(', ')
}

const SAID: Readonly<Record<AnswerClass, string>> = {
  coherent: 'coherent',
  incoherent: 'incoherent',
  'emits-call': 'with a call',
}

function pathFindings(agreement: PathAgreement | undefined): readonly RungFinding[] {
  if (agreement === undefined || !agreement.differs) return []
  const apart = agreement.prompts.filter(({ distance }) => distance > 0)
  return [
    {
      code: 'paths-differ',
      severity: 'warn',
      what: `Asked directly (${agreement.direct} answers) and as served (${agreement.served}) the subject answers in different kinds, more than sampling explains (p = ${agreement.p.toPrecision(2)}): suspect the export (template, special tokens, rotary positions, stop texts) before the subject.`,
      cases: apart.slice(0, 20).map(({ prompt }) => prompt),
      count: apart.length,
    },
  ]
}

/** Kinds that only one checkpoint or path shows; what is said of them is what they are, not which is better. */
function classFindings(voices: readonly Voice[]): readonly RungFinding[] {
  return voices.flatMap((voice): readonly RungFinding[] => {
    const { incoherent } = countsOf(voice)
    const all = [...voice.answers.values()].flat()
    if (2 * incoherent <= all.length) return []
    const broken = [...voice.answers].filter(([, answers]) =>
      answers.some(({ features }) => features.class === 'incoherent'),
    )
    return [
      {
        code: 'mostly-incoherent',
        severity: 'warn',
        what: `${voice.name}: ${incoherent} of ${all.length} answers are empty, noise or go round in circles. Check weights, template and decoding before anything else.`,
        cases: broken.slice(0, 20).map(([prompt]) => prompt),
        count: broken.length,
      },
    ]
  })
}

function classTable(voices: readonly Voice[], prompts: ReturnType<typeof promptsOf>): RungTable {
  return {
    id: 'qualitative-classes',
    title: 'Kinds of answers (coherent / incoherent / with a call)',
    columns: ['prompt', ...voices.map((voice) => voice.name)],
    rows: prompts.map((prompt) => [
      printable(`${shortId(prompt.id)}: ${prompt.text}`, { maxLength: 80 }),
      ...voices.map((voice) => {
        const counts = countsOf(voice, prompt.id)
        return answerClasses.map((one) => counts[one]).join(' / ')
      }),
    ]),
    note: 'Sampled at a temperature; each trial under its own seed, which the run keeps. Not for ranking.',
  }
}

function shortId(id: string): string {
  return id.replace(/^qualitative\//, '')
}

function featureTable(voices: readonly Voice[], prompts: ReturnType<typeof promptsOf>): RungTable {
  const rows = prompts.flatMap((prompt) =>
    voices.flatMap((voice) =>
      (voice.answers.get(prompt.id) ?? []).map(({ reading, features }) => [
        shortId(prompt.id),
        voice.name,
        reading.trial,
        features.class,
        features.language,
        features.distinct3 === undefined ? null : features.distinct3.toFixed(2),
        features.words,
        saidBoolean(features.triggerInIds),
        saidBoolean(features.jsonParses),
        features.calls,
        features.isTruncated ? 'cut' : '',
      ]),
    ),
  )
  return {
    id: 'qualitative-features',
    title: 'Features of each answer',
    columns: [
      'prompt',
      'path',
      'trial',
      'kind',
      'language',
      'distinct-3',
      'words',
      'trigger in ids',
      'JSON parses',
      'calls',
      'length',
    ],
    rows,
    note: 'distinct-3: different among all runs of three words. Language by function words and script.',
  }
}

function saidBoolean(value: boolean | undefined): string | null {
  return value === undefined ? null : value ? 'yes' : 'no'
}

/** Transcripts side by side: one row a prompt and trial, one column a path or checkpoint. */
function transcriptTable(voices: readonly Voice[], prompts: ReturnType<typeof promptsOf>): RungTable {
  const rows = prompts.flatMap((prompt) => {
    const trials = voices.flatMap((voice) =>
      (voice.answers.get(prompt.id) ?? []).map(({ reading }) => reading.trial),
    )
    return [...new Set(trials)]
      .sort((left, right) => left - right)
      .map((trial) => [
        shortId(prompt.id),
        trial,
        ...voices.map((voice) => {
          const found = voice.answers.get(prompt.id)?.find(({ reading }) => reading.trial === trial)
          return found === undefined ? null : printable(found.reading.text, { maxLength: SHOWN })
        }),
      ])
  })
  return {
    id: 'qualitative-transcripts',
    title: 'What was said',
    columns: ['prompt', 'trial', ...voices.map((voice) => voice.name)],
    rows,
  }
}
