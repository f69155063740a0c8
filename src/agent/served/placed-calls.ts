import { canonicalJson } from '../../text/json.js'
import type { LoggedCall } from './tool-log.js'
import type { ServerReply, ToolServer } from './tool-server.js'

/** What a call belongs to, e.g. the turn of a dialogue in a trial. Asked for when a tool is called. */
export type CallPlace = () => string

export interface PlacedCallsSpec {
  /** Answers what is not known; absent: nobody does. */
  readonly source?: ToolServer
  /** What was answered before, and is kept. */
  readonly known: readonly LoggedCall[]
  /** What was answered in another run: it answers before the source does. */
  readonly borrowed?: readonly LoggedCall[]
  /** Told of every reply that is not known before anybody sees it. */
  readonly keep?: (call: LoggedCall) => Promise<void>
}

/**
 * The replies of a server by the place at which it was asked, so that nothing is done twice: whoever plays a place again
 * gets the replies of the first time, call by call, and the server is asked only for what was not called there before.
 */
export class PlacedCalls {
  readonly #source: ToolServer | undefined
  readonly #keep: (call: LoggedCall) => Promise<void>
  readonly #replies = new Map<string, Promise<ServerReply>[]>()
  readonly #borrowed = new Map<string, ServerReply[]>()

  constructor({ source, known, borrowed = [], keep = () => Promise.resolve() }: PlacedCallsSpec) {
    this.#source = source
    this.#keep = keep
    for (const [key, reply] of placedReplies(known)) this.#listOf(key).push(Promise.resolve(reply))
    for (const [key, reply] of placedReplies(borrowed)) {
      this.#borrowed.set(key, [...(this.#borrowed.get(key) ?? []), reply])
    }
  }

  /**
   * The server as one player sees it, who begins at the first call of each place.
   * @param isSettled Whether nothing new is asked: what was not called there before fails with `not recorded`.
   */
  serverAt(
    place: CallPlace,
    { listing, isSettled = false }: Pick<ToolServer, 'listing'> & { readonly isSettled?: boolean },
  ): ToolServer {
    const made = new Map<string, number>()
    return {
      listing,
      call: (tool, args) => {
        const at = place()
        const key = canonicalJson([at, tool, args])
        const number = made.get(key) ?? 0
        made.set(key, number + 1)
        const list = this.#listOf(key)
        const known = list[number]
        if (known !== undefined) return known
        const borrowed = this.#borrowed.get(key)?.[number]
        if (isSettled || (borrowed ?? this.#source) === undefined) return Promise.resolve(NOT_RECORDED)
        const reply = this.#first({ place: at, tool, arguments: args }, borrowed)
        list.push(reply)
        // A server that is lost has answered nothing.
        reply.catch(() => list.splice(list.indexOf(reply), 1))
        return reply
      },
      close: () => Promise.resolve(),
    }
  }

  #listOf(key: string): Promise<ServerReply>[] {
    const list = this.#replies.get(key) ?? []
    this.#replies.set(key, list)
    return list
  }

  /** The reply of a call that was not made at its place before. */
  async #first(call: Omit<LoggedCall, 'reply'>, borrowed: ServerReply | undefined): Promise<ServerReply> {
    const reply = borrowed ?? (await this.#source?.call(call.tool, call.arguments)) ?? NOT_RECORDED
    await this.#keep({ ...call, reply })
    return reply
  }
}

function* placedReplies(calls: readonly LoggedCall[]): Generator<readonly [string, ServerReply]> {
  for (const { place, tool, arguments: args, reply } of calls) {
    if (place !== undefined) yield [canonicalJson([place, tool, args]), reply]
  }
}

const NOT_RECORDED: ServerReply = { kind: 'failure', reason: 'refused', message: 'not recorded' }
