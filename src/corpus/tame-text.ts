/** A text that can stand in a chat, and how much of it had to change. */
export interface TamedText {
  readonly text: string
  readonly tamed: number
}

/**
 * A stranger's text that goes between the marks of a chat template. What a tokenizer would take for the end of a turn
 * (`<|…`, `<end_of_turn>`, `</s>`, `[INST]`) or for the token of a tool (`<<`) gets a space behind its first character,
 * so that a description can neither speak for the assistant nor give the answer away.
 */
export function tameText(text: string): TamedText {
  let tamed = 0
  const safe = text.replace(MARK, (first) => {
    tamed++
    return `${first} `
  })
  return { text: safe, tamed }
}

/** The first character of a mark. */
const MARK =
  /<(?=[<|｜]|\/?(?:s|bos|eos|pad|unk|mask|(?:start|end)_of_(?:turn|text|image)|(?:start|end)_header_id|tool_call|tool_response|think)>)|\[(?=\/?(?:INST|SYS|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/giu
