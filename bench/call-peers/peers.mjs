/**
 * The peers behind one shape. This file stands beside their node_modules, so that they resolve from here.
 *
 * A scorer takes expected and actual calls and says whether they agree; `undefined` where it has no way to say it.
 * Arguments come as an API gives them, a text of JSON; a scorer that wants them read gets what JSON.parse makes of it.
 */
import { hermesToolMiddleware, originalToolsSchema, qwen3CoderToolMiddleware } from '@ai-sdk-tool/parser'
import { evaluateToolCalls } from '@mcpjam/sdk/matchers'
import { createTrajectoryMatchEvaluator } from 'agentevals'

process.env.PROMPTFOO_DISABLE_TELEMETRY = '1'
process.env.PROMPTFOO_DISABLE_UPDATE = '1'
const { assertions } = await import('promptfoo')

const trajectory = {
  any: createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'unordered' }),
  sequential: createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'strict' }),
}

const message = (calls) => ({
  role: 'assistant',
  content: '',
  tool_calls: calls.map((call) => ({
    function: { name: call.name, arguments: call.arguments },
  })),
})

/** Within one message agentevals takes calls in any order, so that a sequence is one message a call. */
const messages = (calls, order) => (order === 'any' ? [message(calls)] : calls.map((call) => message([call])))

const jamCalls = (calls) =>
  calls.map((call) => ({ toolName: call.name, arguments: JSON.parse(call.arguments) }))

export const scorers = [
  {
    id: 'promptfoo tool-call-f1',
    async judge({ expected, actual }) {
      if (expected.length === 0) return undefined
      const { pass } = await assertions.runAssertion({
        assertion: { type: 'tool-call-f1', value: expected.map(({ name }) => name) },
        test: {},
        providerResponse: { output: JSON.stringify(message(actual)) },
      })
      return pass
    },
  },
  {
    id: 'agentevals trajectory',
    async judge({ expected, actual, order }) {
      const { score } = await trajectory[order]({
        outputs: messages(actual, order),
        referenceOutputs: messages(expected, order),
      })
      return score === true
    },
  },
  {
    id: '@mcpjam/sdk defaults',
    async judge({ expected, actual, order }) {
      const isNegativeTest = expected.length === 0
      const toolCallOrder = order === 'any' ? 'ignore' : 'strict'
      return evaluateToolCalls(jamCalls(expected), jamCalls(actual), { toolCallOrder, isNegativeTest }).passed
    },
  },
  {
    id: '@mcpjam/sdk exact',
    async judge({ expected, actual, order }) {
      const isNegativeTest = expected.length === 0
      const toolCallOrder = order === 'any' ? 'ignore' : 'strict'
      return evaluateToolCalls(jamCalls(expected), jamCalls(actual), {
        toolCallOrder,
        isNegativeTest,
        argumentMatching: 'exact',
        maxExtraToolCalls: 0,
      }).passed
    },
  },
]

const middlewares = { hermes: hermesToolMiddleware, 'qwen-xml': qwen3CoderToolMiddleware }

/**
 * The calls that @ai-sdk-tool/parser finds in a text of one of our dialects, by the middleware that its users wrap a
 * model in; undefined where it does not know the dialect.
 */
export async function parseText({ dialect, text, tools }) {
  const middleware = middlewares[dialect]
  if (middleware === undefined) return undefined
  const originalTools = originalToolsSchema.encode(
    tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema })),
  )
  const { content } = await middleware.wrapGenerate({
    doGenerate: async () => ({ content: [{ type: 'text', text }] }),
    params: { providerOptions: { toolCallMiddleware: { originalTools } } },
  })
  return content
    .filter(({ type }) => type === 'tool-call')
    .map(({ toolName, input }) => ({ name: toolName, arguments: input }))
}
