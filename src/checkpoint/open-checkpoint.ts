import { InputError } from '../errors.js'
import type { FileParts, Files } from '../ports.js'
import { ggufTensors } from './gguf.js'
import { openTorch } from './open-torch.js'
import { safetensorsHeader, safetensorsTensors, shardsOf } from './safetensors.js'
import type { Checkpoint, CheckpointFile } from './tensor.js'

export interface CheckpointHost {
  readonly files: Pick<Files, 'facts' | 'list' | 'read' | 'join' | 'folderOf'>
  readonly parts: FileParts
}

const INDEXES = ['model.safetensors.index.json', 'pytorch_model.bin.index.json'] as const
/** In a folder, the first of these that is there. */
const SINGLE = [
  'model.safetensors',
  'adapter_model.safetensors',
  'pytorch_model.bin',
  'model.pt',
  'model.pth',
] as const
const WEIGHTS = /\.(?:safetensors|gguf|pt|pth|bin|ckpt)$/i
/** Index files of the largest models have a few megabytes. */
const MAX_INDEX_BYTES = 128 * 1024 * 1024
/** Vocabulary and merges of a GGUF file take up to some 20 MB. */
const MAX_GGUF_HEAD = 512 * 1024 * 1024
/** The largest models come in fewer than 200 files. */
const MAX_FILES = 2_000

/**
 * The tensors of a checkpoint: a safetensors file, a PyTorch checkpoint, a GGUF file (the first of several, too), the
 * index of several files, or a folder with one of these. Heads are read, weights are not.
 *
 * @throws {InputError} `checkpoint-missing`, `checkpoint-broken`, and what reading files throws.
 */
export async function openCheckpoint(path: string, host: CheckpointHost): Promise<Checkpoint> {
  const place = await placeOf(path, host)
  if (/\.index\.json$/i.test(place)) return openIndex(place, host)
  const split = /^(.*)-00001-of-(\d{5})(\.gguf|\.safetensors)$/i.exec(place)
  if (split === null) return openFiles([place], host)
  const [, stem = '', count = '', ending = ''] = split
  if (Number(count) > MAX_FILES) throw missing(path, `It claims to be one of ${Number(count)} files.`)
  const paths = Array.from(
    { length: Number(count) },
    (_, index) => `${stem}-${String(index + 1).padStart(5, '0')}-of-${count}${ending}`,
  )
  return openFiles(paths, host)
}

/** The file that is meant where a folder is named. */
async function placeOf(path: string, { files }: CheckpointHost): Promise<string> {
  const facts = await files.facts(path)
  if (facts === undefined) throw missing(path, 'There is no such file or folder.')
  if (facts.kind === 'file') return path
  const names = await files.list(path)
  const known = [...INDEXES, ...SINGLE].find((name) => names.includes(name))
  if (known !== undefined) return files.join(path, known)
  const candidates = names.filter((name) => WEIGHTS.test(name))
  const starts = candidates.filter((name) => !/-\d{5}-of-\d{5}\./.test(name) || /-00001-of-/.test(name))
  const [only, ...others] = starts
  if (only === undefined) throw missing(path, 'The folder holds no weights.')
  if (others.length > 0) {
    throw missing(
      path,
      `The folder holds ${starts.length} files of weights: ${starts.slice(0, 5).join(', ')}.`,
    )
  }
  return files.join(path, only)
}

async function openIndex(path: string, host: CheckpointHost): Promise<Checkpoint> {
  const { files } = host
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MAX_INDEX_BYTES) {
    throw missing(path, 'The index is larger than 128 MiB.')
  }
  const shards = shardsOf(new TextDecoder().decode(await files.read(path)), path)
  if (shards.size > MAX_FILES) throw missing(path, `The index names ${shards.size} files.`)
  const folder = files.folderOf(path)
  const names = [...shards.keys()].sort()
  const whole = await openFiles(
    names.map((name) => files.join(folder, name)),
    host,
  )
  const held = new Set(whole.tensors.map(({ name, file }) => `${file}/${name}`))
  for (const [file, name] of names.entries()) {
    for (const tensor of shards.get(name) ?? []) {
      if (held.has(`${file}/${tensor}`)) continue
      throw missing(path, `${name} does not hold ${JSON.stringify(tensor.slice(0, 100))}, as the index says.`)
    }
  }
  return whole
}

async function openFiles(paths: readonly string[], host: CheckpointHost): Promise<Checkpoint> {
  const opened: Checkpoint[] = []
  for (const [file, path] of paths.entries()) opened.push(await openFile(path, file, host))
  const [first] = opened
  if (first === undefined) throw missing('the index', 'It names no files.')
  if (opened.length === 1) return first
  const tensors = opened.flatMap((each) => each.tensors)
  const names = new Set<string>()
  for (const { name } of tensors) {
    if (names.has(name))
      throw missing(paths[0] ?? '', `Tensor ${JSON.stringify(name.slice(0, 100))} is in two files.`)
    names.add(name)
  }
  return {
    format: first.format,
    files: opened.flatMap((each) => each.files),
    tensors,
    metadata: first.metadata,
    notices: opened.flatMap((each) => each.notices),
  }
}

async function openFile(path: string, number: number, host: CheckpointHost): Promise<Checkpoint> {
  const facts = await host.files.facts(path)
  if (facts?.kind !== 'file') throw missing(path, 'There is no such file.')
  const file: CheckpointFile = { path, sizeBytes: facts.sizeBytes }
  const head = await host.parts.readPart(path, { start: 0, length: 8 })
  const magic = new TextDecoder('latin1').decode(head.subarray(0, 4))
  if (magic === 'GGUF') return openGguf(file, number, host)
  if (magic.startsWith('PK')) return openTorch(file, number, host.parts)
  // A pickle of protocol 2 on its own is how PyTorch saved before 1.6.
  if (head[0] === 0x80 && head[1] === 2 && !/\.safetensors$/i.test(path)) {
    throw new InputError({
      code: 'checkpoint-broken',
      what: 'This is a PyTorch checkpoint in the form from before version 1.6, which is not read.',
      where: path,
      fix: 'Save it again with torch.save, or as safetensors.',
    })
  }
  return openSafetensors(file, { head, number }, host.parts)
}

async function openSafetensors(
  file: CheckpointFile,
  { head, number }: { readonly head: Uint8Array; readonly number: number },
  parts: FileParts,
): Promise<Checkpoint> {
  const place = safetensorsHeader(head, file)
  const header = await parts.readPart(file.path, { start: place.start, length: place.sizeBytes })
  const { tensors, metadata } = safetensorsTensors(header, { ...file, file: number })
  return { format: 'safetensors', files: [file], tensors, metadata, notices: [] }
}

async function openGguf(
  file: CheckpointFile,
  number: number,
  { parts }: CheckpointHost,
): Promise<Checkpoint> {
  const { path, sizeBytes } = file
  for (let length = 1 << 20; length <= MAX_GGUF_HEAD; length *= 8) {
    const head = await parts.readPart(path, { start: 0, length: Math.min(length, sizeBytes) })
    const read = ggufTensors(head, { path, file: number, sizeBytes })
    if (read.kind === 'more') continue
    const { tensors, metadata, unknown } = read
    const left =
      unknown.length === 0
        ? []
        : [`${unknown.length} tensors are in formats that are not read: ${unknown.slice(0, 5).join(', ')}.`]
    return { format: 'gguf', files: [file], tensors, metadata, notices: left }
  }
  throw missing(path, 'Its head is longer than 512 MiB.')
}

function missing(where: string, what: string): InputError {
  return new InputError({
    code: 'checkpoint-missing',
    what: `This is no checkpoint that can be read. ${what}`,
    where,
    fix: 'Name a .safetensors, .gguf or .pt file, the index of several, or a folder with one of them.',
  })
}
