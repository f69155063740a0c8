import { version } from '../../adapters/version.js'
import type { Agent, AgentMode } from '../../agent/agents/agent.js'
import {
  type AgentWithoutModel,
  agentsWithoutModel,
  agentWithoutModel,
} from '../../agent/agents/agents-without-model.js'
import { codeAgent, codePrompt, systemLine } from '../../agent/agents/code-agent.js'
import { jsonAgent, promptedJsonAgent } from '../../agent/agents/json-agent.js'
import type { Shot } from '../../agent/agents/shot.js'
import { InputError } from '../../errors.js'
import type { ConverseFacts } from '../../run/converse/converse-facts.js'
import type { RunDocument, StoredSubject } from '../../run/run-document.js'
import type { StoredConfig } from '../../run/stored-config.js'
import type { SubjectOptions } from '../../subject/kind.js'
import type { GenerationSettings } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { openai } from '../../toolcall/dialects/openai.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { flagsClash } from '../flags-clash.js'
import type { OpenedPack } from '../packs.js'
import { runConfigFile } from '../run/run-config-file.js'
import { openRunSubject, storedSubject } from '../run/run-opening.js'
import type { ConverseFlags } from './converse-flags.js'
import { type ChosenDialogue, type ConverseItems, chooseDialogues } from './converse-items.js'
import { type OpenedDialogues, openConversePack } from './converse-pack.js'
import type { ConverseOpening } from './converse-request.js'
import { converseShots } from './converse-shots.js'

/** A subject that is asked, with the dialect of its calls. */
export interface OpenedSubject {
  readonly subject: Subject
  readonly options: SubjectOptions
  readonly dialect: Dialect
}

/** Everything that a run of dialogues needs before anything is asked. */
export interface OpenedConverse {
  readonly pack: OpenedPack
  readonly items: ConverseItems
  readonly dialogues: readonly ChosenDialogue[]
  readonly agent: Agent
  /** Absent for an agent without a model. */
  readonly asked?: OpenedSubject
  readonly user?: OpenedSubject
  readonly summarizer?: OpenedSubject
  readonly facts: ConverseFacts
  readonly generation: GenerationSettings
  readonly seed: number
  readonly trials: number
  readonly document: RunDocument
  close(): Promise<void>
}

const DEFAULT_MAX_TOKENS = 1024
const DEFAULT_SHOTS = 5
const DEFAULT_STEPS = 8
const DEFAULT_RATE = 0.2
const DEFAULT_USER_TURNS = 12

/**
 * Opens pack, items and subjects, by the flags, and where they are silent by what a resumed run was started with.
 *
 * @throws {InputError} whatever is wrong with them; nothing is asked by then.
 */
export async function openConverse(opening: ConverseOpening): Promise<OpenedConverse> {
  const { flags, stored } = opening
  const before = stored?.converse
  if (stored !== undefined && before === undefined) throw otherRun(stored.folder)
  checkRepeats(flags, before)
  const seed = flags.seed ?? stored?.seed ?? 0
  const opened = await openConversePack(opening, seed)
  const subjects: OpenedSubject[] = []
  const close = async (): Promise<void> => {
    for (const { subject } of subjects) await subject.close?.()
    await opened.pack.close()
  }
  try {
    const open = async (spec: string | undefined, isMain: boolean): Promise<OpenedSubject | undefined> => {
      if (spec === undefined) return undefined
      const one = await openSubjectOf(spec, { opening, isMain })
      subjects.push(one)
      return one
    }
    const spec = flags.subject ?? stored?.subject.spec
    if (spec === undefined) throw subjectMissing()
    const withoutModel = agentsWithoutModel.find((id) => id === spec)
    const asked = withoutModel === undefined ? await open(spec, true) : undefined
    const user = await open(flags.user, false)
    const summarizer = await open(flags.summarizer, false)
    return await planned(opening, { opened, withoutModel, asked, user, summarizer, seed, close })
  } catch (error) {
    await close()
    throw error
  }
}

interface Parts {
  readonly opened: OpenedDialogues
  readonly withoutModel: AgentWithoutModel | undefined
  readonly asked: OpenedSubject | undefined
  readonly user: OpenedSubject | undefined
  readonly summarizer: OpenedSubject | undefined
  readonly seed: number
  readonly close: () => Promise<void>
}

async function planned(opening: ConverseOpening, parts: Parts): Promise<OpenedConverse> {
  const { flags, context, host, stored, id } = opening
  const { opened, withoutModel, asked, user, summarizer, seed, close } = parts
  const { pack, items, storedPack, split, categories } = opened
  const before = stored?.converse
  const mode: AgentMode = flags.mode ?? before?.mode ?? 'code'
  const shots = await shotsOf({ opening, mode, isAsked: asked !== undefined, opened })
  const facts: ConverseFacts = {
    version: 1,
    pack: storedPack,
    mode,
    running: flags.freeRunning === true ? 'free-running' : (before?.running ?? 'teacher-forced'),
    shots: {
      count: shots.length,
      ...(shots.length === 0 ? {} : { hash: host.hash(JSON.stringify(shots)) }),
    },
    executor: flags.executor ?? before?.executor ?? 'tree',
    repairs: flags.repairs ?? before?.repairs ?? (flags.inject === undefined ? 0 : 2),
    maxSteps: flags.maxSteps ?? before?.maxSteps ?? DEFAULT_STEPS,
    ...((flags.toolsInPrompt ?? before?.toolsInPrompt) === true ? { toolsInPrompt: true as const } : {}),
    summaries: summariesOf(flags, before),
    ...injectOf(flags, before, seed),
    ...userOf(flags, before),
    ...(split === undefined ? {} : { split }),
    ...(categories === undefined ? {} : { categories }),
  }
  checkModes(flags, facts)
  const dialogues = chooseDialogues(items, { split, categories, only: flags.only })
  checkGoals(dialogues, facts)
  const prompted = facts.toolsInPrompt === true ? asked?.dialect : undefined
  const agent = agentOf({ withoutModel, mode, shots, prompted })
  const generation = generationOf(flags, stored)
  const trials = flags.trials ?? stored?.trials ?? 1
  const now = new Date(context.clock.now()).toISOString()
  const { benchmark, path } = items
  const prompt = asked === undefined ? '' : codePrompt(pack.world, shots, { conversation: '', cache: '' })
  const document: RunDocument = {
    schema: 'assay.run/1',
    id,
    createdAt: stored?.createdAt ?? now,
    subject:
      asked === undefined
        ? subjectWithoutModel(agent.id, flags.label)
        : storedSubject(asked.subject, asked.options),
    benchmarks: [
      {
        name: benchmark.name,
        path,
        ...(benchmark.source === undefined ? {} : { format: benchmark.source.format }),
        fingerprint: benchmark.fingerprint,
        items: benchmark.items.length,
      },
    ],
    tasks: {
      dialogue: {
        version: agent.version,
        requests: host.hash(`${systemLine(pack.world)}\n${mode}\n${prompt}`),
      },
    },
    settings: generation,
    seed,
    trials,
    rotations: 'one',
    converse: facts,
    sessions: [...(stored?.sessions ?? []), { startedAt: now, assay: version, node: host.node }],
  }
  return {
    pack,
    items,
    dialogues,
    agent,
    ...(asked === undefined ? {} : { asked }),
    ...(user === undefined ? {} : { user }),
    ...(summarizer === undefined ? {} : { summarizer }),
    facts,
    generation,
    seed,
    trials,
    document,
    close,
  }
}

async function openSubjectOf(
  spec: string,
  { opening, isMain }: { readonly opening: ConverseOpening; readonly isMain: boolean },
): Promise<OpenedSubject> {
  const { flags, context, stored } = opening
  const config = flags.config === undefined ? undefined : await runConfigFile(flags.config, context.files)
  const { label, dialect: named, key, price } = flags
  const own = isMain
    ? {
        ...(flags.subject === undefined ? {} : { subject: flags.subject }),
        ...(label === undefined ? {} : { label }),
        ...(named === undefined ? {} : { dialect: named }),
        ...(key === undefined ? {} : { key }),
        ...(price === undefined ? {} : { price }),
      }
    : { subject: spec }
  const { subject, options } = await openRunSubject(
    { ...opening, flags: own, stored: isMain ? stored : undefined },
    config,
  )
  try {
    const id = options.dialect ?? subject.facts.dialect
    if (
      id !== undefined &&
      flags.dialect === undefined &&
      /[/\\.]/.test(id) &&
      !/\.(?:json|ya?ml)$/.test(id)
    ) {
      throw new InputError({
        code: 'dialect-executes',
        what: 'The dialect of this run is described by a program, and it is named by a file.',
        where: id,
        fix: 'If you trust it, repeat it on the command line with --dialect.',
      })
    }
    const dialect = id === undefined ? openai : await dialectOption(id, flags.config, context)
    if (!subject.answers.has('chat') && id === undefined) {
      throw new InputError({
        code: 'items-unfit',
        what: 'The subject only continues prompts, and nothing says how a conversation is written for it.',
        where: spec,
        fix: 'Name its dialect with --dialect; `assay dialect list` shows all.',
      })
    }
    return { subject, options, dialect }
  } catch (error) {
    await subject.close?.()
    throw error
  }
}

function agentOf({
  withoutModel,
  mode,
  shots,
  prompted,
}: {
  readonly withoutModel: AgentWithoutModel | undefined
  readonly mode: AgentMode
  readonly shots: readonly Shot[]
  /** In whose way calls are written, where tools stand in the message. */
  readonly prompted: Dialect | undefined
}): Agent {
  if (withoutModel !== undefined) return agentWithoutModel(withoutModel, mode)
  if (mode === 'code') return codeAgent(shots)
  return prompted === undefined ? jsonAgent() : promptedJsonAgent(prompted)
}

async function shotsOf({
  opening: { flags, stored, context },
  mode,
  isAsked,
  opened: { pack, storedPack },
}: {
  readonly opening: ConverseOpening
  readonly mode: AgentMode
  readonly isAsked: boolean
  readonly opened: OpenedDialogues
}): Promise<readonly Shot[]> {
  const byDefault = isAsked && mode === 'code' && pack.pack.dialogues !== undefined ? DEFAULT_SHOTS : 0
  const count = flags.shots ?? stored?.converse?.shots.count ?? byDefault
  if (count === 0) return []
  if (!isAsked || mode === 'json' || pack.pack.dialogues === undefined) {
    throw flagsClash(
      '--shots',
      !isAsked
        ? 'An agent without a model is shown no examples.'
        : mode === 'json'
          ? 'Examples are of code, and this run is of JSON calls.'
          : 'The pack makes no dialogues to take examples from.',
      'Leave out --shots.',
    )
  }
  return converseShots({ pack, seed: storedPack.seed, language: flags.language, count }, context)
}

function summariesOf(
  { summaries, summarizer }: ConverseFlags,
  before: ConverseFacts | undefined,
): ConverseFacts['summaries'] {
  const policy = summaries ?? before?.summaries.policy ?? (summarizer === undefined ? 'rules' : 'hybrid')
  const spec = summarizer ?? before?.summaries.spec
  if (policy === 'rules') return { policy }
  if (spec === undefined) {
    throw flagsClash(
      '--summaries',
      'Nothing says which model writes the summaries.',
      'Name it with --summarizer.',
    )
  }
  return { policy, spec }
}

function injectOf(
  { inject, injectRate }: ConverseFlags,
  before: ConverseFacts | undefined,
  seed: number,
): Pick<ConverseFacts, 'inject'> {
  if (inject === undefined) {
    if (before?.inject !== undefined) return { inject: before.inject }
    if (injectRate === undefined) return {}
    throw flagsClash('--inject-rate', 'No failures are put into calls.', 'Name their kinds with --inject.')
  }
  return {
    inject: { kinds: [...new Set(inject)], rate: injectRate ?? before?.inject?.rate ?? DEFAULT_RATE, seed },
  }
}

function userOf(
  { user, userTurns }: ConverseFlags,
  before: ConverseFacts | undefined,
): Pick<ConverseFacts, 'user'> {
  const spec = user ?? before?.user?.spec
  if (spec === undefined) return {}
  return { user: { spec, maxTurns: userTurns ?? before?.user?.maxTurns ?? DEFAULT_USER_TURNS } }
}

function generationOf(
  { maxTokensOut, temperature, topP }: ConverseFlags,
  stored: StoredConfig | undefined,
): GenerationSettings {
  return {
    ...(stored?.settings ?? { maxTokens: DEFAULT_MAX_TOKENS, temperature: 0 }),
    ...(maxTokensOut === undefined ? {} : { maxTokens: maxTokensOut }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
  }
}

function subjectWithoutModel(id: string, label: string | undefined): StoredSubject {
  return { spec: id, label: label ?? id, facts: { model: id } }
}

/** Other subjects are not named by a file: they are asked with the keys of this machine. */
function checkRepeats({ user, summarizer }: ConverseFlags, before: ConverseFacts | undefined): void {
  const missing =
    before?.user !== undefined && user === undefined
      ? { flag: '--user', spec: before.user.spec }
      : before?.summaries.spec !== undefined && summarizer === undefined
        ? { flag: '--summarizer', spec: before.summaries.spec }
        : undefined
  if (missing === undefined) return
  throw new InputError({
    code: 'subject-repeat',
    what: `This run asks a second subject, and it is named by a file: ${missing.spec}.`,
    where: missing.flag,
    fix: `If you trust it, repeat it on the command line with ${missing.flag}.`,
  })
}

function checkModes(flags: ConverseFlags, facts: ConverseFacts): void {
  if (facts.mode === 'json' && flags.executor !== undefined) {
    throw flagsClash('--executor', 'Calls need no executor of code.', 'Leave it out, or choose --mode code.')
  }
  if (facts.mode === 'json' && flags.repairs !== undefined) {
    throw flagsClash(
      '--repairs',
      'In JSON mode every call is answered; --max-steps bounds the tries.',
      'Leave it out.',
    )
  }
  if (facts.mode === 'code' && flags.toolsInPrompt === true) {
    throw flagsClash('--tools-in-prompt', 'In code the tools stand in the message anyway.', 'Leave it out.')
  }
  if (facts.mode === 'code' && flags.maxSteps !== undefined) {
    throw flagsClash(
      '--max-steps',
      'In code a turn is one answer and its repairs.',
      'Leave it out, or choose --mode json.',
    )
  }
  if (flags.userTurns !== undefined && facts.user === undefined) {
    throw flagsClash('--user-turns', 'No subject plays the user.', 'Name one with --user.')
  }
  if (flags.summarizer !== undefined && facts.summaries.policy === 'rules') {
    throw flagsClash(
      '--summarizer',
      'Summaries by rules ask no model.',
      'Leave it out, or choose --summaries model or hybrid.',
    )
  }
  checkServerFlags(flags, facts)
}

/** What only a live server heeds. */
function checkServerFlags(
  { replay, allowWrites, header = [], env = [] }: ConverseFlags,
  facts: ConverseFacts,
): void {
  if (facts.pack.spec.startsWith('mcp:')) return
  const given = [
    ...(replay === undefined ? [] : ['--replay']),
    ...(allowWrites === undefined ? [] : ['--allow-writes']),
    ...(header.length === 0 ? [] : ['--header']),
    ...(env.length === 0 ? [] : ['--env']),
  ]
  const [first] = given
  if (first === undefined) return
  throw flagsClash(
    first,
    `The pack ${facts.pack.id} is no live server.`,
    'Leave it out, or name a server with --pack mcp:<server>.',
  )
}

/** A goal card has no lines of its own. */
function checkGoals(dialogues: readonly ChosenDialogue[], { user }: ConverseFacts): void {
  if (user !== undefined) return
  const silent = dialogues.find(({ dialogue }) =>
    dialogue.turns.some(({ role, text }) => role === 'user' && text.trim() === ''),
  )
  if (silent === undefined) return
  throw new InputError({
    code: 'goal-without-user',
    what: 'The user of this item has a goal and no lines, so that somebody must play the user.',
    where: `item ${JSON.stringify(silent.dialogue.id)}`,
    fix: 'Name the subject that plays the user with --user.',
  })
}

function subjectMissing(): InputError {
  return new InputError({
    code: 'subject-missing',
    what: 'Nothing says who is examined.',
    where: 'assay converse',
    fix: `Name a subject with --subject, e.g. openai:gpt-4o-mini, or one of ${agentsWithoutModel.join(', ')}.`,
  })
}

function otherRun(folder: string): InputError {
  return new InputError({
    code: 'run-changed',
    what: 'The run was begun by another command than `assay converse`.',
    where: folder,
    fix: `Go on by assay run --resume ${folder}`,
  })
}
