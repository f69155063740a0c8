import { InputError } from '../../errors.js'
import type { JsonObject } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { type ImportedPeer, importPeer } from '../peer.js'

/*
 * What is used of node-llama-cpp 3.21, by its own names. The package is an optional peer of 83 MB and no dependency, so
 * its types are written down here.
 */

export interface SamplerOptions {
  readonly temperature?: number
  readonly topK?: number
  readonly topP?: number
  readonly minP?: number
  readonly seed?: number
}

/** What is wanted behind a token: all probabilities, or the token that the sampler takes and its probability. */
export interface GenerateNext {
  readonly probabilities?: true
  readonly token?: true
  readonly confidence?: true
  readonly options: SamplerOptions
}

/** What came of it. */
export interface GeneratedNext {
  readonly probabilities?: ReadonlyMap<number, number>
  /** Null where the sampler found none. */
  readonly token?: number | null
  readonly confidence?: number
}

/** A token, or a token behind which something is wanted. */
export type EvaluationInput =
  | number
  | readonly [token: number, options: { readonly generateNext: GenerateNext }]

export interface EngineSequence {
  readonly contextTokens: readonly number[]
  readonly nextTokenIndex: number
  clearHistory(): Promise<void>
  eraseContextTokenRanges(ranges: { readonly start: number; readonly end: number }[]): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: number[]): Promise<void>
  evaluate(
    tokens: number[],
    options: SamplerOptions & {
      readonly yieldEogToken: true
      readonly grammarEvaluationState?: GrammarState
    },
  ): AsyncGenerator<number, void, undefined>
  controlledEvaluate(
    input: EvaluationInput[],
  ): Promise<readonly ({ readonly next: GeneratedNext } | undefined)[]>
}

/** A grammar, ready for any number of answers. */
interface EngineGrammar {
  readonly grammar: string
}

/** How far one answer has come in its grammar; good for one answer. */
export interface GrammarState {
  clone(): GrammarState
}

export interface EngineContext {
  readonly contextSize: number
  getSequence(): EngineSequence
}

export interface EngineEmbeddingContext {
  getEmbeddingFor(tokens: number[]): Promise<{ readonly vector: readonly number[] }>
}

export interface EngineModel {
  readonly trainContextSize: number
  readonly tokens: {
    readonly bos: number | null
    readonly eos: number | null
    readonly eot: number | null
    readonly shouldPrependBosToken: boolean
  }
  tokenize(text: string, specialTokens: boolean): number[]
  detokenize(tokens: readonly number[], specialTokens: boolean, lastTokens?: readonly number[]): string
  isEogToken(token: number): boolean
  createContext(options: {
    readonly contextSize: number
    readonly batchSize: number
    readonly threads: number
    /** Independent sequences, each with room for `contextSize` tokens; default 1. */
    readonly sequences?: number
  }): Promise<EngineContext>
  createEmbeddingContext(options: {
    readonly contextSize: number
    readonly batchSize: number
    readonly threads: number
  }): Promise<EngineEmbeddingContext>
}

export interface Engine {
  readonly cpuMathCores: number
  readonly llamaCppRelease: { readonly release: string }
  loadModel(options: {
    readonly modelPath: string
    readonly gpuLayers: 0
    readonly loadSignal?: AbortSignal
  }): Promise<EngineModel>
  /** @throws {Error} for a schema that it cannot make a grammar of. */
  createGrammarForJsonSchema(schema: JsonObject): Promise<EngineGrammar>
  dispose(): Promise<void>
}

interface EngineModule {
  readonly LlamaGrammarEvaluationState: new (options: {
    readonly model: EngineModel
    readonly grammar: EngineGrammar
  }) => GrammarState
  getLlama(options: {
    readonly gpu: false
    readonly build: 'never'
    readonly skipDownload: true
    readonly logLevel: 'error'
    readonly logger: (level: string, message: string) => void
  }): Promise<Engine>
}

const ENGINE_NAME = 'node-llama-cpp'
const ENGINE_VERSION = '3.21.1'

/** One engine, and what it said last when something failed. */
export interface StartedEngine {
  readonly engine: Engine
  /** E.g. `node-llama-cpp 3.21.1, llama.cpp b9000`. */
  readonly name: string
  /** Address of its module. */
  readonly module: string
  /** What holds one answer of a model to JSON of a schema. @throws {Error} for a schema that it cannot make a grammar of. */
  holdTo(model: EngineModel, schema: JsonObject): Promise<GrammarState>
  /** Its last lines of the level `error`, on one line; empty when it wrote none. */
  lastWords(): string
}

/**
 * Starts the engine on the CPU. It builds nothing and downloads nothing.
 *
 * @param folder where else the package may be installed, beside Assay's own place and the folder the user is in.
 * @throws {InputError} `subject-missing` when it is not installed or has no binary for this host.
 */
export async function startEngine(folder?: string): Promise<StartedEngine> {
  const { module, address } = await importEngine(folder)
  const lines: string[] = []
  const logger = (_level: string, message: string): void => {
    lines.push(message)
    if (lines.length > 5) lines.shift()
  }
  try {
    const engine = await module.getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      logLevel: 'error',
      logger,
    })
    return {
      engine,
      name: `${ENGINE_NAME} ${ENGINE_VERSION}, llama.cpp ${engine.llamaCppRelease.release}`,
      module: address,
      holdTo: async (model, schema) =>
        new module.LlamaGrammarEvaluationState({
          model,
          grammar: await engine.createGrammarForJsonSchema(schema),
        }),
      lastWords: () => printable(lines.splice(0).join(' ').trim(), { maxLength: 300 }),
    }
  } catch (cause) {
    throw missing(`${ENGINE_NAME} is there, but has no program for this host.`, cause)
  }
}

interface ImportedEngine {
  readonly module: EngineModule
  readonly address: string
}

async function importEngine(folder: string | undefined): Promise<ImportedEngine> {
  let peer: ImportedPeer | undefined
  try {
    peer = await importPeer(ENGINE_NAME, folder)
  } catch (cause) {
    throw missing(`${ENGINE_NAME} is there, but cannot be loaded.`, cause)
  }
  if (peer === undefined) throw missing(`A GGUF model runs in ${ENGINE_NAME}, which is not installed.`)
  // The interfaces above are what its documentation promises; the slow tests run all of it.
  return { module: peer.module as EngineModule, address: peer.address }
}

function missing(what: string, cause?: unknown): InputError {
  const binaries = `@node-llama-cpp/${binaryName()}@${ENGINE_VERSION}`
  return new InputError({
    code: 'subject-missing',
    what,
    fix: `Install it in a folder of your own, 83 MB: npm i -E --omit=optional ${ENGINE_NAME}@${ENGINE_VERSION} ${binaries}; in a clone of Assay: npm ci --prefix test/assets/local-models, and ASSAY_PEERS=test/assets/local-models`,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The package of binaries for this host's CPU. */
function binaryName(): string {
  const { platform, arch } = process
  if (platform === 'win32') return arch === 'arm64' ? 'win-arm64' : 'win-x64'
  if (platform === 'darwin') return arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64'
  return arch === 'arm64' ? 'linux-arm64' : arch === 'arm' ? 'linux-armv7l' : 'linux-x64'
}
