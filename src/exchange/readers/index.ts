import type { ExchangeReader } from '../exchange-reader.js'
import { inspectLog } from './inspect.js'
import { otelTraces } from './otel.js'
import { promptfooConfig } from './promptfoo.js'
import { promptfooResults } from './promptfoo-results.js'
import { batchRequests, requestLog } from './requests.js'

/** Formats of logs, in the order in which they are asked whether a file is theirs. */
export const exchangeReaders: readonly ExchangeReader[] = [
  inspectLog,
  promptfooResults,
  promptfooConfig,
  otelTraces,
  batchRequests,
  requestLog,
]
