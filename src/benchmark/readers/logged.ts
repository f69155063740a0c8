import type { ExchangeReader } from '../../exchange/exchange-reader.js'
import { ItemIds, itemOfExchange } from '../../exchange/item-of-exchange.js'
import { NoticeTally } from '../../exchange/notice-tally.js'
import { type BenchmarkReader, defineBenchmarkReader } from '../reader.js'

/**
 * The questions of a log as call items, each once. What the model answered is left where it is: gold is only what the log
 * itself says to be right, and unknown otherwise.
 */
export function loggedItems(reader: ExchangeReader): BenchmarkReader {
  return defineBenchmarkReader({
    id: reader.id,
    describes: reader.describes,
    detect: (input) => reader.detect(input),
    async *read(input, { files, notice, signal }) {
      const tally = new NoticeTally()
      const ids = new ItemIds((one) => tally.add(one))
      const exchanges = reader.read(input, {
        files,
        notice: (one) => tally.add(one),
        ...(signal === undefined ? {} : { signal }),
      })
      for await (const exchange of exchanges) {
        const { id, isNew } = ids.itemOf(exchange)
        if (!isNew) continue
        const { cluster } = exchange
        yield {
          kind: 'call',
          id,
          ...(cluster === undefined ? {} : { cluster }),
          json: itemOfExchange(exchange, id),
        }
      }
      for (const { code, count, what, where } of tally.counts()) {
        notice?.({ code, what: count === 1 ? what : `${what} (${count} times)`, where })
      }
    },
  })
}
