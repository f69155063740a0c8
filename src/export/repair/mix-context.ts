import type { Tool } from '../../catalog/tool.js'
import type { EntityType } from '../../corpus/entities.js'
import { type CorpusTemplate, corpusTemplates } from '../../corpus/templates.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import { type CaseFrame, CaseFrames } from '../../ladder/batteries/case-frame.js'
import { type BatteryLanguage, corpusLanguage } from '../../ladder/batteries/corpus-language.js'
import { SeenTexts } from '../../ladder/batteries/seen-texts.js'
import type { Mention } from '../../ladder/batteries/suppression-frames.js'
import { type CommandArguments, commandArguments } from '../../ladder/reproduction/command-arguments.js'
import { type RandomStream, randomStream } from '../../numeric/random.js'
import type { EvaluationTexts } from './evaluation-texts.js'
import type { RowCollector } from './row-collector.js'
import { TrainingEntities } from './training-entities.js'
import { CallWriter } from './written-call.js'

/** Something that a reader of the card should know. */
export interface MixNotice {
  /** Kebab-case, stable. */
  readonly code: string
  readonly what: string
}

export interface MixContextOptions {
  readonly corpus: ToolCorpus
  readonly evaluation: EvaluationTexts
  readonly collector: RowCollector
  readonly seed: number
}

/** Values of one argument that prompts can mention. */
export interface MentionPlace {
  readonly tool: string
  readonly argument: string
  readonly type: EntityType
  readonly mention: Exclude<Mention, 'plain'>
}

/** What makers of rows share. Its streams are not those of the ladder's batteries. */
export class MixContext {
  readonly corpus: ToolCorpus
  readonly collector: RowCollector
  readonly templates: readonly CorpusTemplate[]
  readonly frames: CaseFrames
  readonly seen: SeenTexts
  readonly language: BatteryLanguage
  readonly commands: CommandArguments
  readonly entities: TrainingEntities
  readonly writer: CallWriter
  /** Argument places of the templates, commands left out. */
  readonly places: readonly MentionPlace[]
  readonly notices: MixNotice[] = []
  readonly #seed: number
  readonly #examples: ReadonlyMap<string, CorpusExample>

  constructor({ corpus, evaluation, collector, seed }: MixContextOptions) {
    this.corpus = corpus
    this.collector = collector
    this.#seed = seed
    this.templates = corpusTemplates(corpus)
    this.frames = new CaseFrames(corpus)
    this.seen = new SeenTexts(corpus, evaluation.others)
    const { language, isGuess } = corpusLanguage(this.seen.distinct.map(({ example }) => example.prompt))
    this.language = language
    if (isGuess) {
      this.notices.push({
        code: 'language-guessed',
        what: 'The prompts of the corpus read as neither English nor Spanish; rows of our own are English. Give chat of its language with --chat.',
      })
    }
    this.commands = commandArguments(this.seen.distinct.map(({ example }) => example))
    const tools: readonly Tool[] = [
      ...new Set([this.frames.main.tools, ...corpus.examples.map((example) => example.tools)]),
    ].flat()
    this.entities = new TrainingEntities({
      seen: this.seen,
      tools,
      commands: this.commands,
      random: this.stream('entities'),
    })
    this.writer = new CallWriter(corpus.dialect)
    this.#examples = new Map(corpus.examples.map((example) => [example.id, example]))
    this.places = this.#placesOf()
  }

  stream(label: string): RandomStream {
    return randomStream(this.#seed, `repair ${label}`)
  }

  /** An example of a template, another one each time where it has several. */
  exampleOf({ examples }: CorpusTemplate, turn: number): CorpusExample | undefined {
    return this.#examples.get(examples[turn % Math.max(1, examples.length)] ?? '')
  }

  /** Tools of a record, where the corpus's records have them. */
  toolsOf({ tools }: Pick<CaseFrame, 'tools'>): { readonly tools?: readonly Tool[] } {
    return this.corpus.toolsIn === 'record' ? { tools } : {}
  }

  /** Whether calls of the corpus run commands. */
  get runsCommands(): boolean {
    return this.seen.distinct.some(({ example }) =>
      example.answer.calls.some(({ name, arguments: given }) =>
        Object.keys(given).some((argument) => this.commands.has(name, argument)),
      ),
    )
  }

  #placesOf(): readonly MentionPlace[] {
    const places = new Map<string, MentionPlace>()
    for (const { tool, slots } of this.templates) {
      for (const { argument, type } of slots) {
        if (this.commands.has(tool, argument) || this.entities.isFixed({ tool, argument, type })) continue
        places.set(JSON.stringify([tool, argument, type]), { tool, argument, type, mention: mentionOf(type) })
      }
    }
    return [...places.values()]
  }
}

const INDICATORS: ReadonlySet<EntityType> = new Set([
  'ipv4',
  'ipv6',
  'domain',
  'url',
  'md5',
  'sha1',
  'sha256',
  'email',
])

function mentionOf(type: EntityType): MentionPlace['mention'] {
  if (type === 'cve') return 'cve'
  return INDICATORS.has(type) ? 'indicator' : 'other'
}
