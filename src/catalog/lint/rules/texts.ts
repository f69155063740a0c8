import { countText } from '../../../text/number-text.js'
import { printable } from '../../../text/printable.js'
import { wordsOf, wordsOfName } from '../../../text/shingles.js'
import type { Tool } from '../../tool.js'
import { defineToolRule, type PlacedFault } from '../rule.js'
import type { ToolSubject } from '../subject.js'

/** Longest text that prompts should carry, in characters. In a ToolBench catalog the longest has 20,830. */
const MAX_PROMPT_TEXT = 2000

/** Texts that stand where nothing was written. */
const PLACEHOLDER =
  /^(?:todo|tbd|fixme|wip|n\/?a|none|null|nil|undefined|unknown|string|text|description|lorem ipsum\b.*|[.?\-_*#\s]+|x{2,}|(?:asd|qwe|sdf|dsf|fds)[a-z]{0,12}|foo|bar|baz|blah|no description(?: (?:provided|available|given))?|(?:your |the |add |enter )?description(?: goes)? here|add (?:a )?description)\.?$/i

/** What a tool says of itself. */
export const texts = defineToolRule({
  codes: [
    {
      code: 'name-only',
      severities: ['warn'],
      means: 'The tool is nothing but a name: no text, no parameter.',
      fix: 'Describe it; a retriever or model has only the name to go by.',
    },
    {
      code: 'description-missing',
      severities: ['warn'],
      means: 'The tool has no description of its own.',
      fix: 'Say what it does, to what, and what comes back.',
    },
    {
      code: 'placeholder-text',
      severities: ['warn'],
      means: 'A text is a stand-in for none: `None`, `TODO`, `string`, a row of dots.',
      fix: 'Write the text or leave the field out.',
    },
    {
      code: 'description-short',
      severities: ['warn'],
      means: 'The description has one or two words.',
      fix: 'Say what the tool does, to what, and what comes back.',
    },
    {
      code: 'description-is-name',
      severities: ['warn'],
      means:
        'The description repeats the name, endpoint, service or a title of up to three words, and adds nothing.',
      fix: 'Say what the name does not.',
    },
    {
      code: 'description-repeats-service',
      severities: ['info'],
      means: 'The description is that of the whole service: it does not tell the tool from its siblings.',
      fix: 'Describe the one tool.',
    },
    {
      code: 'content-free',
      severities: ['warn'],
      means: 'No text of the tool or its service holds a word of content beyond the names.',
      fix: 'Describe the tool, or leave it out of benchmarks: no query can be judged against it.',
    },
    {
      code: 'description-long',
      severities: ['warn'],
      means: `A text of the tool has more than ${countText(MAX_PROMPT_TEXT)} characters.`,
      fix: 'Keep what a caller needs; move the rest to documentation.',
    },
    {
      code: 'provider-description-limit',
      severities: ['info'],
      means: 'The description is longer than some models of a provider take (OpenAI: 1,024 characters).',
      fix: 'Shorten it, or send only the start.',
    },
  ],
  check(subject, report, { providers }) {
    const { tool, parameters } = subject
    const description = tool.description?.trim() ?? ''
    checkPlaceholders(tool, report)
    const hasTexts = tool.title !== undefined || description !== '' || tool.serviceDescription !== undefined
    if (!hasTexts && parameters.length === 0) {
      report({ code: 'name-only', where: 'name', message: 'The tool is nothing but a name.' })
    } else if (description === '') {
      report({ code: 'description-missing', where: 'description', message: 'The tool has no description.' })
    }
    if (description !== '') checkDescription(tool, description, report)
    if (hasTexts && isContentFree(subject)) {
      report({ code: 'content-free', where: 'description', message: 'No text says more than the names do.' })
    }
    checkLengths(subject, report)
    for (const { id, maxDescription } of providers) {
      if (maxDescription === undefined || description.length <= maxDescription) continue
      report({
        code: 'provider-description-limit',
        where: 'description',
        message: `The description has ${description.length} characters; some models of ${id} take ${maxDescription}.`,
      })
    }
  },
})

type Report = (fault: PlacedFault) => void

function checkPlaceholders(tool: Tool, report: Report): void {
  for (const [field, text] of Object.entries(tool.placeholders ?? {})) {
    report({
      code: 'placeholder-text',
      where: field,
      message: `Stands in for nothing: "${printable(text ?? '', { maxLength: 40 })}".`,
    })
  }
  for (const field of ['title', 'description', 'serviceDescription'] as const) {
    const text = tool[field]?.trim() ?? ''
    if (text.length > 200 || !PLACEHOLDER.test(text)) continue
    report({
      code: 'placeholder-text',
      where: field,
      message: `Stands in for nothing: "${printable(text, { maxLength: 40 })}".`,
    })
  }
}

function checkDescription(tool: Tool, description: string, report: Report): void {
  const where = 'description'
  const words = wordsOf(description)
  if (words.length <= 2) {
    report({
      code: 'description-short',
      where,
      message: `"${printable(description, { maxLength: 60 })}" is all it says.`,
    })
  }
  const key = words.join(' ')
  // A title that is a sentence (an OpenAPI summary) may well be all there is to say.
  const title = tool.title !== undefined && wordsOf(tool.title).length <= 3 ? tool.title : undefined
  const names = [tool.name, title, tool.endpoint, tool.service]
  const same = names.find(
    (name) => name !== undefined && (wordsOf(name).join(' ') === key || wordsOfName(name).join(' ') === key),
  )
  if (same !== undefined && key !== '') {
    report({
      code: 'description-is-name',
      where,
      message: `Only repeats "${printable(same, { maxLength: 60 })}".`,
    })
  }
  if (tool.serviceDescription?.trim() === description) {
    report({
      code: 'description-repeats-service',
      where,
      message: 'It is the description of the whole service.',
    })
  }
}

/** Words that say nothing of what a tool does. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these it its is are be of for to in on at by with from and or as your my our you i we ' +
    'api apis endpoint endpoints tool tools function functions method methods service services rest http https ' +
    'get post put delete patch call calls request requests response test testing tests tester demo example sample ' +
    'description none null undefined n na todo new first simple basic just some any free use using used make made'
  ).split(' '),
)

function isContentFree({ tool, parameters, texts: places }: ToolSubject): boolean {
  const names = new Set(
    [tool.name, tool.service, tool.endpoint].flatMap((name) =>
      name === undefined ? [] : [...wordsOfName(name), ...wordsOf(name)],
    ),
  )
  if (
    parameters.length > 0 &&
    places.some(({ kind, where }) => kind === 'prose' && where.startsWith('inputSchema'))
  ) {
    return false
  }
  const prose = [tool.title, tool.description, tool.serviceDescription].flatMap((text) =>
    text === undefined ? [] : wordsOf(text.slice(0, MAX_PROMPT_TEXT)),
  )
  return prose.every(
    (word) => names.has(word) || EMPTY_WORDS.has(word) || /^(?:\d+|[a-z])$/.test(word) || isMashed(word),
  )
}

/** Keys struck at random: a long word without a vowel, of one row of keys, or of one letter. */
function isMashed(word: string): boolean {
  if (word.length > 40 || !/^[a-z]{3,}$/.test(word)) return false
  return (
    /^[bcdfghjklmnpqrstvwxz]{5,}$/.test(word) ||
    /^(?:[asdfghjkl]{4,}|[qwertyuiop]{9,}|([a-z])\1{2,})$/.test(word)
  )
}

function checkLengths({ texts: places }: ToolSubject, report: Report): void {
  for (const { kind, where, text } of places) {
    if (kind !== 'prose' || text.length <= MAX_PROMPT_TEXT) continue
    report({ code: 'description-long', where, message: `The text has ${text.length} characters.` })
  }
}

/** What is said of the parameters. */
export const parameterTexts = defineToolRule({
  codes: [
    {
      code: 'parameter-description-missing',
      severities: ['info'],
      means: 'A parameter, at any depth, has no description.',
      fix: 'Say what the value means, its unit and its format.',
    },
    {
      code: 'parameter-description-short',
      severities: ['info'],
      means: 'The description of a parameter is one word, or its name over again.',
      fix: 'Say what the value means, its unit and its format.',
    },
  ],
  check({ parameters }, report) {
    for (const { schema, pointer, name = '' } of parameters) {
      const text = typeof schema.description === 'string' ? schema.description : schema.title
      const where = `inputSchema${pointer}`
      const quoted = `"${printable(name, { maxLength: 60 })}"`
      if (typeof text !== 'string' || text.trim() === '') {
        // What `$ref` points at speaks for the parameter.
        if (schema.$ref !== undefined || schema.allOf !== undefined) continue
        report({ code: 'parameter-description-missing', where, message: `${quoted} has no description.` })
        continue
      }
      const words = wordsOf(text)
      if (words.length > 1 && words.join(' ') !== wordsOfName(name).join(' ')) continue
      report({
        code: 'parameter-description-short',
        where: `${where}/description`,
        message: `${quoted} is described as "${printable(text.trim(), { maxLength: 40 })}".`,
      })
    }
  },
})
