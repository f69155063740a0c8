import { copiedArguments } from './copied-arguments.js'
import { mostFrequentTool } from './most-frequent-tool.js'
import type { NullCaller } from './null-caller.js'

/** Always calls the most frequent tool, its required arguments filled with what stands in the prompt. */
export const constant: NullCaller = {
  id: 'constant',
  describes: 'always calls the most frequent tool, with entities copied from the prompt',
  prepare(tasks) {
    const favourite = mostFrequentTool(tasks)
    return (task) => {
      const tool = favourite(task)
      if (tool === undefined) return { kind: 'text', text: '' }
      const prompt = task.messages.findLast(({ role }) => role === 'user')?.text ?? ''
      const call = { name: tool.name, arguments: copiedArguments(tool.inputSchema, prompt) }
      return { kind: 'calls', calls: [call] }
    }
  },
}

/** Always names the most frequent tool in a sentence. */
export const constantInProse: NullCaller = {
  id: 'constant-in-prose',
  describes: 'always names the most frequent tool in a sentence',
  prepare(tasks) {
    const favourite = mostFrequentTool(tasks)
    return (task) => {
      const tool = favourite(task)
      return { kind: 'text', text: tool === undefined ? '' : `You can use the tool ${tool.name}.` }
    }
  },
}
