import { InputError } from '../errors.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import type { TensorPair } from './align-tensors.js'
import type { LowRankUpdate } from './low-rank.js'
import { type CheckpointHost, openCheckpoint } from './open-checkpoint.js'
import { type Checkpoint, type Dtype, isBlockType, type StoredTensor } from './tensor.js'
import { bareName, nameOfGguf } from './tensor-names.js'

/** What a LoRA adapter does to the tensors of a model. */
export interface LoraAdapter {
  /** By bare name of the weight. */
  readonly updates: ReadonlyMap<string, LowRankUpdate>
  /** Tensors that the adapter holds in full, in the model's place. */
  readonly replaced: ReadonlyMap<string, StoredTensor>
  readonly checkpoint: Checkpoint
}

/** Settings of an adapter have a few kilobytes. */
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024
/** The highest rank in use is 1,024. */
const MAX_RANK = 65_536
/** Elements of one factor that are kept in memory while its weight is compared: 512 MiB. */
const MAX_FACTOR = 64 * 1024 * 1024

/**
 * A LoRA adapter as PEFT writes it: a folder with `adapter_config.json` and weights in safetensors (or a PyTorch
 * checkpoint), or the file of weights with the settings beside it.
 *
 * @throws {InputError} `adapter-broken`, and what opening a checkpoint throws.
 */
export async function openAdapter(path: string, host: CheckpointHost): Promise<LoraAdapter> {
  const facts = await host.files.facts(path)
  const folder = facts?.kind === 'folder' ? path : host.files.folderOf(path)
  const settingsPath = host.files.join(folder, 'adapter_config.json')
  const settingsFacts = await host.files.facts(settingsPath)
  if (settingsFacts === undefined) throw broken(path, 'There is no adapter_config.json beside its weights.')
  if (settingsFacts.sizeBytes > MAX_SETTINGS_BYTES) throw broken(settingsPath, 'It has more than 4 MiB.')
  const json = readJsonText(new TextDecoder().decode(await host.files.read(settingsPath)), {
    path: settingsPath,
  })
  if (!isJsonObject(json)) throw broken(settingsPath, 'It is no JSON object.')
  const settings = settingsOf(json, settingsPath)
  const checkpoint = await openCheckpoint(path, host)
  return { ...tensorsOf(checkpoint, { settings, path }), checkpoint }
}

interface Settings {
  readonly rank: number
  readonly alpha: number
  readonly ranks: readonly (readonly [string, number])[]
  readonly alphas: readonly (readonly [string, number])[]
  readonly isStabilised: boolean
  readonly isTransposed: boolean
}

function settingsOf(json: JsonObject, where: string): Settings {
  const type = json.peft_type
  if (type !== undefined && type !== 'LORA') throw broken(where, `Its kind is ${shown(type)}; LORA is read.`)
  if (json.use_dora === true)
    throw broken(where, 'It is a DoRA adapter, whose magnitudes are not merged here.')
  const { r, lora_alpha: alpha } = json
  if (typeof r !== 'number' || !(r >= 1 && r <= MAX_RANK)) throw broken(where, `Its rank is ${shown(r)}.`)
  if (typeof alpha !== 'number' || !Number.isFinite(alpha))
    throw broken(where, `Its lora_alpha is ${shown(alpha)}.`)
  return {
    rank: r,
    alpha,
    ranks: numbersIn(json.rank_pattern),
    alphas: numbersIn(json.alpha_pattern),
    isStabilised: json.use_rslora === true,
    isTransposed: json.fan_in_fan_out === true,
  }
}

function numbersIn(value: JsonValue | undefined): readonly (readonly [string, number])[] {
  if (value === undefined || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, number]) =>
    typeof number === 'number' ? [[key, number] as const] : [],
  )
}

/** PEFT's patterns are regular expressions at the end of a name; plain names, which all in use are, are matched. */
function patterned(entries: Settings['ranks'], name: string): number | undefined {
  const found = entries.find(([key]) => {
    const plain = key.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\.', '.')
    return name === plain || name.endsWith(`.${plain}`)
  })
  return found?.[1]
}

const FACTOR = /^(.*)\.lora_(embedding_)?([AB])(?:\.[\w-]+)?(?:\.weight)?$/

function tensorsOf(
  checkpoint: Checkpoint,
  { settings, path }: { readonly settings: Settings; readonly path: string },
): Pick<LoraAdapter, 'updates' | 'replaced'> {
  const factors = new Map<string, { A?: StoredTensor; B?: StoredTensor; readonly isEmbedding: boolean }>()
  const replaced = new Map<string, StoredTensor>()
  for (const tensor of checkpoint.tensors) {
    const [, target, embedding, letter] = FACTOR.exec(tensor.name) ?? []
    if (target === undefined) {
      if (/lora_|magnitude/.test(tensor.name))
        throw broken(path, `It holds ${shown(tensor.name)}, which is not merged here.`)
      replaced.set(bareName(tensor.name.replace('.modules_to_save.default', '')), tensor)
      continue
    }
    const pair = factors.get(target) ?? { isEmbedding: embedding !== undefined }
    pair[letter === 'A' ? 'A' : 'B'] = tensor
    factors.set(target, pair)
  }
  const updates = new Map<string, LowRankUpdate>()
  for (const [target, { A, B, isEmbedding }] of factors) {
    if (A === undefined || B === undefined)
      throw broken(path, `${shown(target)} has only one of its two factors.`)
    const update = updateOf({ target, down: A, up: B, isEmbedding }, { checkpoint, settings, path })
    updates.set(`${bareName(target)}.weight`, update)
  }
  if (updates.size === 0 && replaced.size === 0) throw broken(path, 'It holds no weights.')
  return { updates, replaced }
}

function updateOf(
  {
    target,
    down,
    up,
    isEmbedding,
  }: {
    readonly target: string
    readonly down: StoredTensor
    readonly up: StoredTensor
    readonly isEmbedding: boolean
  },
  {
    checkpoint,
    settings,
    path,
  }: { readonly checkpoint: Checkpoint; readonly settings: Settings; readonly path: string },
): LowRankUpdate {
  const name = target.replace(/^base_model\.model\./, '')
  const rank = patterned(settings.ranks, name) ?? settings.rank
  const alpha = patterned(settings.alphas, name) ?? settings.alpha
  const isMatrix = down.shape.length === 2 && up.shape.length === 2
  if (!isMatrix || down.shape[0] !== rank || up.shape[1] !== rank) {
    throw broken(path, `The factors of ${shown(target)} are no matrices of rank ${rank}.`)
  }
  for (const { name: factor, shape, dtype } of [down, up]) {
    if (isBlockType(dtype)) throw broken(path, `${shown(factor)} is quantised.`)
    if ((shape[0] ?? 0) * (shape[1] ?? 0) > MAX_FACTOR)
      throw broken(path, `${shown(factor)} has more than 2^26 elements.`)
  }
  return {
    paths: checkpoint.files.map((file) => file.path),
    down,
    up,
    rank,
    scale: alpha / (settings.isStabilised ? Math.sqrt(rank) : rank),
    isTransposed: isEmbedding || settings.isTransposed,
  }
}

/**
 * Pairs with what the adapter adds to their second side, or puts in its place.
 *
 * @param model.firstFile number that the adapter's first file has among the files of the second side.
 * @throws {InputError} `adapter-unmatched` when it changes a tensor that is not compared, or one of another shape.
 */
export function withAdapter(
  pairs: readonly TensorPair[],
  { updates, replaced }: LoraAdapter,
  model: { readonly path: string; readonly checkpoint: Checkpoint; readonly firstFile: number },
): readonly TensorPair[] {
  const { path, firstFile } = model
  const open = new Set([...updates.keys(), ...replaced.keys()])
  const changed = pairs.map((pair): TensorPair => {
    const name = namesOf(pair, model.checkpoint).find((known) => open.has(known)) ?? ''
    open.delete(name)
    const whole = replaced.get(name)
    const update = updates.get(name)
    if (whole !== undefined) {
      if (whole.shape.join() === pair.b.shape.join() && !isBlockType(whole.dtype)) {
        return { ...pair, b: { ...whole, name: pair.name, file: whole.file + firstFile } }
      }
      throw unmatched(path, `${shown(name)} has another shape in the model.`)
    }
    if (update === undefined) return pair
    const [inputs, outputs] = [update.down.shape[1], update.up.shape[0]]
    const [rows, columns] = update.isTransposed ? [inputs, outputs] : [outputs, inputs]
    if (pair.b.shape[0] === rows && pair.length === columns && FLOATS.has(pair.b.dtype))
      return { ...pair, update }
    throw unmatched(path, `${shown(name)} has another shape in the model, or no floats of up to 32 bits.`)
  })
  const [first] = open
  if (first === undefined) return changed
  throw unmatched(
    path,
    `The model has no tensor ${shown(first)} that it could be added to (${open.size} such).`,
  )
}

const FLOATS: ReadonlySet<Dtype> = new Set(['F32', 'F16', 'BF16'])

function namesOf({ name, a }: TensorPair, { format, metadata }: Checkpoint): readonly string[] {
  const mapped = format === 'gguf' ? nameOfGguf(name, metadata['general.architecture'] ?? '') : undefined
  return [bareName(name), bareName(a.name), ...(mapped?.kind === 'name' ? [mapped.name] : [])]
}

function shown(value: JsonValue | undefined): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'nothing'
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'adapter-broken',
    what: `This is no LoRA adapter that can be merged. ${what}`,
    where,
    fix: 'Name a folder that PEFT wrote, or merge the adapter first and compare whole checkpoints.',
  })
}

function unmatched(where: string, what: string): InputError {
  return new InputError({
    code: 'adapter-unmatched',
    what: `The adapter does not fit the model. ${what}`,
    where,
    fix: 'Name the model that the adapter was trained on.',
  })
}
