import type { ExchangeReader } from '../exchange-reader.js'
import { batchRequests, requestLog } from './requests.js'

/** Formats of logs, in the order in which they are asked whether a file is theirs. */
export const exchangeReaders: readonly ExchangeReader[] = [batchRequests, requestLog]
