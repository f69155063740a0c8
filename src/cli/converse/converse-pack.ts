import { describeTarget, mcpTargetOf, secretsOfTarget } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import type { StoredPack } from '../../run/converse/converse-facts.js'
import { headersOf } from '../catalog/catalog-flags.js'
import { type OpenedPack, openPack, type PackRequest } from '../packs.js'
import { storedPath } from '../stored-path.js'
import { type ConverseItems, manifestPack, readConverseItems } from './converse-items.js'
import type { ConverseOpening } from './converse-request.js'
import { madeItems } from './made-items.js'

/** The world that dialogues are played in, and the dialogues. */
export interface OpenedDialogues {
  readonly pack: OpenedPack
  readonly storedPack: StoredPack
  readonly items: ConverseItems
  readonly split?: string
  readonly categories?: readonly string[]
}

/** File of a run that holds what a live server answered. */
export const TOOL_RESULTS = 'tool-results.jsonl'

/**
 * Opens the pack, and reads the dialogues or has the pack make them; made ones are written into the folder of the run, so
 * that going on and scoring read the same.
 *
 * @throws {InputError} `pack-missing`, `knowledge-changed`, `items-missing`, and what opening and reading throw.
 */
export async function openConversePack(opening: ConverseOpening, seed: number): Promise<OpenedDialogues> {
  const { flags, context, stored, folder } = opening
  const before = stored?.converse
  const named = stored?.benchmarks[0]?.path
  const path = flags.items ?? (named === undefined ? undefined : storedPath(named, folder))
  const format = flags.itemsFormat ?? (flags.items === undefined ? stored?.benchmarks[0]?.format : undefined)
  const read = path === undefined ? undefined : await readConverseItems(path, format, context)
  const name = flags.items === undefined ? stored?.benchmarks[0]?.name : undefined
  const given =
    read === undefined || name === undefined ? read : { ...read, benchmark: { ...read.benchmark, name } }
  const made = given === undefined ? undefined : manifestPack(given.benchmark)
  const spec = flags.pack ?? before?.pack.spec ?? made?.id
  if (spec === undefined) {
    throw new InputError({
      code: 'pack-missing',
      what: 'Nothing says which pack the dialogues are of.',
      where: 'assay converse',
      fix: 'Name it with --pack, e.g. travel.',
    })
  }
  const request: PackRequest = {
    spec,
    size: flags.small === true ? 'small' : (before?.pack.size ?? made?.size ?? 'full'),
    seed: flags.seed ?? before?.pack.seed ?? made?.seed ?? seed,
    semantics: flags.semantics ?? before?.pack.semantics ?? made?.semantics ?? 'strict',
    ...switchesOf(flags.switch ?? before?.pack.switches),
    ...(flags.knowledge === undefined ? {} : { saved: flags.knowledge }),
    isTyped: flags.pack !== undefined,
    ...(given === undefined
      ? {}
      : { items: given.benchmark.items.filter((item) => item.kind === 'dialogue') }),
    server: serverFlags(opening, { spec, record: context.files.join(folder, TOOL_RESULTS) }),
  }
  const pack = await openPack(request, context)
  try {
    const { world } = pack
    if (made?.knowledge !== undefined && made.id === pack.pack.id && made.knowledge !== world.knowledge) {
      throw otherKnowledge(path ?? '', request)
    }
    const target = mcpTargetOf(spec)
    const storedPack: StoredPack = {
      // A secret among the words of a command line stays out of every file, however short it is.
      spec: target === undefined ? spec : describeTarget(target),
      id: pack.pack.id,
      version: pack.pack.version,
      size: request.size,
      seed: request.seed,
      semantics: request.semantics,
      ...switchesOf(request.switches),
      knowledge: world.knowledge,
    }
    const split = flags.split ?? before?.split ?? (given === undefined ? 'test' : undefined)
    const categories = flags.category ?? before?.categories
    const choice = {
      ...(split === undefined ? {} : { split }),
      ...(categories === undefined ? {} : { categories }),
    }
    const items = given ?? (await madeItems({ opening, pack, storedPack, ...choice }))
    return { pack, storedPack, items, ...choice }
  } catch (error) {
    await pack.close()
    throw error
  }
}

function switchesOf(switches: StoredPack['switches']): Pick<StoredPack, 'switches'> {
  return switches === undefined ? {} : { switches }
}

function serverFlags(
  { flags: { allowWrites, replay, header = [], env, timeout }, secrets }: ConverseOpening,
  { spec, record }: { readonly spec: string; readonly record: string },
): NonNullable<PackRequest['server']> {
  const headers = headersOf(header)
  for (const [name, value] of Object.entries(headers)) secrets.learn(name, value.replace(/^\w+\s+/, ''))
  const target = mcpTargetOf(spec)
  for (const value of target === undefined ? [] : secretsOfTarget(target)) secrets.learn('pack', value)
  return {
    ...(allowWrites === undefined ? {} : { allowWrites }),
    record,
    clean: (line) => secrets.clean(line),
    ...(replay === undefined ? {} : { replay }),
    ...(env === undefined ? {} : { variables: env }),
    headers,
    timeoutMs: timeout * 1000,
  }
}

function otherKnowledge(where: string, { size, seed, semantics }: PackRequest): InputError {
  return new InputError({
    code: 'knowledge-changed',
    what: `The dialogues were made in another knowledge base than this one (${size}, seed ${seed}, ${semantics}), so that their plans would find other rows.`,
    where,
    fix: 'Leave out --small and --seed, so that the manifest of the items decides; or make the dialogues anew.',
  })
}
