import type { CallTask } from '../../benchmark/call-item.js'
import { goldTurns } from '../../benchmark/nulls/null-speakers.js'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import { judgeCalls } from '../../score/calls/call-verdict.js'
import { OutputReader } from '../../score/calls/read-output.js'
import { judgeRanking, soughtInCatalog } from '../../score/judged-item.js'
import { ndcg } from '../../score/scorers/ndcg.js'
import { recall } from '../../score/scorers/recall.js'
import { canonicalJson } from '../../text/json.js'
import { printable, quoted } from '../../text/printable.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'
import { goldExample } from '../gold-example.js'
import { foldedWords } from '../tool-text.js'

/** Entries of a `$oneOf` that are tried before a gold call is given up. */
const MAX_CHOICES = 8

/** Whether the right answer scores 1: nobody can do better than what the scorer thinks of gold itself. */
export const goldSelfTest = defineAuditCheck({
  id: 'gold-self-test',
  group: 'gold',
  looksAt: 'whether the gold answer itself scores 1',
  codes: ['gold-scores-less', 'options-alike', 'call-unknown', 'cache-torn'],
  applies: () => true,
  run(subject) {
    return {
      findings: [
        ...retrievalFindings(subject),
        ...mcqFindings(subject),
        ...callFindings(subject),
        ...dialogueFindings(subject),
      ],
    }
  },
})

const scale = { care: 0, bad: 0.05 }

function retrievalFindings({ resolution, candidates, retrieval }: AuditSubject) {
  if (retrieval.length === 0) return []
  const wrong = resolution.items.filter((item) => !isPerfect(item, candidates.tools.length))
  return shareFinding({
    code: 'gold-scores-less',
    scale,
    items: wrong.map(({ item }) => item.id),
    of: resolution.items.length,
    what: 'do not score 1 when their gold is ranked first.',
  })
}

function isPerfect(item: ResolvedItem, tools: number): boolean {
  const names = new Set([
    ...item.needs.flat(),
    ...[...(item.grades ?? [])].sort((a, b) => b[1] - a[1]).map(([name]) => name),
  ])
  const needs = item.needs.flatMap(([first]) => first ?? [])
  const order = [...new Set([...needs, ...names])]
  const ranking = order.map((name, at) => ({ name, score: order.length - at }))
  const judged = judgeRanking(ranking, soughtInCatalog(item, tools))
  const k = item.needs.length
  return recall.score(judged, k) >= 1 - 1e-9 && ndcg.score(judged, k) >= 1 - 1e-9
}

function mcqFindings({ mcq }: AuditSubject) {
  const doubled = mcq.filter(({ answer, distractors }) => {
    const options = [answer, ...distractors].map(optionKey)
    return new Set(options).size < options.length
  })
  return shareFinding({
    code: 'options-alike',
    scale,
    items: doubled.map(({ id }) => id),
    of: mcq.length,
    what: 'offer two options that differ by case, spaces or punctuation alone.',
  })
}

function optionKey(option: string): string {
  return foldedWords(option).join(' ') || option
}

function callFindings({ tasks }: AuditSubject) {
  const reader = new OutputReader({})
  let example = ''
  const failed = tasks.filter((task) => {
    if (goldScores(task, reader)) return false
    if (example === '') example = `${printable(task.id, { maxLength: 60 })}: ${whyNot(task)}`
    return true
  })
  return shareFinding({
    code: 'gold-scores-less',
    scale,
    items: failed.map(({ id }) => id),
    of: tasks.length,
    what: `do not score 1 when answered with their own gold, e.g. ${example}.`,
  })
}

function goldScores(task: CallTask, reader: OutputReader): boolean {
  const { calls } = task.gold
  if (calls.length === 0) return judgeCalls(task, reader.readNull(task, { kind: 'text', text: 'No.' })).exact
  for (let choice = 0; choice < MAX_CHOICES; choice++) {
    const said = calls.map(({ name, json }) => ({ name, arguments: goldExample(json, choice) }))
    if (judgeCalls(task, reader.readNull(task, { kind: 'calls', calls: said })).exact) return true
    // Without a choice there is nothing else to try.
    if (!calls.some(({ json }) => JSON.stringify(json).includes('"$oneOf"'))) return false
  }
  return false
}

function whyNot({ gold, tools }: CallTask): string {
  const offered = new Set(tools.map(({ name }) => name))
  const stranger = gold.calls.find(({ name }) => !offered.has(name))
  if (stranger !== undefined) return `it calls ${quoted(stranger.name)}, which it does not offer`
  return 'its arguments do not fit the schema of its tool'
}

function dialogueFindings(subject: AuditSubject) {
  const { dialogues, catalog } = subject
  const unknown = dialogues.filter(
    (dialogue) =>
      catalog !== undefined &&
      goldTurns(dialogue).some(({ calls }) => calls.some(({ name }) => subject.tool(name) === undefined)),
  )
  const torn = dialogues.filter(({ turns }) => {
    let last: string | undefined
    return turns.some(({ cacheBefore, cacheAfter }) => {
      const isTorn = last !== undefined && cacheBefore !== undefined && canonicalJson(cacheBefore) !== last
      if (cacheAfter !== undefined) last = canonicalJson(cacheAfter)
      return isTorn
    })
  })
  const share = (code: string, what: string, of: readonly { readonly id: string }[]) =>
    shareFinding({ code, scale, items: of.map(({ id }) => id), of: dialogues.length, what })
  return [
    ...share('call-unknown', 'call, in their gold, a tool that the catalog lacks.', unknown),
    ...share('cache-torn', 'begin a turn with another cache than the turn before it left.', torn),
  ]
}
