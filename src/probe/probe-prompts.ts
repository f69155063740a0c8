import type { ChoiceSpellings } from '../subject/request.js'

/** The tool as it stands in the prompt; undefined: not at all. */
export interface ShownText {
  readonly text: string
  /** Whether special tokens in it are meant: a tool's token, out of the user's own map. */
  readonly isTrusted: boolean
}

/** What the user's turn says, and which parts of it are a stranger's. */
export interface ProbePrompt {
  readonly content: string
  readonly literal: readonly string[]
}

/**
 * A multiple-choice question about a tool, the same but for the first line however the tool is shown:
 *
 *     Tool: <<Parcel Radar&&lookup>>
 *
 *     What does this tool return?
 *
 *     A. a parcel's place
 *     …
 *
 *     Answer with one letter and nothing else: A, B, C or D.
 */
export function mcqPrompt(
  question: string,
  labels: Readonly<Record<string, string>>,
  shown: ShownText | undefined,
): ProbePrompt {
  const options = Object.entries(labels).map(([letter, option]) => `${letter}. ${option}`)
  const letters = Object.keys(labels)
  const listed =
    letters.length === 1 ? letters.join() : `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`
  const asked = `${question}\n\n${options.join('\n')}\n\nAnswer with one letter and nothing else: ${listed}.`
  return withTool(asked, shown, [question, ...Object.values(labels)])
}

/** A yes-or-no question about a tool, the same but for the first line however the tool is shown. */
export function qaPrompt(question: string, shown: ShownText | undefined): ProbePrompt {
  return withTool(`${question}\n\nAnswer with one word and nothing else: yes or no.`, shown, [question])
}

function withTool(asked: string, shown: ShownText | undefined, strange: readonly string[]): ProbePrompt {
  if (shown === undefined) return { content: asked, literal: strange }
  const literal = shown.isTrusted ? strange : [shown.text, ...strange]
  return { content: `Tool: ${shown.text}\n\n${asked}`, literal }
}

/** A letter with and without a space before it; the probability of the letter is the sum of both. One token each. */
export function letterSpellings(letters: readonly string[]): ChoiceSpellings {
  return {
    texts: Object.fromEntries(letters.map((letter) => [letter, [letter, ` ${letter}`]])),
    tokens: 'one',
  }
}

/** Yes and no in the three usual cases, with and without a space before them; their probabilities are summed. */
export const yesNoSpellings: ChoiceSpellings = {
  texts: {
    yes: ['Yes', ' Yes', 'yes', ' yes', 'YES', ' YES'],
    no: ['No', ' No', 'no', ' no', 'NO', ' NO'],
  },
  tokens: 'any',
}
