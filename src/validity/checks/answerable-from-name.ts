import { nameMatch } from '../../benchmark/nulls/null-rankers.js'
import { openCamelCase, tokenizers } from '../../text/tokenize.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'

/** Queries that are held against all names; of more, so many at even distances. */
const MAX_QUERIES = 5000

/** Whether the name of the tool alone gives the answer, so that nothing of what it does needs to be known. */
export const answerableFromName = defineAuditCheck({
  id: 'answerable-from-name',
  group: 'leaks',
  looksAt: 'questions whose answer the words of a name give away',
  codes: ['found-by-name', 'option-in-name'],
  applies: ({ retrieval, mcq }) => retrieval.length + mcq.length > 0,
  run(subject) {
    const found = subject.retrieval.length === 0 ? undefined : firstByName(subject)
    const { singledOut, right } = optionsByName(subject)
    return {
      findings: [
        ...(found === undefined
          ? []
          : shareFinding({
              code: 'found-by-name',
              scale: { care: 0.33, bad: 0.67 },
              items: found.first,
              of: found.of,
              what: 'have a right tool that the words of the names alone put first.',
            })),
        ...shareFinding({
          code: 'option-in-name',
          scale: { care: 0.1, bad: 0.5 },
          items: right,
          of: subject.mcq.length,
          what: `have an answer that shares more words with the tool's name than any other option (${singledOut} items have such an option).`,
        }),
      ],
      counts: {
        ...(found === undefined ? {} : { foundByName: found.first.length, queries: found.of }),
        ...(subject.mcq.length === 0 ? {} : { optionsByName: singledOut, rightByName: right.length }),
      },
    }
  },
})

function firstByName({ resolution, candidates }: AuditSubject): {
  readonly first: readonly string[]
  readonly of: number
} {
  const prepared = nameMatch.prepare(resolution.items, candidates)
  const step = Math.max(1, resolution.items.length / MAX_QUERIES)
  const first: string[] = []
  let of = 0
  for (let at = 0; at < resolution.items.length; at += step) {
    const item = resolution.items[Math.floor(at)]
    const ranking = item && prepared.inCatalog?.(item, 1)
    if (item === undefined || ranking === undefined) continue
    of++
    // Alone at the top: a tie is none that a name decides.
    const isFirst = item.needs.flat().some((name) => {
      const block = ranking.of(name)
      return block?.offset === 0 && block.size === 1
    })
    if (isFirst) first.push(item.item.id)
  }
  return { first, of }
}

function optionsByName({ mcq }: AuditSubject): {
  readonly singledOut: number
  readonly right: readonly string[]
} {
  let singledOut = 0
  const right: string[] = []
  for (const { id, tool, answer, distractors } of mcq) {
    const name = new Set(tokenizers.t3.tokens(openCamelCase(tool)))
    const shared = [answer, ...distractors].map(
      (option) => [...new Set(tokenizers.t3.tokens(option))].filter((word) => name.has(word)).length,
    )
    const most = Math.max(...shared)
    if (most === 0 || shared.filter((count) => count === most).length > 1) continue
    singledOut++
    if (shared[0] === most) right.push(id)
  }
  return { singledOut, right }
}
