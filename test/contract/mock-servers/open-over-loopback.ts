import { hostTemplates } from '../../../src/adapters/chat-template.js'
import { hostClock } from '../../../src/adapters/clock.js'
import { hostFiles } from '../../../src/adapters/files.js'
import { agentHttp } from '../../../src/adapters/http-agent.js'
import type { Http } from '../../../src/ports.js'
import type { SubjectContext, SubjectKind, SubjectOptions } from '../../../src/subject/kind.js'
import { openSubject } from '../../../src/subject/open.js'
import type { Subject } from '../../../src/subject/subject.js'

export interface OpenOptions {
  readonly variables?: Readonly<Record<string, string>>
  readonly options?: SubjectOptions
  /** Default: over connections that are kept open. */
  readonly http?: Http
}

/** Opens a spec with the real clock, files and network. */
export function openOverLoopback(
  kind: SubjectKind,
  spec: string,
  { variables = {}, options = {}, http = agentHttp() }: OpenOptions = {},
): Promise<Subject> {
  const context: Omit<SubjectContext, 'open'> = {
    files: hostFiles,
    http,
    clock: hostClock,
    notify: () => {},
    templates: hostTemplates(),
    variable: (name) => variables[name],
    mayExecute: false,
    options,
  }
  return openSubject(spec, context, [kind])
}
