import { defaultProbeOptions, type ProbeOptions } from '../../benchmark/generate/probe/probe-options.js'
import { defaultRrbOptions, type RrbOptions } from '../../benchmark/generate/rrb/rrb-options.js'
import type { Tier } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import type { GeneratedKind } from '../commands/benchmark-generate-flags.js'
import { flagsClash } from '../flags-clash.js'
import type { ModelFlags } from './model-flags.js'

/** @throws {InputError} `flags-clash`, `judge-missing`, `generator-missing`. */
export function checkModelFlags(kind: GeneratedKind, flags: ModelFlags): void {
  const ofRetrieval = {
    '--tiers': flags.tiers,
    '--twin-of': flags.twinOf,
    '--retriever': flags.retriever,
    '--pooled': flags.pooled,
  }
  const stray = Object.entries(ofRetrieval).find(([, value]) => value !== undefined)?.[0]
  if (kind !== 'rrb' && stray !== undefined) {
    throw flagsClash(
      stray,
      'Only a retrieval benchmark has it.',
      'Leave it out, or write `assay benchmark generate rrb`.',
    )
  }
  if (flags.queries !== undefined) {
    const given = { '--generator': flags.generator, '--twin-of': flags.twinOf, '--tiers': flags.tiers }
    const needless = Object.entries(given).find(([, value]) => value !== undefined)?.[0]
    if (needless !== undefined) {
      throw flagsClash(
        needless,
        'Queries of your own are judged as they are; nothing is written.',
        'Leave it out, or leave out --queries.',
      )
    }
    if (flags.pooled === 0) {
      throw flagsClash(
        '--pooled',
        'Queries of your own have no pool: what rankings find is judged.',
        'Give a depth above 0.',
      )
    }
  } else if (flags.generator === undefined) {
    throw new InputError({
      code: 'generator-missing',
      what: 'Nothing says who writes the queries.',
      where: '--generator',
      fix: 'Name a subject with --generator and another with --judge, or your own queries with --queries.',
    })
  }
  if (flags.judge === undefined) {
    throw new InputError({
      code: 'judge-missing',
      what: 'Nothing says who judges: what a model writes is not taken unjudged.',
      where: '--judge',
      fix: 'Name a subject with --judge, another model than the one that writes.',
    })
  }
  if (flags.retryErrors === true && flags.resume !== true) {
    throw flagsClash(
      '--retry-errors',
      'A new generation has no errors to ask again.',
      'Leave it out, or add --resume.',
    )
  }
}

/** @param classes of tools that can be asked about: a training twin is about all of them. */
export function rrbOptionsOf(flags: ModelFlags, classes: number): RrbOptions {
  const size = flags.twinOf === undefined ? flags.size : classes
  return {
    ...defaultRrbOptions,
    ...sharedOptions(flags),
    quota: flags.tiers ?? thirds(size),
    ...(flags.pooled === undefined ? {} : { pooledDepth: flags.pooled }),
  }
}

export function probeOptionsOf(flags: ModelFlags): ProbeOptions {
  return { ...defaultProbeOptions, ...sharedOptions(flags), size: flags.size }
}

function sharedOptions({ language, attempts, passes, patience, maxTokensOut, votes }: ModelFlags) {
  return {
    ...(language === undefined ? {} : { language }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(passes === undefined ? {} : { passes }),
    ...(patience === undefined ? {} : { patience }),
    ...(maxTokensOut === undefined ? {} : { maxTokens: maxTokensOut }),
    ...(votes === undefined || votes === 1 ? {} : { votes }),
  } satisfies Partial<RrbOptions & ProbeOptions>
}

/** 500 is 167, 167, 166. */
function thirds(size: number): Readonly<Record<Tier, number>> {
  const hard = Math.floor(size / 3)
  const easy = Math.ceil(size / 3)
  return { easy, medium: size - easy - hard, hard }
}
