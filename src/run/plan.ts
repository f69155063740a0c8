import type { Item } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { ProbePlan } from '../probe/probe-plan.js'
import type { GenerationSettings, SubjectRequest } from '../subject/request.js'
import type { Subject } from '../subject/subject.js'
import type { Dialect } from '../toolcall/dialect.js'

/** One question that a run asks: an item, or a variant of it, as a request. */
export interface PlannedRequest {
  readonly item: string
  readonly variant?: string
  readonly request: SubjectRequest
  /** What choosing by labels needs later: which label stands for what. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Turns items of one kind into requests. One file in `tasks/`, one line in its list. */
export interface RunTask<I extends Item = Item> {
  /** Kind of the items. */
  readonly kind: I['kind']
  /** Rises whenever the same item gives another request; part of the run's fingerprint. */
  readonly version: number
  /** Why this subject cannot be asked this kind of item; undefined when it can. */
  unfit(subject: Pick<Subject, 'answers' | 'facts'>): string | undefined
  /** The variants in which an item is asked, without making the requests: a resume passes over what is done. */
  variants(item: I, context: TaskContext): readonly (string | undefined)[]
  /** The requests of one item, one for each variant, in that order. Nothing random that the seed does not decide. */
  requests(item: I, context: TaskContext): readonly PlannedRequest[]
}

export interface TaskContext {
  readonly subject: Pick<Subject, 'answers' | 'facts'>
  readonly seed: number
  /** Generation settings of the run; tasks add limits of their own, such as one token for a letter. */
  readonly settings: GenerationSettings
  /** Where tools that an item offers by name are looked up, and from which retrieval chooses. */
  readonly catalog?: Catalog
  /** How conversations are written for a subject that only completes. */
  readonly dialect?: Dialect
  /** Default `one`. */
  readonly rotations?: Rotations
  /** Default: the whole catalog up to 100 tools, else the best 50 by BM25. */
  readonly shortlist?: Shortlist
  /** How MCQ and QA items are shown; absent: in conversation, the tool by its name. */
  readonly probe?: ProbePlan
}

/** In how many orders the options of an MCQ item are shown: one that its id decides, or every rotation of it. */
export type Rotations = 'one' | 'all'

/** Which tools retrieval is shown: all, the item's own pool, or so many as BM25 ranks first. */
export type Shortlist = 'all' | 'pool' | number

/** A task for the list, which holds tasks of every kind of item: whoever plans gives each task items of its own kind. */
export function defineRunTask<I extends Item>(task: RunTask<I>): RunTask {
  return task as RunTask // `planRun` looks at the kind first
}
