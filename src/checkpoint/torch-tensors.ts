import { InputError } from '../errors.js'
import { isCount } from '../text/plain-value.js'
import type { PickledCall, PickleValue } from './pickle.js'
import { type Dtype, elementCount } from './tensor.js'

/** A tensor as a PyTorch checkpoint describes it. */
export interface TorchTensor {
  readonly name: string
  readonly dtype: Dtype
  readonly shape: readonly number[]
  /** Name of the storage, `data/<key>` in the file. */
  readonly storage: string
  /** First element in the storage. */
  readonly offset: number
}

export interface TorchContents {
  readonly tensors: readonly TorchTensor[]
  /** Tensors whose elements do not stand in order, such as transposed views; they are not read. */
  readonly unordered: readonly string[]
  /** Globals that are no part of a tensor, e.g. `os.system`. Nothing of them was run. */
  readonly globals: readonly string[]
}

const STORAGES: ReadonlyMap<string, Dtype> = new Map([
  ['torch.DoubleStorage', 'F64'],
  ['torch.FloatStorage', 'F32'],
  ['torch.HalfStorage', 'F16'],
  ['torch.BFloat16Storage', 'BF16'],
  ['torch.LongStorage', 'I64'],
  ['torch.IntStorage', 'I32'],
  ['torch.ShortStorage', 'I16'],
  ['torch.CharStorage', 'I8'],
  ['torch.ByteStorage', 'U8'],
  ['torch.BoolStorage', 'BOOL'],
  ['torch.Float8_e4m3fnStorage', 'F8_E4M3'],
  ['torch.Float8_e5m2Storage', 'F8_E5M2'],
])

/** Where the storage is of bytes and the tensor says of what. */
const DTYPES: ReadonlyMap<string, Dtype> = new Map([
  ['torch.float64', 'F64'],
  ['torch.float32', 'F32'],
  ['torch.float16', 'F16'],
  ['torch.bfloat16', 'BF16'],
  ['torch.float8_e4m3fn', 'F8_E4M3'],
  ['torch.float8_e5m2', 'F8_E5M2'],
  ['torch.uint64', 'U64'],
  ['torch.uint32', 'U32'],
  ['torch.uint16', 'U16'],
])

const TENSOR_MAKERS: ReadonlySet<string> = new Set([
  'torch._utils._rebuild_tensor_v2',
  'torch._utils._rebuild_tensor',
  'torch._utils._rebuild_tensor_v3',
])
const PARAMETER_MAKERS: ReadonlySet<string> = new Set([
  'torch._utils._rebuild_parameter',
  'torch._utils._rebuild_parameter_with_state',
])
const HARMLESS =
  /^(?:torch\.(?:_utils\.\w+|(?:storage\.)?\w+Storage|Size|device|serialization\.\w+|(?:float|bfloat|int|uint)\d+\w*|bool)|collections\.(?:OrderedDict|defaultdict)|_codecs\.encode)$/

/** Members under which trainers keep the weights, and other state beside them. */
const WEIGHTS = ['model', 'state_dict', 'model_state_dict', 'module', 'lora_state_dict'] as const

/**
 * The tensors of a checkpoint. Where the weights stand under a name of their own (`model`, `state_dict`, …), only they
 * are taken: what optimizers keep has the shapes of weights, too. Names of nested members are joined by dots.
 *
 * @throws {InputError} `checkpoint-broken` when it names more than a million members: one that repeats itself inside
 * itself can name any number in a few bytes.
 */
export function torchTensors(root: PickleValue, where: string): TorchContents {
  const walk = new Walk(where)
  const members = new Map(membersOf(root))
  const weights = WEIGHTS.map((name) => members.get(name)).find(
    (value) => value !== undefined && membersOf(value).length > 0,
  )
  walk.visit(weights ?? root, '', 0)
  return { tensors: walk.tensors, unordered: walk.unordered, globals: [...globalsOf(root)].sort() }
}

/** Deepest nesting: state dicts are flat, a few trainers nest them once or twice. */
const MAX_DEPTH = 32

/** Members of all mappings, of which tensors are some. */
const MAX_MEMBERS = 1_000_000
/** Longest name of a tensor; real ones have less than 200. */
const MAX_NAME = 1_000

class Walk {
  readonly tensors: TorchTensor[] = []
  readonly unordered: string[] = []
  readonly #where: string
  #members = 0

  constructor(where: string) {
    this.#where = where
  }

  visit(value: PickleValue, name: string, depth: number): void {
    this.#members++
    if (this.#members > MAX_MEMBERS) throw tooMany(this.#where)
    if (depth > MAX_DEPTH || name.length > MAX_NAME) return
    const call = value.kind === 'call' ? value : undefined
    const maker = call?.callee.kind === 'global' ? call.callee.name : undefined
    if (call !== undefined && maker !== undefined && PARAMETER_MAKERS.has(maker)) {
      const [data] = itemsOf(call.args)
      if (data !== undefined) this.visit(data, name, depth + 1)
      return
    }
    if (call !== undefined && maker !== undefined && TENSOR_MAKERS.has(maker)) {
      const tensor = tensorOf(name, call)
      if (tensor === 'unordered') this.unordered.push(name)
      else if (tensor !== undefined) this.tensors.push(tensor)
      return
    }
    for (const [key, member] of membersOf(value))
      this.visit(member, name === '' ? key : `${name}.${key}`, depth + 1)
  }
}

function tooMany(where: string): InputError {
  return new InputError({
    code: 'checkpoint-broken',
    what: 'This is no PyTorch checkpoint that can be read. It names more than a million members.',
    where,
    fix: 'Save the weights alone, with torch.save(model.state_dict(), …) or as safetensors.',
  })
}

/** What a mapping holds under names; empty for anything else. */
function membersOf(value: PickleValue): readonly (readonly [string, PickleValue])[] {
  const entries = value.kind === 'dict' || value.kind === 'call' ? value.entries : []
  return entries.flatMap(([key, member]) => {
    if (key.kind === 'text') return [[key.value, member] as const]
    return key.kind === 'number' ? [[String(key.value), member] as const] : []
  })
}

function tensorOf(name: string, { args }: PickledCall): TorchTensor | 'unordered' | undefined {
  const [storage, offset, size, stride, , , dtype] = itemsOf(args)
  const found = storageOf(storage, dtype)
  const shape = wholeNumbers(size)
  const steps = wholeNumbers(stride)
  const start = offset?.kind === 'number' && typeof offset.value === 'number' ? offset.value : undefined
  if (found === undefined || shape === undefined || steps === undefined || start === undefined || start < 0) {
    return undefined
  }
  if (elementCount(shape) === undefined) return undefined
  return isOrdered(shape, steps) ? { name, ...found, shape, offset: start } : 'unordered'
}

function storageOf(
  value: PickleValue | undefined,
  named: PickleValue | undefined,
): Pick<TorchTensor, 'dtype' | 'storage'> | undefined {
  if (value?.kind !== 'persistent') return undefined
  const [word, type, key] = itemsOf(value.id)
  const ofStorage = type?.kind === 'global' ? STORAGES.get(type.name) : undefined
  const dtype = ofStorage ?? (named?.kind === 'global' ? DTYPES.get(named.name) : undefined)
  const isStorage = word?.kind === 'text' && word.value === 'storage' && key?.kind === 'text'
  return isStorage && dtype !== undefined ? { dtype, storage: key.value } : undefined
}

/** Row-major without gaps; sizes of 1 may have any step. */
function isOrdered(shape: readonly number[], steps: readonly number[]): boolean {
  let step = 1
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const size = shape[axis] as number
    if (size !== 1 && steps[axis] !== step) return false
    step *= size
  }
  return shape.length === steps.length
}

function itemsOf(value: PickleValue | undefined): readonly PickleValue[] {
  return value?.kind === 'tuple' || value?.kind === 'list' ? value.items : []
}

function wholeNumbers(value: PickleValue | undefined): readonly number[] | undefined {
  // torch.Size((2, 3)) in newer files, a tuple in older ones
  const inner = value?.kind === 'call' ? itemsOf(value.args)[0] : value
  if (inner?.kind !== 'tuple') return undefined
  const numbers = inner.items.map((item) => (item.kind === 'number' ? item.value : undefined))
  return numbers.every(isCount) ? numbers : undefined
}

/** Names of globals that checkpoints have no need of. */
function globalsOf(root: PickleValue): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<PickleValue>()
  const open: PickleValue[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (seen.has(value)) continue
    seen.add(value)
    if (value.kind === 'global' && !HARMLESS.test(value.name)) found.add(value.name)
    open.push(...partsOf(value))
  }
  return found
}

function partsOf(value: PickleValue): readonly PickleValue[] {
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.items
    case 'dict':
      return value.entries.flat()
    case 'call':
      return [value.callee, value.args, ...value.items, ...value.entries.flat()]
    case 'persistent':
      return [value.id]
    default:
      return []
  }
}
