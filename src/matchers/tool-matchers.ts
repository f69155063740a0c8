import { judgeCalls, readOutputOf } from '../score/calls/call-verdict.js'
import { writeJson } from '../text/json.js'
import { argumentError, isObject } from '../toolcall/argument-error.js'
import { preparedTools } from '../toolcall/parse.js'
import type { ParsedCall } from '../toolcall/parsed-call.js'
import { defaultsOf, STRICT } from '../toolcall/schema/check-schema.js'
import { toolTable } from '../toolcall/tool-table.js'
import { callWish, type ExpectedCall, grants, grantsAll } from './call-wish.js'
import { type ExpectedGold, expectedTask } from './expected-task.js'
import { failureText, shownWish } from './failure-text.js'
import { type ReadingOptions, readSaid, type Said } from './said.js'

/** What a matcher says; the shape that `expect.extend` of vitest takes. */
export interface MatcherVerdict {
  readonly pass: boolean
  readonly message: () => string
}

/** What a matcher is called on. */
interface MatcherCall {
  readonly isNot?: boolean
}

export interface CallListOptions extends ReadingOptions {
  /** `any`, the default: in whatever order. `sequential`: the first call is the first expected, and so on. */
  readonly order?: 'any' | 'sequential'
}

/** Matchers of tool calls by the name under which `expect` has them. */
export interface ToolMatchers {
  toCallTool(
    this: MatcherCall,
    said: unknown,
    name: string,
    expected?: Readonly<Record<string, unknown>>,
    options?: ReadingOptions,
  ): MatcherVerdict
  toCallTools(
    this: MatcherCall,
    said: unknown,
    expected: readonly ExpectedCall[],
    options?: CallListOptions,
  ): MatcherVerdict
  toAbstain(this: MatcherCall, said: unknown, options?: ReadingOptions): MatcherVerdict
  toMatchGold(this: MatcherCall, said: unknown, item: ExpectedGold, options?: ReadingOptions): MatcherVerdict
}

/**
 * Matchers for `expect.extend`, with what all of them should know.
 *
 * A call counts where the strict reading accepts it. Under `.not` a call also counts where only a server or a lenient
 * reading finds it: `expect(answer).not.toCallTool('delete')` must not pass because the deletion was misspelt.
 *
 * @param general dialect and tools, unless a matcher is given its own.
 */
export function toolMatchers(general: ReadingOptions = {}): ToolMatchers {
  return {
    toCallTool(said, name, expected, options) {
      const given = { ...general, ...options }
      const read = readSaid(said, given)
      const wish = callWish({ name, ...(expected === undefined ? {} : { arguments: expected }) })
      const isGranted = (calls: readonly ParsedCall[]): boolean =>
        calls.some((call) => grants(wish, call, defaultsIn(given, call.name)))
      const isStrict = read.isSound && isGranted(read.parsing.strict.calls)
      const pass = this.isNot === true ? isStrict || anyReading(read).some(isGranted) : isStrict
      return {
        pass,
        message: () =>
          failureText(`expected the answer ${pass ? 'not ' : ''}to call ${shownWish(wish)}`, read),
      }
    },

    toCallTools(said, expected, options) {
      const given = { ...general, ...options }
      const read = readSaid(said, given)
      if (!Array.isArray(expected)) {
        const wanted = 'a list of calls such as { name, arguments }; an empty one expects none'
        throw argumentError({ call: 'toCallTools', argument: 'the expected calls', wanted, given: expected })
      }
      const order = options?.order ?? 'any'
      const list = {
        wishes: expected.map(callWish),
        order,
        defaultsOf: (tool: string) => defaultsIn(given, tool),
      }
      const isSilent = expected.length === 0 && isAbstention(read)
      const isStrict =
        isSilent || (read.isSound && expected.length > 0 && grantsAll(list, read.parsing.strict.calls))
      const pass =
        this.isNot === true && expected.length > 0
          ? isStrict || anyReading(read).some((calls) => grantsAll(list, calls))
          : isStrict
      const shown = list.wishes.map(shownWish).join(', ')
      const what =
        expected.length === 0
          ? 'call nothing'
          : `call ${shown}${order === 'any' ? '' : ' in this order'}, and nothing else`
      return {
        pass,
        message: () => failureText(`expected the answer ${pass ? 'not ' : ''}to ${what}`, read),
      }
    },

    toAbstain(said, options) {
      const read = readSaid(said, { ...general, ...options })
      const pass = isAbstention(read)
      return {
        pass,
        message: () => failureText(`expected the answer ${pass ? '' : 'not '}to try to call a tool`, read),
      }
    },

    toMatchGold(said, item, options) {
      const given = { ...general, ...options }
      if (!isObject(item)) {
        const wanted = 'a call item: an object with "gold"'
        throw argumentError({ call: 'toMatchGold', argument: 'the item', wanted, given: item })
      }
      const task = expectedTask(item, given.tools)
      const read = readSaid(said, { ...given, tools: toolTable(task.tools) })
      const { exact: pass, counts, perCall } = judgeCalls(task, readOutputOf(read.parsing))
      const { missing, extra } = counts
      const wrong = perCall.filter(({ partner, isEqual }) => partner !== undefined && !isEqual).length
      const parts = [
        ...(missing === 0 ? [] : [`${missing} missing`]),
        ...(extra === 0 ? [] : [`${extra} too many`]),
        ...(wrong === 0 ? [] : [`${wrong} with other arguments`]),
      ]
      const gold =
        task.gold.calls.length === 0
          ? 'no call'
          : task.gold.calls.map(({ name, json }) => `${JSON.stringify(name)} ${writeJson(json)}`).join(', ')
      return {
        pass,
        message: () =>
          failureText(
            `expected the answer ${pass ? 'not ' : ''}to match gold: ${gold}${pass || parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
            read,
          ),
      }
    },
  }
}

function isAbstention({ parsing }: Said): boolean {
  return parsing.outcome === 'abstained' || parsing.outcome === 'empty'
}

/** Calls by each reading that would carry them out. */
function anyReading({ parsing }: Said): readonly (readonly ParsedCall[])[] {
  return [parsing.strict.calls, parsing.vendor.calls, parsing.lenient.calls]
}

function defaultsIn({ tools }: ReadingOptions, name: string): ReturnType<typeof defaultsOf> {
  const schema = tools === undefined ? undefined : preparedTools(tools).schemaOf(name)
  return schema === undefined ? new Map() : defaultsOf(schema, STRICT)
}
