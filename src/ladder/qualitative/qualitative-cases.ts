import type { Tool } from '../../catalog/tool.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { type CaseFrame, CaseFrames } from '../batteries/case-frame.js'
import { makeCase } from '../batteries/make-case.js'
import type { LadderCase } from '../ladder-case.js'
import { type QualitativePrompt, qualitativePrompts } from './qualitative-prompts.js'

export interface QualitativeRequest {
  readonly corpus: ToolCorpus
  /** Of the built-in prompts: `en` or `es`. */
  readonly language: string
  /** Instead of the built-in ones. */
  readonly prompts?: readonly QualitativePrompt[]
  /** Samples of each; default 5. */
  readonly trials?: number
}

const TRIALS = 5
const TEMPERATURE = 0.7
const MAX_TOKENS = 200
const NOTHING: CaseFrame = { system: [], tools: [], offersTools: false }

/**
 * The qualitative battery: each prompt is asked several times at temperature 0.7, under the seeds of its trials. Nothing is
 * right or wrong in it. Prompts that need a tool of the corpus are left out where no call is in it.
 */
export function qualitativeCases(request: QualitativeRequest): readonly LadderCase[] {
  const { corpus, language, prompts = qualitativePrompts(language), trials = TRIALS } = request
  const frames = new CaseFrames(corpus)
  const { tool, example } = stand(corpus)
  return prompts.flatMap((prompt): readonly LadderCase[] => {
    const text = filled(prompt.text, { tool, example })
    if (text === undefined) return []
    const frame = prompt.tools === true ? (frames.forTool(tool ?? '') ?? frames.main) : NOTHING
    const made = makeCase({
      battery: 'qualitative',
      name: prompt.id,
      frame,
      prompt: text,
      cluster: `qualitative ${prompt.id}`,
      maxTokens: MAX_TOKENS,
      probesOpening: false,
    })
    return [
      {
        ...made,
        asking: { ...made.asking, trials, settings: { temperature: TEMPERATURE, maxTokens: MAX_TOKENS } },
      },
    ]
  })
}

function filled(
  text: string,
  values: Readonly<Record<'tool' | 'example', string | undefined>>,
): string | undefined {
  let isWhole = true
  const whole = text.replace(/\{(tool|example)\}/g, (_hole, key: 'tool' | 'example') => {
    const value = values[key]
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? whole : undefined
}

/** A tool that runs what it is given, by its name. */
const RUNS = /(?:^|[_.-])(?:bash|shell|exec|execute|command|cmd|terminal|run)(?:$|[_.-])/i

function stand({ examples }: ToolCorpus): Readonly<Record<'tool' | 'example', string | undefined>> {
  const counts = new Map<string, number>()
  const declared = new Map<string, Tool>()
  for (const { answer, tools } of examples) {
    for (const { name } of answer.calls) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const tool of tools) declared.set(tool.name, tool)
  }
  const called = [...counts].sort(([, left], [, right]) => right - left).map(([name]) => name)
  const known = called.filter((name) => declared.has(name))
  const [most] = known
  const example = examples.find(
    ({ answer, prompt }) => prompt.trim() !== '' && answer.calls.some(({ name }) => name === most),
  )
  return { tool: known.find((name) => RUNS.test(name)) ?? most, example: example?.prompt }
}
