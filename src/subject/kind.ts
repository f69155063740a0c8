import type { Clock, Files, Http, Notify } from '../ports.js'
import type { TemplateRenderer } from '../toolcall/template-renderer.js'
import type { Subject, TokenPrice } from './subject.js'

/** What a config may say of a subject beside its spec. */
export interface SubjectOptions {
  /** Name for tables; default from the spec. */
  readonly label?: string
  /** Name of the environment variable that holds the key; default by the kind. */
  readonly key?: string
  /** Sent with each request; values may hold `${VARIABLE}`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Dialect in which outputs are read. */
  readonly dialect?: string
  readonly price?: TokenPrice
  readonly maxConcurrency?: number
  /** Further members of the request body, for servers with settings of their own. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What a subject may need from outside when it is opened. */
export interface SubjectContext {
  readonly files: Files
  readonly http: Http
  readonly clock: Clock
  readonly notify: Notify
  readonly templates: TemplateRenderer
  /** A variable of the environment, for keys. Every value that is read as a key is made known to the run as a secret. */
  readonly variable: (name: string) => string | undefined
  /** Whether specs that start programs or load modules may be opened: the user typed them, no file did. */
  readonly mayExecute: boolean
  readonly signal?: AbortSignal
  readonly options: SubjectOptions
  /** Opens another spec, for subjects made of others. */
  readonly open: (spec: string) => Promise<Subject>
}

/** A kind of subject that spec strings can name. One file, one line in the list of the command line. */
export interface SubjectKind {
  /** The word before the first colon of a spec. */
  readonly id: string
  /** E.g. `openai:<model>`. */
  readonly usage: string
  readonly describes: string
  /** Opening it runs a program or loads code: never done for a spec that a stored run names. */
  readonly executes?: true
  /**
   * @param argument the spec after the first colon, empty when there is none.
   * @throws {InputError} `subject-spec` when the argument cannot be understood, `subject-missing` when what it needs is
   * not installed or not there.
   */
  open(argument: string, context: SubjectContext): Subject | Promise<Subject>
}

export function defineSubjectKind(kind: SubjectKind): SubjectKind {
  return kind
}
