import type { StoredSample } from '../../run/sample-lines.js'
import type { TableRow } from './run-rows.js'

/** A sample as a row of the table `samples`, as far as reading it for scores tells. */
export function sampleRow(
  { benchmark, item, variant, trial, output, error, choices, effort = {} }: StoredSample,
  { run, subject }: { readonly run: string; readonly subject: string },
): TableRow {
  const { promptTokens, completionTokens, cost, durationMs, attempts } = effort
  return {
    run,
    benchmark,
    item,
    trial,
    subject,
    variant: variant ?? null,
    text: output?.text ?? null,
    message: output?.message ?? null,
    stop_reason: output?.stopReason ?? null,
    error_kind: error?.kind ?? null,
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    prompt_tokens: promptTokens ?? null,
    completion_tokens: completionTokens ?? null,
    cost: cost ?? null,
    duration_ms: durationMs ?? null,
    attempts: attempts ?? null,
    cached: effort.isCached === true,
    redacted: effort.isRedacted === true,
    choices: choices === undefined ? null : JSON.stringify(choices),
  }
}
