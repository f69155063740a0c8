import { InputError } from '../../errors.js'
import { readScore } from '../../score/run/read-score.js'
import { readScores, type StoredScores } from '../../score/run/read-scores.js'
import type { Score } from '../../score/score.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/** One `assay.scores/1`, of whatever command. */
export interface ScoreDocument {
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly Score[]
  /** Of the command's own kind. */
  readonly details: JsonObject
  readonly items: readonly JsonObject[]
  /** What it can be compared by; absent where it lists no items. */
  readonly stored?: StoredScores
}

/**
 * Reads one document or a list of them. Scores that this version cannot read are left out and told.
 *
 * @throws {InputError} `scores-version`, `scores-invalid`.
 */
export function scoreDocumentsOf(
  value: JsonValue,
  where: string,
  tell: (what: string) => void,
): readonly ScoreDocument[] {
  const documents = isJsonArray(value) ? value : [value]
  return documents.map((document) => {
    if (!isJsonObject(document)) throw invalid(where, 'It holds no object.')
    const { schema, subject, benchmark, scores, details, items } = document
    if (schema !== 'assay.scores/1') throw invalid(where, 'It is no assay.scores/1.')
    if (typeof subject !== 'string' || typeof benchmark !== 'string' || !isJsonArray(scores)) {
      throw invalid(where, '"subject", "benchmark" or "scores" is missing.')
    }
    return {
      subject,
      benchmark,
      scores: scores.flatMap((score) => readOrTell(score, where, tell)),
      details: isJsonObject(details) ? details : emptyObject(),
      items: isJsonArray(items) ? items.filter(isJsonObject) : [],
      ...storedOf(document, where),
    }
  })
}

function readOrTell(score: JsonValue, where: string, tell: (what: string) => void): readonly Score[] {
  try {
    return [readScore(score, where)]
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    tell(error.what)
    return []
  }
}

function storedOf(document: JsonObject, where: string): { readonly stored?: StoredScores } {
  try {
    const [stored] = readScores(document, where)
    return stored === undefined ? {} : { stored }
  } catch (error) {
    if (error instanceof InputError) return {}
    throw error
  }
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'scores-invalid',
    what: `These are no scores that can be shown. ${what}`,
    where,
    fix: 'Score the run again with `assay score`.',
  })
}
