import { basename } from 'node:path'
import { splitCommand } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import { type FailureKind, SubjectFailure, tellableFailures } from '../../subject/failure.js'
import { givenReplyOf, splitGivenReply } from '../../subject/given-reply.js'
import { defineSubjectKind, type SubjectContext } from '../../subject/kind.js'
import type { SubjectReply } from '../../subject/reply.js'
import type { SubjectRequest } from '../../subject/request.js'
import { defineSubject } from '../../subject/subject.js'
import { fingerprintOf } from '../../text/hash.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { printable, quoted } from '../../text/printable.js'
import { type Secret, withoutSecrets } from '../../text/secrets.js'
import { openaiMessages } from '../../toolcall/render/api-chat.js'
import { hostFiles } from '../files.js'
import { environmentOf } from '../programs/environment.js'
import { CommandProcess } from './command-process.js'
import { declaredAnswers } from './declared-answers.js'
import { hashFile } from './file-hash.js'

const USAGE = 'command:<program and arguments>'

/** Any program that reads requests and writes answers, one JSON object a line. */
export const commandKind = defineSubjectKind({
  id: 'command',
  usage: USAGE,
  describes: 'any program: JSON lines in on stdin, JSON lines out on stdout',
  executes: true,
  async open(argument, context) {
    const command = commandOf(argument)
    const { variables, secrets } = variablesOf(context)
    const hide = (text: string): string => withoutSecrets(text, secrets)
    const spec = `command:${argument.trim()}`
    const shown = printable(hide(spec), { maxLength: 200 })
    const child = new CommandProcess({
      command,
      environment: environmentOf(variables),
      hide,
      where: shown,
    })
    await child.start()
    let count = 0
    return defineSubject({
      spec,
      label: context.options.label ?? labelOf(command),
      facts: {
        model: labelOf(command),
        ...(context.options.dialect === undefined ? {} : { dialect: context.options.dialect }),
        fingerprint: await fingerprintOfCommand(command),
      },
      answers: declaredAnswers(context),
      endpoint: spec,
      maxConcurrency: context.options.maxConcurrency ?? 1,
      ...(context.options.price === undefined ? {} : { price: context.options.price }),
      async ask(request, asked) {
        const id = String(count++)
        return answerOf(await child.ask(id, requestLine(id, request), asked), shown)
      },
      close: () => child.close(),
    })
  },
})

function commandOf(argument: string): readonly [string, ...string[]] {
  try {
    return splitCommand(argument)
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause
    throw new InputError({
      code: 'subject-spec',
      what: cause.what.replace('of the MCP server ', ''),
      where: 'command:',
      fix: `Write ${USAGE}, e.g. "command:python3 agent.py --fast".`,
      cause,
    })
  }
}

/** The program, or the script that it runs. */
function labelOf([program, ...args]: readonly [string, ...string[]]): string {
  const script = args.find((word) => !word.startsWith('-') && /\.\w+$/.test(word))
  return printable(basename(script ?? program), { maxLength: 60 })
}

function variablesOf({ options, variable }: SubjectContext): {
  readonly variables: readonly string[]
  readonly secrets: readonly Secret[]
} {
  const names: unknown = options.extra?.env ?? []
  const wrong = new InputError({
    code: 'subject-options',
    what: '"env" must be a list of names of variables.',
    where: 'extra',
    fix: 'Write e.g. extra: { env: ["MY_SERVICE_URL"] }; the program gets their values, PATH, HOME and LANG.',
  })
  if (!Array.isArray(names)) throw wrong
  const variables: string[] = []
  const secrets: Secret[] = []
  for (const name of names as readonly unknown[]) {
    if (typeof name !== 'string' || !/^[A-Za-z_]\w*$/.test(name)) throw wrong
    const value = variable(name)
    if (value === undefined) {
      throw new InputError({
        code: 'variable-missing',
        what: `The variable ${name} is not set.`,
        where: 'extra.env',
        fix: `Set it, or take ${name} out of "env".`,
      })
    }
    variables.push(name)
    secrets.push({ name, value })
  }
  return { variables, secrets }
}

/** The largest file of which the content counts: a script or a program, hardly a model. */
const MOST_HASHED_BYTES = 64 * 1024 * 1024

/** Argument words that are files count with their content, so that a changed script is another subject. */
async function fingerprintOfCommand(command: readonly string[]): Promise<string> {
  const words: JsonValue[] = []
  for (const word of command) {
    words.push(word)
    // Most words are no paths; what cannot be looked at is hashed by its name alone.
    const facts = await hostFiles.facts(word).catch(() => undefined)
    if (facts?.kind === 'file' && facts.sizeBytes <= MOST_HASHED_BYTES)
      words.push({ sha256: await hashFile(word) })
  }
  return fingerprintOf(words)
}

function requestLine(id: string, request: SubjectRequest): string {
  if (request.kind !== 'chat') return JSON.stringify({ id, ...request })
  const { kind, messages, tools, ...rest } = request
  const head = JSON.stringify({ id, kind, ...rest })
  // Schemas keep the digits that they were written with.
  return `${head.slice(0, -1)},${openaiMessages(messages, tools).slice(1)}`
}

const KINDS: ReadonlySet<string> = new Set(tellableFailures)

function answerOf(line: string, where: string): SubjectReply {
  const reading = splitGivenReply(line)
  // The process has read the line once, so it is an object.
  const value = reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : undefined
  if (reading.kind === 'fault' || value === undefined) {
    throw broken(reading.kind === 'fault' ? reading.fault.reason : 'It is no object.', { line, where })
  }
  if (value.error !== undefined && value.error !== null) throw toldFailure(value.error, where)
  const given = givenReplyOf(value, reading.raw.get('message'))
  if (given.kind === 'fault') throw broken(given.reason, { line, where })
  return { ...given.reply, raw: new TextEncoder().encode(line) }
}

function broken(reason: string, at: { readonly line: string; readonly where: string }): SubjectFailure {
  return new SubjectFailure({
    code: 'command-answer',
    failure: 'schema',
    what: `The program's answer cannot be used: ${reason} ${quoted(at.line, 120)}`,
    where: at.where,
    fix: 'See docs/subjects/command.md for what an answer holds.',
    raw: new TextEncoder().encode(at.line),
    retryable: false,
  })
}

/** A failure that the program tells of itself. */
function toldFailure(error: JsonValue, where: string): SubjectFailure {
  const { kind, message, retryAfterMs }: JsonObject = isJsonObject(error) ? error : {}
  const told = typeof error === 'string' ? error : message
  return new SubjectFailure({
    code: 'command-failed',
    // Checked against the list of kinds.
    failure: typeof kind === 'string' && KINDS.has(kind) ? (kind as FailureKind) : 'server',
    what: `The program says that it failed: ${printable(typeof told === 'string' ? told : 'no reason given', { maxLength: 300 })}`,
    where,
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {}),
  })
}
