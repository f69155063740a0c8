import { AnnotationDesk } from '../../annotation/annotation-desk.js'
import {
  ANNOTATION_START,
  type AnnotationHead,
  type Annotations,
  annotationFileName,
  headLine,
  readAnnotations,
} from '../../annotation/annotation-file.js'
import type { Benchmark } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import type { Journals, Locks } from '../../ports.js'
import type { CliContext } from '../command.js'
import { guardFolder } from '../output-guard.js'
import { unitsOf } from './annotation-units.js'

export interface AnnotationOpening {
  readonly annotator: string
  readonly benchmark: Benchmark
  /** Specs of the catalog. */
  readonly catalog?: readonly string[] | undefined
  readonly stratified?: number | undefined
  readonly seed: number
  /** Where answers are kept. */
  readonly folder: string
}

export interface AnnotationStore {
  readonly journals: Journals
  readonly locks: Locks
}

/** A desk whose file is open and locked. */
export interface OpenDesk {
  readonly desk: AnnotationDesk
  close(): Promise<void>
}

/**
 * Opens an annotator's file, the same for a terminal and a browser: of two who would write to it, the second is refused.
 *
 * @throws {InputError} `annotator-invalid`, `output-is-file`, `annotation-changed`, `annotation-invalid`, and what reading throws.
 * @throws {StoreError} `lock-held`, `journal-unwritable`.
 */
export async function openDesk(
  { annotator, benchmark, catalog, stratified, seed, folder }: AnnotationOpening,
  store: AnnotationStore,
  context: CliContext,
): Promise<OpenDesk> {
  const { files, clock, notify } = context
  const name = annotationFileName(annotator)
  const units = await unitsOf({ benchmark, catalog, seed, stratified, annotator }, context)
  const head: AnnotationHead = {
    annotator,
    fingerprint: benchmark.fingerprint,
    seed,
    ...(stratified === undefined ? {} : { stratified }),
  }
  await guardFolder(folder, files)
  const path = files.join(folder, name)
  const lock = await store.locks.take(`${path}.lock`)
  try {
    await refuseForeign(path, context)
    const journal = await store.journals.open(path, (tornBytes) =>
      notify(`${path}: ${tornBytes} bytes of a torn last line cut off; that item is asked again`),
    )
    try {
      const earlier = journal.sizeBytes === 0 ? undefined : await readAnnotations(files.stream(path), path)
      if (earlier === undefined) await journal.append(headLine(head))
      else refuseChange(earlier, head, path)
      const close = async (): Promise<void> => {
        await journal.close().finally(() => lock.release())
      }
      return { desk: new AnnotationDesk({ units, journal, clock, earlier }), close }
    } catch (error) {
      await journal.close()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Opening a file that is none of ours would cut off its last line. @throws {InputError} `annotation-invalid`. */
async function refuseForeign(path: string, { files }: CliContext): Promise<void> {
  const facts = await files.facts(path)
  if (facts === undefined || facts.sizeBytes === 0) return
  const expected = ANNOTATION_START
  let head = ''
  for await (const piece of files.stream(path)) {
    head += new TextDecoder().decode(piece.subarray(0, expected.length))
    if (head.length >= expected.length) break
  }
  // A crash can leave a part of the first line.
  if (head.startsWith(expected) || expected.startsWith(head)) return
  throw new InputError({
    code: 'annotation-invalid',
    what: 'The file is there and holds no answers of an annotator.',
    where: path,
    fix: 'Keep the answers in another folder with -o, or choose another name.',
  })
}

/** Where answers to a benchmark are kept by default. */
export async function annotationFolder(source: string, { files }: CliContext): Promise<string> {
  const facts = await files.facts(source)
  if (facts === undefined) return 'annotations'
  return files.join(facts.kind === 'folder' ? source : files.folderOf(source), 'annotations')
}

/** @throws {InputError} `annotation-changed`. */
function refuseChange(earlier: Annotations, head: AnnotationHead, path: string): void {
  const differences = [
    earlier.fingerprint === head.fingerprint ? [] : ['the items are others'],
    earlier.seed === head.seed ? [] : [`--seed was ${earlier.seed}`],
    earlier.stratified === head.stratified
      ? []
      : [
          earlier.stratified === undefined
            ? 'all items were asked'
            : `--stratified was ${earlier.stratified}`,
        ],
  ].flat()
  if (differences.length === 0) return
  throw new InputError({
    code: 'annotation-changed',
    what: `The file was begun otherwise: ${differences.join(', ')}.`,
    where: path,
    fix: 'Go on with what it was begun with, or begin another with -o.',
  })
}
