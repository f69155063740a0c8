import { promptText } from '../../adapters/models/gguf-prompt.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { type CallOpener, callOpener } from '../../ladder/case-openings.js'
import type { HarnessFinding } from '../../ladder/harness-finding.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { LadderSubject } from '../../ladder/ladder-evidence.js'
import { lookAtPrompts } from '../../ladder/look-at-prompts.js'
import type { Files } from '../../ports.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { readTemplate } from '../template-option.js'
import { weightsOf } from './gguf-weights.js'
import { openerOf } from './ladder-checkpoints.js'
import type { LadderSession, OpenedSubject } from './ladder-session.js'

/** What is known of the subject and of the prompts that it gets, kept beside its answers. */
export interface LadderFacts {
  readonly subject: LadderSubject
  readonly opener?: CallOpener
  /** Id of the dialect in which answers are read. */
  readonly dialect?: string
  readonly harness: readonly HarnessFinding[]
}

const NAME = 'subject.json'

/**
 * Looks at the instrument with the prompts of the ladder: whether each declares its tools, stands as training wrote it, and
 * can bring a call back.
 */
export async function lookAtSubject(
  session: LadderSession,
  { subject, options }: OpenedSubject,
  given: { readonly corpus: ToolCorpus; readonly cases: readonly LadderCase[]; readonly dialect: Dialect },
): Promise<LadderFacts> {
  const { context, host, seed, flags } = session
  const { corpus, cases, dialect } = given
  const opener = await callOpener(dialect, subject.prompts)
  const template = flags.template === undefined ? undefined : await readTemplate(flags.template, context)
  const isEndpoint = /^https?:/.test(subject.facts.endpoint ?? '')
  const extra = options.extra as JsonValue | undefined // a config's JSON
  const harness = await lookAtPrompts(subject, {
    corpus,
    cases,
    dialect,
    seed,
    ...(isJsonObject(extra) ? { members: extra } : {}),
    ...(template === undefined
      ? {}
      : {
          reference: {
            name: `the template in ${flags.template}`,
            render: async (request) => ({
              text: await promptText(request, {
                template,
                dialect: undefined,
                templates: host.templates,
                where: flags.template ?? '',
              }),
            }),
          },
        }),
    ...(isEndpoint ? { trial: { signal: session.halt, timeoutMs: flags.timeout * 1000 } } : {}),
  })
  const weights = await weightsOf(subject.facts)
  return {
    subject: {
      spec: subject.spec,
      label: subject.label,
      facts: subject.facts,
      givesTokenIds: subject.answers.has('token-ids'),
      givesProbabilities: subject.answers.has('next-token') || subject.answers.has('logprobs'),
      ...(subject.answers.has('continuation') ? { weighsTexts: true } : {}),
      ...(opener === undefined ? {} : { trigger: triggerOf(opener) }),
      ...(weights === undefined ? {} : { weights }),
    },
    ...(opener === undefined ? {} : { opener }),
    harness,
  }
}

function triggerOf({ text, sequences }: CallOpener): NonNullable<LadderSubject['trigger']> {
  const [first = []] = sequences
  const ids = first.filter((name) => typeof name === 'number')
  return { text, ...(ids.length === first.length && ids.length > 0 ? { ids } : {}) }
}

export async function writeFacts(folder: string, facts: LadderFacts, files: Files): Promise<void> {
  await files.write(files.join(folder, NAME), [`${JSON.stringify(facts, undefined, 2)}\n`])
}

/** Undefined where no subject was asked. */
export async function readFacts(folder: string, files: Files): Promise<LadderFacts | undefined> {
  const path = files.join(folder, NAME)
  if ((await files.facts(path))?.kind !== 'file') return undefined
  const json = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
  if (!isJsonObject(json) || !isJsonObject(json.subject)) return undefined
  const opener = openerOf(json.opener)
  return {
    subject: subjectOf(json.subject),
    ...(opener === undefined ? {} : { opener }),
    ...(typeof json.dialect === 'string' ? { dialect: json.dialect } : {}),
    harness: isJsonArray(json.harness) ? json.harness.flatMap(findingOf) : [],
  }
}

function subjectOf(json: JsonObject): LadderSubject {
  const { trigger, weights } = json
  const facts = isJsonObject(json.facts) ? json.facts : {}
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
  const ids =
    isJsonObject(trigger) && isJsonArray(trigger.ids)
      ? trigger.ids.filter((id) => typeof id === 'number')
      : undefined
  return {
    spec: text(json.spec),
    label: text(json.label),
    facts: {
      model: text(facts.model),
      ...(typeof facts.endpoint === 'string' ? { endpoint: facts.endpoint } : {}),
      ...(typeof facts.dialect === 'string' ? { dialect: facts.dialect } : {}),
      ...(typeof facts.fingerprint === 'string' ? { fingerprint: facts.fingerprint } : {}),
      ...(typeof facts.engine === 'string' ? { engine: facts.engine } : {}),
    },
    givesTokenIds: json.givesTokenIds === true,
    givesProbabilities: json.givesProbabilities === true,
    ...(json.weighsTexts === true ? { weighsTexts: true } : {}),
    ...(isJsonObject(trigger) && typeof trigger.text === 'string'
      ? { trigger: { text: trigger.text, ...(ids === undefined ? {} : { ids }) } }
      : {}),
    ...(typeof weights === 'string' ? { weights } : {}),
  }
}

function findingOf(value: JsonValue): readonly HarnessFinding[] {
  if (!isJsonObject(value)) return []
  const { code, severity, what, cases, count, at } = value
  if (typeof code !== 'string' || typeof what !== 'string') return []
  return [
    {
      code,
      severity: severity === 'blocking' || severity === 'warn' ? severity : 'info',
      what,
      cases: isJsonArray(cases) ? cases.filter((one) => typeof one === 'string') : [],
      count: typeof count === 'number' ? count : 1,
      ...(typeof at === 'number' ? { at } : {}),
    },
  ]
}
