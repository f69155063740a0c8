import type { CorpusStatistics } from '../../corpus/corpus-statistics.js'
import { type CorpusTemplate, corpusTemplates } from '../../corpus/templates.js'
import type { CorpusAnswer, ToolCorpus } from '../../corpus/tool-corpus.js'
import { emptyObject, type JsonObject, writeJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { BatteryId, LadderCase } from '../ladder-case.js'
import { commandArguments } from '../reproduction/command-arguments.js'
import type { AnswerBudgets, Battery, BatteryContext, BatteryNotice, UserCases } from './battery.js'
import { type BatterySizes, batterySizes } from './battery-sizes.js'
import { CaseFrames } from './case-frame.js'
import { corpusLanguage } from './corpus-language.js'
import { batteries } from './index.js'
import { type OtherText, SeenTexts } from './seen-texts.js'

export interface BatteryInput {
  readonly corpus: ToolCorpus
  readonly statistics: CorpusStatistics
  /** Default: those of the corpus. */
  readonly templates?: readonly CorpusTemplate[]
  /** Default: that of the corpus. */
  readonly dialect?: Dialect
  readonly seed: number
  /** Default `standard`. */
  readonly sizes?: BatterySizes
  readonly user?: UserCases
  /** Evaluation prompts and whatever else new prompts must not repeat. */
  readonly others?: readonly OtherText[]
  /** Tokens of a text in the subject's own vocabulary; by default a guess that is too high: one for two characters. */
  readonly countTokens?: (text: string) => number
  /** Default: all of Assay's. */
  readonly batteries?: readonly Battery[]
  /** Batteries that are wanted; default all. */
  readonly only?: ReadonlySet<BatteryId>
}

export interface BuiltBatteries {
  readonly cases: readonly LadderCase[]
  /** By battery, in order. */
  readonly manifest: JsonObject
  readonly notices: readonly BatteryNotice[]
}

/** Makes every battery from one corpus. The same input gives the same cases, byte for byte. */
export function buildBatteries(input: BatteryInput): BuiltBatteries {
  const { context, notices } = contextOf(input)
  const manifest = emptyObject()
  const cases: LadderCase[] = []
  for (const battery of input.batteries ?? batteries) {
    if (input.only !== undefined && !input.only.has(battery.id)) continue
    const built = battery.build(context)
    cases.push(...built.cases)
    notices.push(...built.notices)
    manifest[battery.id] = built.manifest
  }
  return { cases, manifest, notices }
}

function contextOf(input: BatteryInput): {
  readonly context: BatteryContext
  readonly notices: BatteryNotice[]
} {
  const { corpus, statistics, seed, others = [], user = {}, sizes = batterySizes.standard } = input
  const seen = new SeenTexts(corpus, others)
  const prompts = seen.distinct.map(({ example }) => example.prompt)
  const { language, isGuess } = corpusLanguage(prompts)
  const notices: BatteryNotice[] = []
  if (isGuess && prompts.length > 0) {
    notices.push({
      battery: 'suppression',
      code: 'language-guessed',
      what: 'The prompts of the corpus read as neither English nor Spanish; prompts of our own are English. Give files of yours in its language.',
      cases: [],
      count: 1,
    })
  }
  const context: BatteryContext = {
    corpus,
    statistics,
    templates: input.templates ?? corpusTemplates(corpus),
    dialect: input.dialect ?? corpus.dialect,
    seed,
    sizes,
    language,
    user,
    frames: new CaseFrames(corpus),
    seen,
    budgets: budgetsOf(seen, input.countTokens ?? ((text) => Math.ceil(text.length / 2))),
    commands: commandArguments(seen.distinct.map(({ example }) => example)),
  }
  return { context, notices }
}

/** However long the longest answer of the corpus is. */
const MOST_TOKENS = 512
/** What a corpus without such answers gives. */
const LEAST_TOKENS = 64
/** Five words and more, in any vocabulary. */
const TALK_TOKENS = 48

function budgetsOf({ distinct }: SeenTexts, countTokens: (text: string) => number): AnswerBudgets {
  let call = ''
  let prose = ''
  for (const { example } of distinct) {
    const { calls } = example.answer
    const text = calls.length > 0 ? bareCalls(calls) : example.answer.text
    if (calls.length > 0 ? text.length > call.length : text.length > prose.length) {
      if (calls.length > 0) call = text
      else prose = text
    }
  }
  const budget = (longest: string): number =>
    longest === '' ? LEAST_TOKENS : Math.min(MOST_TOKENS, 2 * countTokens(longest.slice(0, 10_000)) + 16)
  return { call: budget(call), prose: budget(prose), talk: Math.min(TALK_TOKENS, budget(prose)) }
}

/** Calls without what an API wraps around them, and with room for the markers of any dialect. */
function bareCalls(calls: CorpusAnswer['calls']): string {
  return calls
    .map(
      ({ name, arguments: given }) =>
        `<tool_call>{"name": ${writeJson(name)}, "arguments": ${writeJson(given)}}</tool_call>`,
    )
    .join('\n')
}
