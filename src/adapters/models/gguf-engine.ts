import { InputError } from '../../errors.js'
import type { JsonObject } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { type FoundPeer, findPeer } from '../find-peer.js'
import { installLine, peerOf } from '../peers.js'

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
    /** Whether attention is one kernel; by default where the engine has one. */
    readonly flashAttention?: boolean
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
 * @throws {InputError} `subject-missing` when it is not installed or has no binary for this host.
 */
export async function startEngine(): Promise<StartedEngine> {
  const { module, peer } = await importEngine()
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
      name: `${ENGINE_NAME} ${peer.version ?? 'of an unknown version'}, llama.cpp ${engine.llamaCppRelease.release}`,
      module: peer.address,
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
  readonly peer: FoundPeer
}

async function importEngine(): Promise<ImportedEngine> {
  const peer = findPeer(ENGINE_NAME)
  if (peer === undefined) throw missing(`A GGUF model runs in ${ENGINE_NAME}, which is not installed.`)
  try {
    // The interfaces above are what its documentation promises; the slow tests run all of it.
    return { module: (await import(peer.address)) as EngineModule, peer }
  } catch (cause) {
    throw missing(`${ENGINE_NAME} is there, but cannot be loaded.`, cause)
  }
}

function missing(what: string, cause?: unknown): InputError {
  return new InputError({
    code: 'subject-missing',
    what,
    fix: `Install it in a folder of your own, ${peerOf(ENGINE_NAME).megabytes} MB: ${installLine(ENGINE_NAME)}; in a clone of Assay: npm ci --prefix test/assets/local-models, and ASSAY_PEERS=test/assets/local-models`,
    ...(cause === undefined ? {} : { cause }),
  })
}
