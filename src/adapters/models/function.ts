import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AssayError, InputError } from '../../errors.js'
import { SubjectFailure } from '../../subject/failure.js'
import { readGivenReply } from '../../subject/given-reply.js'
import { defineSubjectKind, type SubjectContext } from '../../subject/kind.js'
import type { SubjectReply } from '../../subject/reply.js'
import type { SubjectRequest } from '../../subject/request.js'
import { type AskContext, defineSubject, type Subject } from '../../subject/subject.js'
import { present } from '../../text/json-members.js'
import { printable } from '../../text/printable.js'
import { declaredAnswers } from './declared-answers.js'
import { hashFile } from './file-hash.js'

const USAGE = 'function:<module>[#<export>]'

/** An export of a module in JavaScript or TypeScript: a function, or a whole subject. */
export const functionKind = defineSubjectKind({
  id: 'function',
  usage: USAGE,
  describes: "a module's export: a function of a request, or a subject",
  executes: true,
  async open(argument, context) {
    const hash = argument.lastIndexOf('#')
    const [file, name] =
      hash === -1 ? [argument, 'default'] : [argument.slice(0, hash), argument.slice(hash + 1)]
    if (file.trim() === '' || name === '') {
      throw new InputError({
        code: 'subject-spec',
        what: 'It does not say which module and which export.',
        where: `function:${argument}`,
        fix: `Write ${USAGE}, e.g. function:./agent.ts#answer.`,
      })
    }
    const spec = `function:${argument}`
    const member = exportOf(await loadModule(file, spec), name, spec)
    if (isSubject(member)) return heldSubject(member, spec)
    return functionSubject(member, { spec, file, name, context })
  },
})

type Answerer = (request: SubjectRequest, context: AskContext) => unknown

interface FunctionParts {
  readonly spec: string
  readonly file: string
  readonly name: string
  readonly context: SubjectContext
}

async function functionSubject(
  answer: Answerer,
  { spec, file, name, context }: FunctionParts,
): Promise<Subject> {
  const { label, dialect, price, maxConcurrency = 16 } = context.options
  const model = name === 'default' ? file : name
  return defineSubject({
    spec,
    label: label ?? printable(model, { maxLength: 60 }),
    facts: {
      model,
      endpoint: file,
      ...(dialect === undefined ? {} : { dialect }),
      fingerprint: await hashFile(file),
    },
    answers: declaredAnswers(context),
    endpoint: spec,
    maxConcurrency,
    ...(price === undefined ? {} : { price }),
    ask: async (request, asked) => replyOf(await called(answer, { request, asked, spec }), spec),
  })
}

/** A whole subject of the user's own: what it answers and throws is looked at before a run takes it. */
function heldSubject(subject: Subject, spec: string): Subject {
  const { label, facts, answers, endpoint, maxConcurrency, price, isRecorded, prompts, findings } = subject
  return defineSubject({
    spec: subject.spec,
    label,
    facts,
    answers,
    endpoint,
    maxConcurrency,
    ...present({ price, isRecorded, prompts, findings }),
    async ask(request, asked) {
      const said = await called((one, context) => subject.ask(one, context), { request, asked, spec })
      if (isReply(said)) return said
      throw unusable('An exported subject answers an object with an "output", which is an object.', spec)
    },
    ...(subject.close === undefined ? {} : { close: async () => subject.close?.() }),
  })
}

function isReply(said: unknown): said is SubjectReply {
  if (typeof said !== 'object' || said === null || !('output' in said)) return false
  return typeof said.output === 'object' && said.output !== null
}

interface Asked {
  readonly request: SubjectRequest
  readonly asked: AskContext
  readonly spec: string
}

/** Calls the function; it ends with the sample's time, though what it started goes on. */
async function called(answer: Answerer, { request, asked, spec }: Asked): Promise<unknown> {
  const { signal, timeoutMs } = asked
  let timer: NodeJS.Timeout | undefined
  let stop: (() => void) | undefined
  const ended = new Promise<never>((_, reject) => {
    const end = (failure: 'timeout' | 'stopped', what: string): void =>
      reject(new SubjectFailure({ code: `function-${failure}`, failure, what, where: spec }))
    timer = setTimeout(
      () => end('timeout', `The function gave no answer within ${timeoutMs} ms.`),
      Math.min(timeoutMs, 2 ** 31 - 1),
    )
    stop = () => end('stopped', 'The run was stopped.')
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([Promise.resolve().then(() => answer(request, asked)), ended])
  } catch (cause) {
    if (cause instanceof AssayError) throw cause
    throw new SubjectFailure({
      code: 'function-threw',
      failure: 'server',
      what: `The function threw: ${printable(cause instanceof Error ? cause.message : String(cause), { maxLength: 300 })}`,
      where: spec,
      fix: 'Correct it; a model that answers nothing is {text: ""}.',
      cause,
      retryable: false,
    })
  } finally {
    clearTimeout(timer)
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

/** A text, or an object as a program would write it; a message may be an object. */
function replyOf(said: unknown, spec: string): SubjectReply {
  let json: string | undefined
  try {
    json = JSON.stringify(typeof said === 'string' ? { text: said } : flat(said))
  } catch {
    json = undefined
  }
  const given = json === undefined ? undefined : readGivenReply(json)
  if (given?.kind === 'reply') return given.reply
  throw unusable(given?.reason ?? 'It is no text and no object.', spec)
}

function unusable(reason: string, spec: string): SubjectFailure {
  return new SubjectFailure({
    code: 'function-answer',
    failure: 'schema',
    what: `The function's answer cannot be used: ${reason}`,
    where: spec,
    fix: 'Return a text, or an object with one of text, message, tokenIds and calls.',
    retryable: false,
  })
}

/** Takes the shape of a subject's own reply, too, whose text and message stand under `output`. */
function flat(said: unknown): unknown {
  if (typeof said !== 'object' || said === null || !('output' in said)) return said
  const { output, ...rest } = said
  if (typeof output !== 'object' || output === null) return said
  const { message } = output as { readonly message?: unknown } // an object of whatever was returned
  return { ...rest, ...output, ...(typeof message === 'string' ? { message: JSON.parse(message) } : {}) }
}

async function loadModule(file: string, spec: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const path = resolve(file)
  const jiti = createJiti(pathToFileURL(path).href, {
    moduleCache: false,
    fsCache: false,
    alias: { assay: createRequire(import.meta.url).resolve('assay') },
  })
  try {
    return await jiti.import(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new InputError({
      code: 'subject-missing',
      what: `The module cannot be loaded: ${printable(reason, { maxLength: 300 })}`,
      where: spec,
      fix: 'Check the path; it is taken from the folder that you are in.',
      cause,
    })
  }
}

function exportOf(module: unknown, name: string, spec: string): Answerer | Subject {
  const members = new Map(typeof module === 'object' && module !== null ? Object.entries(module) : [])
  const member: unknown = members.get(name)
  if (typeof member === 'function') return member as Answerer // what it returns is checked
  if (isSubject(member)) return member
  const names = [...members.keys()].filter((key) => key !== '__esModule')
  throw new InputError({
    code: 'subject-missing',
    what:
      member === undefined
        ? `The module has no export "${printable(name, { maxLength: 60 })}".`
        : `The export "${name}" is neither a function nor a subject.`,
    where: spec,
    fix: names.length === 0 ? 'Export a function.' : `It exports ${names.slice(0, 10).join(', ')}.`,
  })
}

function isSubject(value: unknown): value is Subject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ask' in value &&
    typeof value.ask === 'function' &&
    'answers' in value &&
    value.answers instanceof Set &&
    'facts' in value &&
    'maxConcurrency' in value
  )
}
