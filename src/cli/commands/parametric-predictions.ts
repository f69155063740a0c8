import { InputError } from '../../errors.js'
import { readPredictedAnswers } from '../../parametric/prediction-answers.js'
import { type TokenizedMap, tokenizeMap } from '../../parametric/tokenize-map.js'
import {
  nameMatcher,
  strangerMatcher,
  type ToolMatcher,
  tokenMatcher,
} from '../../parametric/tool-matcher.js'
import type { ParametricOutcome, ParametricTask } from './parametric-task.js'

/**
 * Lists that were decoded elsewhere. With a token map an output names a tool by its token; else by name, alias or token
 * text of the catalog.
 *
 * @throws {InputError} `answers-missing` unless `--partial`, and what reading throws.
 */
export async function readPredictions(path: string, task: ParametricTask): Promise<ParametricOutcome> {
  const { flags, context, catalog, map, resolution } = task
  const tokens = map === undefined ? undefined : await tokensByText(task)
  const byName = nameMatcher(catalog)
  const match = tokens === undefined ? { constrained: byName, free: byName } : matchersOf(tokens, task)
  const known = new Set(resolution.items.map(({ item }) => item.id))
  const allIds = new Set(task.benchmark.items.map(({ id }) => id))
  const read = await readPredictedAnswers(context.files, path, { known, match })
  const uncovered = [...known].filter((id) => !read.answers.has(id))
  if (uncovered.length > 0 && flags.partial !== true) {
    throw new InputError({
      code: 'answers-missing',
      what: `There is no line for ${uncovered.length} of the ${known.size} queries: ${uncovered.slice(0, 5).join(', ')}${uncovered.length > 5 ? ', …' : ''}.`,
      where: path,
      fix: 'Add the missing lines, or pass --partial to score the others alone.',
    })
  }
  const strangers = read.unknownIds.filter((id) => !allIds.has(id))
  return {
    subject: `predictions:${path}`,
    isDecoded: false,
    answers: read.answers,
    failed: [],
    byWidth: new Map(),
    tokens,
    uncovered,
    details: {
      spec: `predictions:${path}`,
      fingerprint: read.fingerprint,
      lists: read.counts,
      unknownIds: strangers,
      constrainedOutside: read.constrainedOutside,
      constrainedDuplicates: read.constrainedDuplicates,
      tokens: { spec: flags.tokens, layout: map?.layout },
    },
    notices: [
      ...(strangers.length === 0
        ? []
        : [
            `${strangers.length} lines have ids that the benchmark lacks, e.g. ${strangers.slice(0, 3).join(', ')}.`,
          ]),
      ...(read.constrainedOutside === 0
        ? []
        : [
            `${read.constrainedOutside} outputs of constrained lists are no tool of the catalog; they keep their places. Name the whole catalog that was decoded.`,
          ]),
      ...(read.constrainedDuplicates === 0
        ? []
        : [`${read.constrainedDuplicates} constrained lists name a tool twice; its first place counts.`]),
    ],
  }
}

/** Above the ids of any vocabulary, so that texts and ids of one map do not meet. */
const FIRST_NUMBER = 2 ** 29

/** Without a subject nobody tokenizes: texts are matched as texts, and only a map of ids matches ids. */
async function tokensByText({ map, catalog }: ParametricTask): Promise<TokenizedMap> {
  if (map === undefined) throw new RangeError('there is no map')
  if (map.entries.every(({ spelling }) => spelling.kind === 'ids')) return tokenizeMap(map, catalog, {})
  const numbers = new Map<string, number>()
  const numbered = await tokenizeMap(map, catalog, {
    tokenize: async (text) => {
      const number = numbers.get(text) ?? FIRST_NUMBER + numbers.size
      numbers.set(text, number)
      return [number]
    },
  })
  return numbered
}

/**
 * Ids mean something only where the map gives them. A constrained list may hold names of tools, as a harness that holds
 * the trie writes them; what was written freely counts by its token alone.
 */
function matchersOf(
  tokens: TokenizedMap,
  { map, catalog, flags }: ParametricTask,
): Record<'constrained' | 'free', ToolMatcher> {
  const byToken = tokenMatcher(tokens)
  const byName = nameMatcher(catalog)
  const hasIds = map?.entries.some(({ spelling }) => spelling.kind === 'ids') === true
  const outside = strangerMatcher(tokens.map)
  const free: ToolMatcher = ({ text, tokenIds }) => {
    if (text === undefined && !hasIds) {
      throw new InputError({
        code: 'predictions-ids',
        what: 'The predictions hold token ids alone, and the token map gives none.',
        where: `--tokens ${flags.tokens ?? ''}`,
        fix: 'Give a map of ids, {"tool": [128256]}, or write the outputs as texts.',
      })
    }
    const ids = hasIds && tokenIds !== undefined ? { tokenIds } : {}
    const read = { ...(text === undefined ? {} : { text }), ...ids }
    return byToken(read) ?? outside(read)
  }
  const constrained: ToolMatcher = (output) => {
    const found = free(output)
    if (found !== undefined || output.text === undefined) return found
    const named = byName({ text: output.text })
    return named !== undefined && tokens.reachable.has(named) ? named : undefined
  }
  return { constrained, free }
}
