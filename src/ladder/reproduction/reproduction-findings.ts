import type { CorpusStatistics } from '../../corpus/corpus-statistics.js'
import { printable } from '../../text/printable.js'
import type { RungFinding } from '../rung-finding.js'
import type { CorpusReferences } from './corpus-references.js'
import { isSilent, type JudgedCase } from './judged-case.js'

const MOST_NAMED = 20
/** Fewer distinct rows are soon learnt by heart. */
const FEW_ROWS = 300
/** Share of memory that says so. */
const MUCH = 0.8
/** Share of wrong copies that is worth a sentence. */
const SOME = 0.05

export interface FindingsRequest {
  readonly judged: readonly JudgedCase[]
  readonly references: CorpusReferences
  readonly statistics: CorpusStatistics
}

/** What stands out in the answers, in plain words. */
export function reproductionFindings(request: FindingsRequest): readonly RungFinding[] {
  const { judged } = request
  const first = judged.filter(({ reading }) => reading.trial === 0)
  const on = { ...request, judged: first }
  return [
    mixedRows(on),
    proseRowsCalled(on),
    memorised(on),
    foreignCopies(on),
    ...entityFindings(on),
    ...abstentionFindings(on),
    nothingCalled(on),
    fewRows(on),
    proseWithoutEntities(on),
    commandsToReview(on),
    destructiveCommands(on),
    truncated(on),
  ].filter((finding) => finding !== undefined)
}

interface Seen {
  readonly code: string
  readonly severity?: RungFinding['severity']
  readonly what: string
  readonly cases: readonly JudgedCase[]
}

function found({ code, severity = 'warn', what, cases }: Seen): RungFinding {
  return {
    code,
    severity,
    what,
    cases: cases.slice(0, MOST_NAMED).map(({ case: one }) => one.id),
    count: cases.length,
  }
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

function rows(judged: readonly JudgedCase[], needsCall: boolean): readonly JudgedCase[] {
  return judged.filter((one) => one.case.battery === 'verbatim' && one.needsCall === needsCall)
}

/** The rate of well-formed calls over all rows rises when prose rows are answered with calls. */
function mixedRows({ judged }: FindingsRequest): RungFinding | undefined {
  const calls = rows(judged, true)
  const prose = rows(judged, false)
  const surplus = prose.filter(({ isWellFormed }) => isWellFormed)
  if (surplus.length === 0 || calls.length === 0) return undefined
  const formed = calls.filter(({ isWellFormed }) => isWellFormed).length
  const mixed = (formed + surplus.length) / (calls.length + prose.length)
  return found({
    code: 'well-formed-over-mixed-rows',
    severity: 'info',
    what: `Over all ${calls.length + prose.length} rows together ${percent(mixed)} of the answers are well-formed calls, and ${surplus.length} of them answer one of the ${prose.length} prose rows, where a call is wrong: a rate over mixed rows rewards calling always. On the rows that call it is ${percent(formed / calls.length)}.`,
    cases: surplus,
  })
}

function proseRowsCalled({ judged }: FindingsRequest): RungFinding | undefined {
  const prose = rows(judged, false)
  const called = prose.filter((one) => !isSilent(one))
  if (called.length === 0) return undefined
  return found({
    code: 'prose-rows-called',
    what: `${called.length} of the ${prose.length} rows that training answers in prose are answered with a call: not even what was taught is held back.`,
    cases: called,
  })
}

function memorised({ judged }: FindingsRequest): RungFinding | undefined {
  const calls = rows(judged, true)
  const memory = calls.filter(({ copy }) => copy?.class === 'V0' || copy?.class === 'V1')
  if (calls.length < 10 || memory.length < MUCH * calls.length) return undefined
  return found({
    code: 'memorised-rows',
    severity: 'info',
    what: `${memory.length} of the ${calls.length} calls on rows of the corpus repeat the training answer: these rows alone cannot tell memory from ability, only the new prompts can.`,
    cases: memory,
  })
}

function foreignCopies({ judged }: FindingsRequest): RungFinding | undefined {
  const foreign = judged.filter(({ copy }) => copy?.class === 'V4')
  if (foreign.length === 0) return undefined
  return found({
    code: 'foreign-copies',
    what: `${foreign.length} calls on rows of the corpus are the training answer of another row: they look like new calls and are memory of the wrong one.`,
    cases: foreign,
  })
}

function entityFindings({ judged }: FindingsRequest): readonly RungFinding[] {
  const fresh = judged.filter(({ entity }) => entity !== undefined)
  const findings: RungFinding[] = []
  const tell = (outcome: string, code: string, what: (count: number) => string): void => {
    const cases = fresh.filter(({ entity }) => entity === outcome)
    if (cases.length >= Math.max(1, SOME * fresh.length))
      findings.push(found({ code, what: what(cases.length), cases }))
  }
  const all = fresh.length
  tell(
    'stale',
    'stale-entities',
    (count) =>
      `${count} of ${all} calls on new prompts carry an entity of the training rows in place of the one that was asked for.`,
  )
  tell(
    'mangled',
    'mangled-entities',
    (count) =>
      `${count} of ${all} calls on new prompts misspell the entity by one or two characters: copying is almost learnt.`,
  )
  tell(
    'wrong-tool',
    'wrong-tool',
    (count) => `${count} of ${all} new prompts are answered with a call of another tool.`,
  )
  return findings
}

function abstentionFindings({ judged }: FindingsRequest): readonly RungFinding[] {
  const asked = judged.filter(
    ({ case: one, silence }) => one.battery === 'suppression' && silence !== undefined,
  )
  const silent = asked.filter(isSilent)
  const called = asked.filter((one) => !isSilent(one))
  const useless = silent.filter(({ silence }) => silence !== 'useful')
  const findings: RungFinding[] = []
  if (called.length > asked.length / 2) {
    findings.push(
      found({
        code: 'over-triggers',
        what: `${called.length} of ${asked.length} prompts that need no call are answered with one: a mention is enough.`,
        cases: called,
      }),
    )
  }
  const empty = useless.filter(({ silence }) => silence === 'empty')
  if (empty.length > 0) {
    findings.push(
      found({
        code: 'empty-abstention',
        what: `${empty.length} of the ${silent.length} answers without a call are empty: they hold back and help nobody, so they count as abstention and not as useful.`,
        cases: empty,
      }),
    )
  }
  const others = useless.filter(({ silence }) => silence !== 'empty')
  if (others.length > silent.length / 4) {
    findings.push(
      found({
        code: 'useless-abstention',
        what: `${others.length} of the ${silent.length} answers without a call are too short, go round in circles or speak another language.`,
        cases: others,
      }),
    )
  }
  return findings
}

function nothingCalled({ judged }: FindingsRequest): RungFinding | undefined {
  const needing = judged.filter(({ needsCall }) => needsCall)
  const silent = needing.filter(isSilent)
  if (needing.length < 10 || silent.length < needing.length) return undefined
  const naming = silent.filter(({ reading }) => reading.parsing.strict.flags.includes('name_in_prose_only'))
  return found({
    code: 'never-calls',
    what: `None of the ${needing.length} prompts that need a call is answered with one; ${naming.length} answers name a tool in prose, which a keyword score would credit.`,
    cases: naming.length > 0 ? naming : silent,
  })
}

function fewRows({ references, statistics }: FindingsRequest): RungFinding | undefined {
  if (references.distinct >= FEW_ROWS) return undefined
  return {
    code: 'few-distinct-rows',
    severity: 'info',
    what: `The corpus has ${references.distinct} distinct rows (of ${statistics.rows}): whatever is said of learning from it holds for so many, and so few can be learnt by heart.`,
    cases: [],
    count: references.distinct,
  }
}

function proseWithoutEntities({ statistics }: FindingsRequest): RungFinding | undefined {
  const { prose, proseWithEntities } = statistics
  if (prose.distinct === 0 || proseWithEntities.distinct > 0) return undefined
  return {
    code: 'prose-rows-without-entities',
    severity: 'info',
    what: `None of the ${prose.distinct} distinct prose rows mentions an entity, so the data itself asks for a call wherever one is mentioned.`,
    cases: [],
    count: prose.distinct,
  }
}

function commandsToReview({ judged }: FindingsRequest): RungFinding | undefined {
  const cases = judged.filter(({ copy }) => copy?.class === 'review')
  if (cases.length === 0) return undefined
  return found({
    code: 'commands-to-review',
    severity: 'info',
    what: `${cases.length} commands differ from the training answer in ways that only a person can judge; they count as neither memory nor generalised.`,
    cases,
  })
}

function destructiveCommands({ judged }: FindingsRequest): RungFinding | undefined {
  const cases = judged.filter(({ copy }) => (copy?.destructive.length ?? 0) > 0)
  if (cases.length === 0) return undefined
  const parts = [...new Set(cases.flatMap(({ copy }) => copy?.destructive ?? []))].slice(0, 5)
  return found({
    code: 'destructive-commands',
    what: `${cases.length} commands destroy or change something (${parts.map((part) => printable(part, { maxLength: 40 })).join(', ')}). None was run.`,
    cases,
  })
}

function truncated({ judged }: FindingsRequest): RungFinding | undefined {
  const cases = judged.filter(({ reading }) => reading.parsing.outcome === 'truncated')
  if (cases.length === 0) return undefined
  return found({
    code: 'truncated-calls',
    severity: cases.length > SOME * judged.length ? 'warn' : 'info',
    what: `${cases.length} calls were cut by the token limit and are counted apart from malformed ones.`,
    cases,
  })
}
