import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import type { CliContext } from '../../src/cli/command.js'
import { runRun } from '../../src/cli/commands/run-action.js'
import type { RunFlags } from '../../src/cli/run/run-flags.js'
import type { RunHost } from '../../src/cli/run/run-host.js'
import type { Sample } from '../../src/run/sample.js'
import type { SubjectKind } from '../../src/subject/kind.js'
import type { Subject } from '../../src/subject/subject.js'
import { recordCli } from './cli-run.js'
import { type Answer, answeringSubject, saying, scratchFolder, testHost } from './run-fixtures.js'

/** Where the run of a test lies; `setUp` makes it anew. */
export const place = { scratch: '', folder: '' }
let scratch: Awaited<ReturnType<typeof scratchFolder>> | undefined

export async function setUp(): Promise<void> {
  scratch = await scratchFolder()
  place.scratch = scratch.path
  place.folder = join(scratch.path, 'run')
  await writeFile(join(place.scratch, 'qa.jsonl'), lines(20))
}

export async function tearDown(): Promise<void> {
  await scratch?.remove()
}

export function lines(count: number): string {
  const items = Array.from({ length: count }, (_, at) => ({
    id: `q${at}`,
    kind: 'qa',
    tool: `tool_${at}`,
    question: `Is ${at} even?`,
    answer: at % 2 === 0 ? 'yes' : 'no',
  }))
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}

interface Outcome {
  readonly out: string
  readonly err: string
  readonly exitCode: number
  readonly error: unknown
}

interface Given extends Partial<RunFlags> {
  readonly subjectParts?: Partial<Subject>
  readonly open?: SubjectKind['open']
  readonly host?: Partial<RunHost>
  readonly context?: Partial<CliContext>
}

/** Runs the command on real files; unless it resumes, a new run of the twenty questions. */
export async function run(answer: Answer, given: Given = {}): Promise<Outcome> {
  const { subjectParts = {}, open, host = {}, context = {}, ...flags } = given
  const cli = recordCli(undefined, { files: hostFiles, clock: hostClock, ...context })
  const isNew = flags.resume === undefined
  let error: unknown
  try {
    await runRun(
      {
        concurrency: 8,
        timeout: 10,
        cache: false,
        ...(isNew
          ? { items: [join(place.scratch, 'qa.jsonl')], subject: 'answering:', output: place.folder }
          : {}),
        ...flags,
      },
      cli.context,
      testHost(open ?? answeringSubject(answer, subjectParts), host),
    )
  } catch (thrown) {
    error = thrown
  }
  return { out: cli.out(), err: cli.err(), exitCode: cli.exitCode(), error }
}

export const yes: Answer = () => saying('yes')

export function samples(): readonly Sample[] {
  const text = readFileSync(join(place.folder, 'samples.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sample)
}

export function document(): Record<string, unknown> {
  return JSON.parse(readFileSync(join(place.folder, 'run.json'), 'utf8')) as Record<string, unknown>
}

/** Every byte below a place.folder. */
export function everything(path: string): string {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => readFileSync(name, 'latin1'))
    .join('\n')
}

/** Stops a run after some answers, as Ctrl-C does. */
export function interruptAfter(count: number): {
  readonly answer: Answer
  readonly context: Partial<CliContext>
} {
  const stop = new AbortController()
  let asked = 0
  return {
    answer: () => {
      if (++asked === count) stop.abort()
      return saying('yes')
    },
    context: { signal: stop.signal },
  }
}
