import { InputError } from '../../errors.js'
import type { JsonObject } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { type EngineModel, type GrammarState, type StartedEngine, startEngine } from './gguf-engine.js'
import { checkGguf, type GgufFile } from './gguf-file.js'
import { tryGguf } from './gguf-trial.js'

/** What a config may set for a model in this process, under `extra`. */
export interface GgufSettings {
  /** Tokens of prompt and answer together; default 8,192 or what the model was trained on, if that is less. */
  readonly contextSize: number
  readonly threads: number
}

/** A model in memory, its file checked. */
export interface LoadedGguf extends GgufFile {
  readonly model: EngineModel
  readonly settings: GgufSettings
  /** Name and version of engine and library. */
  readonly engine: string
  /** What holds one answer to JSON of a schema. @throws {Error} for a schema that the engine cannot make a grammar of. */
  holdTo(schema: JsonObject): Promise<GrammarState>
  /** What the engine said last of a failure; empty when it said nothing. */
  lastWords(): string
  close(): Promise<void>
}

const DEFAULT_CONTEXT = 8192
const MOST_THREADS = 256
/** Models below run on one thread: two wait for each other longer than they work (20 ms a step instead of 0.3). */
const SMALL_BYTES = 256 * 1024 * 1024

/**
 * Checks and loads a GGUF file.
 *
 * @param extra `contextSize` and `threads`, as a config gives them.
 * @throws {InputError} `subject-missing`, `gguf-broken`, `gguf-truncated`, `gguf-unloadable`, `subject-options`.
 */
export async function loadGguf(
  path: string,
  extra: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<LoadedGguf> {
  const file = await checkGguf(path)
  const hostThreads = threadsOfHost()
  const started = await startEngine()
  const { engine } = started
  try {
    await tryGguf(file.path, started.module, signal)
    const model = await engine.loadModel({
      modelPath: file.path,
      gpuLayers: 0,
      ...(signal === undefined ? {} : { loadSignal: signal }),
    })
    const threads = hostThreads ?? (file.sizeBytes < SMALL_BYTES ? 1 : Math.max(1, engine.cpuMathCores - 1))
    const context = Math.min(DEFAULT_CONTEXT, model.trainContextSize)
    return {
      ...file,
      model,
      settings: {
        contextSize: settingOf(extra, 'contextSize', { most: model.trainContextSize, otherwise: context }),
        threads: settingOf(extra, 'threads', { most: MOST_THREADS, otherwise: threads }),
      },
      engine: started.name,
      holdTo: (schema) => started.holdTo(model, schema),
      lastWords: () => started.lastWords(),
      close: () => engine.dispose(),
    }
  } catch (cause) {
    await engine.dispose()
    throw cause instanceof InputError ? cause : unloadable(path, started, cause)
  }
}

/**
 * `ASSAY_THREADS`: how many threads are free is the host's business and moves no answer, so that it needs no config.
 *
 * @throws {InputError} `subject-options`.
 */
function threadsOfHost(): number | undefined {
  const given = process.env.ASSAY_THREADS
  if (given === undefined || given === '') return undefined
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= MOST_THREADS) return Number(given)
  throw new InputError({
    code: 'subject-options',
    what: `The variable holds ${printable(JSON.stringify(given), { maxLength: 40 })}; it must be a whole number from 1 to ${MOST_THREADS}.`,
    where: 'ASSAY_THREADS',
    fix: 'Change it, or unset it.',
  })
}

function settingOf(
  extra: Readonly<Record<string, unknown>>,
  name: keyof GgufSettings,
  { most, otherwise }: { readonly most: number; readonly otherwise: number },
): number {
  const value = extra[name]
  if (value === undefined) return otherwise
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  throw new InputError({
    code: 'subject-options',
    what: `"${name}" is ${printable(JSON.stringify(value) ?? 'nothing', { maxLength: 40 })}; it must be a whole number from 1 to ${most}.`,
    where: 'extra',
    fix: 'Change it, or leave it out.',
  })
}

function unloadable(path: string, started: StartedEngine, cause: unknown): InputError {
  const words = started.lastWords()
  const reason = words === '' ? (cause instanceof Error ? cause.message : String(cause)) : words
  return new InputError({
    code: 'gguf-unloadable',
    what: `The engine does not take this model: ${printable(reason, { maxLength: 300 })}`,
    where: path,
    fix: `See that ${started.name} knows this architecture, and that the machine has memory for it.`,
    cause,
  })
}
