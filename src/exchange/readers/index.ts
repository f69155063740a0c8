import type { ExchangeReader } from '../exchange-reader.js'
import { inspectLog } from './inspect.js'
import { otelTraces } from './otel.js'
import { batchRequests, requestLog } from './requests.js'

/** Formats of logs, in the order in which they are asked whether a file is theirs. */
export const exchangeReaders: readonly ExchangeReader[] = [inspectLog, otelTraces, batchRequests, requestLog]
