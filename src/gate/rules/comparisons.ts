import { InputError } from '../../errors.js'
import { type PairedTable, pairTables } from '../../score/run/compare-scores.js'
import type { StoredScores } from '../../score/run/read-scores.js'
import { comparePaired, type PairedComparison } from '../../stats/compare-paired.js'
import type { GateScores } from '../evidence.js'
import type { GateComparison } from '../gate-document.js'
import type { NoWorseRule } from '../policy.js'

export interface ComparisonsRequest {
  readonly rules: readonly NoWorseRule[]
  readonly scores: readonly GateScores[]
  readonly baseline: readonly StoredScores[]
  readonly seed: number
  readonly permutations?: number
}

/** One metric of one kind of items in one benchmark, as a rule asks for it. */
export interface ComparedTable {
  readonly subject: string
  readonly benchmark: string
  readonly kind: string
  readonly unpaired: PairedTable['unpaired']
  readonly paired: number
  /** Absent where nothing could be paired. */
  readonly comparison?: PairedComparison
  readonly better: 'higher' | 'lower'
  readonly metric: string
}

/** What a rule is held against. */
export interface RuleTables {
  readonly tables: readonly ComparedTable[]
  /** Benchmarks that one side alone has. */
  readonly onlyRun: readonly string[]
  readonly onlyBaseline: readonly string[]
}

/**
 * The comparisons that rules ask for, decided together: each metric once, by the one test of `assay compare`, adjusted by Holm over all.
 */
export class Comparisons {
  readonly all: readonly GateComparison[]
  readonly #byRule = new Map<string, RuleTables>()

  /** @throws {InputError} `subject-unnamed`, `catalog-differs`, and what pairing throws. */
  constructor({ rules, scores, baseline, seed, permutations }: ComparisonsRequest) {
    const family = new Map<string, { readonly subject: string; readonly table: PairedTable }>()
    const asked = rules.map((rule) => {
      const sides = sidesOf(rule, scores, baseline)
      const keys = sides.pairs.flatMap(({ a, b }) =>
        tablesOf(rule, a, b).map((table) => {
          const key = JSON.stringify([sides.subject, table.benchmark, table.kind, table.paired.metric])
          if (!family.has(key)) family.set(key, { subject: sides.subject, table })
          return key
        }),
      )
      return { rule, sides, keys }
    })
    const testable = [...family].filter(([, { table }]) => table.paired.items.length > 0)
    const compared = comparePaired({
      metrics: testable.map(([, { table }]) => table.paired),
      seed,
      ...(permutations === undefined ? {} : { permutations }),
    })
    const results = new Map(testable.map(([key], index) => [key, compared[index] as PairedComparison])) // one each
    this.all = testable.map(([key, { table }]): GateComparison => {
      const {
        verdict: _verdict,
        note: _note,
        needed: _needed,
        ...rest
      } = results.get(key) as PairedComparison
      return { benchmark: table.benchmark, kind: table.kind, ...rest }
    })
    for (const { rule, sides, keys } of asked) {
      this.#byRule.set(rule.id, {
        onlyRun: sides.onlyRun,
        onlyBaseline: sides.onlyBaseline,
        tables: keys.map((key): ComparedTable => {
          const { subject, table } = family.get(key) as { subject: string; table: PairedTable } // put there above
          const comparison = results.get(key)
          return {
            subject,
            benchmark: table.benchmark,
            kind: table.kind,
            metric: table.paired.metric,
            better: table.paired.better,
            unpaired: table.unpaired,
            paired: table.paired.items.length,
            ...(comparison === undefined ? {} : { comparison }),
          }
        }),
      })
    }
  }

  of(rule: NoWorseRule): RuleTables {
    return this.#byRule.get(rule.id) ?? { tables: [], onlyRun: [], onlyBaseline: [] }
  }
}

interface Sides {
  readonly subject: string
  readonly pairs: readonly { readonly a: StoredScores; readonly b: StoredScores }[]
  readonly onlyRun: readonly string[]
  readonly onlyBaseline: readonly string[]
}

/** Benchmarks pair by name; two that stand alone and hold the same items pair whatever they are called. */
function sidesOf(
  { id, subject, benchmark }: NoWorseRule,
  scores: readonly GateScores[],
  baseline: readonly StoredScores[],
): Sides {
  const run = scores.flatMap(({ stored }) =>
    stored !== undefined && (subject === undefined || stored.subject === subject) ? [stored] : [],
  )
  const subjects = [...new Set(run.map((one) => one.subject))]
  const [own = subject ?? ''] = subjects
  if (subjects.length > 1) throw subjectUnnamed(id, 'run', subjects)
  const known = [...new Set(baseline.map((one) => one.subject))]
  const whom = known.length > 1 ? known.find((one) => one === own) : known[0]
  if (whom === undefined && known.length > 1) throw subjectUnnamed(id, 'baseline', known)
  const before = baseline.filter((one) => one.subject === whom)
  const isWanted = (one: StoredScores): boolean => benchmark === undefined || one.benchmark === benchmark
  const [a, b] = [before[0], run[0]]
  const isAlone = before.length === 1 && run.length === 1
  if (
    isAlone &&
    a !== undefined &&
    b !== undefined &&
    a.fingerprint !== undefined &&
    a.fingerprint === b.fingerprint
  ) {
    return { subject: own, pairs: isWanted(b) ? [{ a, b }] : [], onlyRun: [], onlyBaseline: [] }
  }
  const names = (list: readonly StoredScores[]): readonly string[] =>
    list.filter(isWanted).map((one) => one.benchmark)
  return {
    subject: own,
    pairs: run.filter(isWanted).flatMap((one) => {
      const other = before.find(({ benchmark: name }) => name === one.benchmark)
      return other === undefined ? [] : [{ a: other, b: one }]
    }),
    onlyRun: names(run).filter((name) => before.every((one) => one.benchmark !== name)),
    onlyBaseline: names(before).filter((name) => run.every((one) => one.benchmark !== name)),
  }
}

function subjectUnnamed(id: string, side: 'run' | 'baseline', subjects: readonly string[]): InputError {
  return new InputError({
    code: 'subject-unnamed',
    what: `The ${side} has the subjects ${subjects.join(', ')}, and it is not said which is meant.`,
    where: `rule ${JSON.stringify(id)}`,
    fix: 'Name one with `subject`, or gate one run at a time.',
  })
}

function tablesOf(rule: NoWorseRule, a: StoredScores, b: StoredScores): readonly PairedTable[] {
  if (!rule.acrossCatalogs && a.catalog !== b.catalog) {
    throw new InputError({
      code: 'catalog-differs',
      what: `The items of "${b.benchmark}" were asked with another catalog in the baseline: the fingerprints differ.`,
      where: `baseline ${shown(a.catalog)}, run ${shown(b.catalog)}`,
      fix: 'Make a baseline with this catalog, or, where the tools are what changed, write `acrossCatalogs: true` in the rule.',
    })
  }
  try {
    return pairTables({
      a: [a],
      b: [b],
      metrics: rule.metric === undefined ? [] : [rule.metric],
      acrossVersions: false,
      partial: true,
    }).filter(({ kind }) => rule.items === undefined || rule.items === kind)
  } catch (error) {
    const fix = error instanceof InputError ? FIXES[error.code] : undefined
    if (!(error instanceof InputError) || fix === undefined) throw error
    const { code, what, where } = error
    throw new InputError({
      code,
      what: `${what} A is the baseline, B the run.`,
      ...(where === undefined ? {} : { where }),
      fix,
      cause: error,
    })
  }
}

/** What to do where there is a baseline, which the messages of `assay compare` do not know. */
const FIXES: Readonly<Record<string, string>> = {
  'benchmark-differs':
    'The benchmark has changed: ask the subject of the baseline the items of today, and save that run as the baseline.',
  'scorer-differs':
    'Name the folder of the run as the baseline, which is scored again, or save it again with this version of Assay (`assay gate RUN --save-baseline FILE`).',
}

function shown(fingerprint: string | undefined): string {
  return fingerprint === undefined ? 'none' : fingerprint.slice(0, 12)
}
