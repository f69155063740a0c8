import type { ModelRole } from '../../benchmark/generate/ask.js'
import { InputError } from '../../errors.js'
import type { SecretBook } from '../../run/secret-book.js'
import type { SubjectOptions } from '../../subject/kind.js'
import { openSubject } from '../../subject/open.js'
import type { Subject, TokenPrice } from '../../subject/subject.js'
import type { CliContext } from '../command.js'
import { learnHeaders } from '../header-secrets.js'
import type { RunConfigFile } from '../run/run-config-file.js'
import type { RunHost } from '../run/run-host.js'

export interface ModelOpening {
  readonly spec: string
  readonly role: ModelRole
  readonly key: string | undefined
  readonly price: TokenPrice | undefined
  readonly config: RunConfigFile | undefined
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  /** Aborted never but when the process ends. */
  readonly halt: AbortSignal
}

/**
 * Opens a subject as generator or judge; specs stand on the command line, so they may start programs.
 *
 * @throws {InputError} `subject-unfit` for one that takes no conversations, and what opening subjects throws.
 */
export async function openModel(opening: ModelOpening): Promise<Subject> {
  const { spec, role, config, context, host, secrets, halt } = opening
  const named = config?.subjects.find((entry) => entry.spec === spec || entry.options.label === spec)
  const options: SubjectOptions = {
    ...named?.options,
    ...(opening.key === undefined ? {} : { key: opening.key }),
    ...(opening.price === undefined ? {} : { price: opening.price }),
  }
  learnHeaders(options.headers ?? {}, secrets)
  const subject = await openSubject(
    named?.spec ?? spec,
    {
      files: named === undefined || config === undefined ? context.files : config.files,
      http: host.http ?? context.http,
      clock: context.clock,
      notify: (line) => context.notify(secrets.clean(line)),
      templates: host.templates,
      variable: (name) => {
        const value = context.variable(name)
        if (value !== undefined) secrets.learn(name, value)
        return value
      },
      mayExecute: true,
      signal: halt,
      options,
    },
    host.kinds,
  )
  if (subject.answers.has('chat')) return subject
  await subject.close?.()
  throw new InputError({
    code: 'subject-unfit',
    what: 'This subject takes no conversations, so nothing can be asked of it here.',
    where: `--${role} ${spec}`,
    fix: 'Name a model that chats, or a server of one as compatible:URL#MODEL.',
  })
}
