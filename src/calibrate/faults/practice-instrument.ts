import { builtInTokens } from '../../parametric/token-map.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { harbourCalls, harbourCatalog, harbourQueries, harbourQuestions } from '../practice/harbour.js'
import { END_ID, practiceVocabulary } from '../practice/practice-mind.js'
import { practicePrompts, practiceSource, practiceSubject } from '../practice/practice-model.js'
import { tokenProbe } from '../token-probe.js'
import type { Instrument } from './instrument.js'

/** The instrument around the practice model. What is known of it was worked out by enumeration, not by the instrument. */
export function practiceInstrument(): Instrument {
  const catalog = harbourCatalog()
  const questions = { queries: harbourQueries(), questions: harbourQuestions(), calls: harbourCalls() }
  const map = builtInTokens(catalog, 'hierarchical')
  return {
    subject: practiceSubject(),
    source: practiceSource(),
    trained: practicePrompts,
    dialect: hermes,
    catalog,
    map,
    probe: tokenProbe(catalog, map, questions.questions),
    asked: questions,
    gold: questions,
    settings: { maxTokens: 200, temperature: 0 },
    beams: { width: 4, maxNewTokens: 4, rule: 'hf', lengthPenalty: 1 },
    ks: [1, 2],
    vocabularySize: practiceVocabulary.size,
    end: [END_ID],
    mask: (tokens) => tokens,
    journal: (lines) => lines,
    expected: {
      catalog: HARBOUR,
      listed: 4,
      recall: { 'rc@1': 16 / 24, 'rc@2': 20 / 24, 'rf@1': 12 / 24, 'rf@2': 12 / 24 },
      choices: { accuracy: 0.75 },
      calls: { 'call-exact': 1, selection: 1, 'false-call-rate': 0, truncated: 0 },
      tolerance: 1e-9,
    },
  }
}

/** Fingerprint of the harbour's catalog. */
const HARBOUR = '643296b773b4776bd4c8f4115dd9772f0c0e4c33afaf5dda201c3ebe7d89fce8'
