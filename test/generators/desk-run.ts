import { fingerprintOfItems, itemFromJson } from '../../src/benchmark/item-json.js'
import { parseJson } from '../../src/text/json.js'

/** A run of yes-or-no questions, three to a cluster, or of other items, with what was answered in each trial. */
export interface DeskRun {
  readonly folder: string
  readonly questions: number
  /** Text of the answer; undefined: the sample ended in an error; null: it is not there. */
  readonly said: (question: number, trial: number) => string | undefined | null
  readonly trials?: number
  readonly label?: string
  /** Names the questions. */
  readonly idOf?: (question: number) => string
  /** In the place of the questions, as many of them. */
  readonly items?: readonly { readonly id: string }[]
  readonly variant?: string
  /** Members of run.json in the place of its own. */
  readonly changes?: object
}

export const goldOf = (question: number): 'yes' | 'no' => (question % 2 === 0 ? 'yes' : 'no')
export const wrongOf = (question: number): 'yes' | 'no' => (question % 2 === 0 ? 'no' : 'yes')

/** Files of the run, by path, its items beside it. */
export function deskRun(run: DeskRun): Readonly<Record<string, string>> {
  const {
    folder,
    questions,
    said,
    trials = 1,
    label = 'agent',
    idOf = (one) => `q${one}`,
    changes = {},
    variant,
  } = run
  const items: readonly { readonly id: string }[] =
    run.items ??
    Array.from({ length: questions }, (_, question) => ({
      id: idOf(question),
      kind: 'qa',
      tool: `tool_${question}`,
      question: `Is ${question} even?`,
      answer: goldOf(question),
      cluster: `c${Math.floor(question / 3)}`,
    }))
  const samples: string[] = []
  for (let trial = 0; trial < trials; trial++) {
    for (const [question, { id }] of items.entries()) {
      const text = said(question, trial)
      if (text === null) continue
      const outcome =
        text === undefined
          ? { error: { kind: 'rate-limit', code: 'http-429', message: 'later' } }
          : { output: { text, stopReason: 'stop' } }
      samples.push(
        JSON.stringify({
          benchmark: 'desk',
          item: id,
          trial,
          ...(variant === undefined ? {} : { variant }),
          subject: label,
          request: { hash: '00' },
          decode: {},
          ...outcome,
          timing: { startedMs: 0, durationMs: 1 },
          attempts: 1,
        }),
      )
    }
  }
  const fingerprint = fingerprintOfItems(
    items.map((item) => {
      const reading = parseJson(JSON.stringify(item))
      if (reading.kind === 'fault') throw new TypeError(reading.fault.reason)
      return itemFromJson(reading.value, { path: 'items.jsonl', line: 1 })
    }),
  )
  const itemsPath = `${folder}.items.jsonl`
  return {
    [itemsPath]: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    [`${folder}/run.json`]: JSON.stringify({
      schema: 'assay.run/1',
      id: 'a7',
      subject: { spec: 'command:touch owned', label, facts: { model: 'x' } },
      benchmarks: [{ name: 'desk', path: itemsPath, fingerprint, items: questions }],
      seed: 0,
      trials,
      ...changes,
    }),
    [`${folder}/samples.jsonl`]: samples.map((line) => `${line}\n`).join(''),
    // What somebody may have written there is not believed.
    [`${folder}/scores.json`]: '{"schema":"assay.scores/1","scores":[]}',
    [`${folder}.audit.json`]: auditJson(fingerprint),
  }
}

/** What `assay benchmark audit` would say of a benchmark without faults. */
export function auditJson(fingerprint: string, verdict = 'usable'): string {
  return JSON.stringify({
    schema: 'assay.audit/1',
    benchmark: { name: 'desk', fingerprint },
    verdict,
    reasons: [],
    nulls: [],
    counts: { items: 1, kinds: { qa: 1 }, checks: {} },
    notes: [],
    unchecked: [],
    seed: 0,
  })
}
