import { type InvisibleClass, invisibleCharacters, tagText } from '../../../text/invisible.js'
import { printable } from '../../../text/printable.js'
import { defineTextRule } from '../rule.js'

const CODES: Readonly<Record<InvisibleClass, string>> = {
  control: 'control-characters',
  bidi: 'bidi-characters',
  tag: 'hidden-text',
  'zero-width': 'invisible-characters',
  surrogate: 'unpaired-surrogate',
  private: 'private-characters',
}

/** Characters that readers do not see, or see elsewhere. */
export const characters = defineTextRule({
  codes: [
    {
      code: 'control-characters',
      severities: ['warn'],
      means: 'A text holds control characters, or a name a tab or line break: terminals act on them.',
      fix: 'Remove them.',
    },
    {
      code: 'bidi-characters',
      severities: ['warn'],
      means:
        'A text holds characters that change the direction of writing: what is shown is not what is read.',
      fix: 'Remove them.',
    },
    {
      code: 'invisible-characters',
      severities: ['warn'],
      means: 'A text holds zero-width characters, soft hyphens, fillers or stray variation selectors.',
      fix: 'Remove them; names with them look like names without.',
    },
    {
      code: 'hidden-text',
      severities: ['warn'],
      means: 'A text holds Unicode tag characters, which spell a message that only a model reads.',
      fix: 'Remove them, and ask where the tool comes from.',
    },
    {
      code: 'private-characters',
      severities: ['info'],
      means: 'A text holds private-use characters or noncharacters, which mean nothing outside one font.',
      fix: 'Remove them.',
    },
    {
      code: 'unpaired-surrogate',
      severities: ['error'],
      means:
        'A text holds half of a surrogate pair: it cannot be written as UTF-8, so no request can carry it.',
      fix: 'Repair the text where it was cut.',
    },
    {
      code: 'damaged-text',
      severities: ['info'],
      means: 'A text holds U+FFFD or UTF-8 that was read as Latin-1 (`Ã©`): characters were lost on the way.',
      fix: 'Read the source again with the right encoding.',
    },
    {
      code: 'outer-whitespace',
      severities: ['info'],
      means: 'A name or text begins or ends with white space, or a name has two spaces in a row.',
      fix: 'Trim it.',
    },
  ],
  check({ kind, text }, report) {
    const found = invisibleCharacters(text)
    for (const kindOf of new Set(found.map((character) => character.class))) {
      const first = found.find((character) => character.class === kindOf)
      const count = found.filter((character) => character.class === kindOf).length
      const spelled = kindOf === 'tag' ? tagText(text) : undefined
      const code = `U+${(first?.codePoint ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
      report({
        code: CODES[kindOf],
        message:
          spelled === undefined
            ? `${count === 1 ? code : `${count} characters, the first ${code},`} at offset ${first?.at ?? 0}.`
            : `Hidden characters spell "${printable(spelled, { maxLength: 100 })}".`,
      })
    }
    if (/\ufffd|[ÃÂ][\u0080-\u00bf]|â€[\u0080-\u00ff™œ\u201c\u201d]/.test(text)) {
      report({ code: 'damaged-text', message: 'Characters were lost when the text was read.' })
    }
    if (kind === 'value') return
    const breakAt = kind === 'name' ? text.search(/[\t\n\r]/) : -1
    if (breakAt !== -1) {
      report({ code: 'control-characters', message: `A tab or line break in a name, at offset ${breakAt}.` })
    }
    if (text !== text.trim()) {
      report({ code: 'outer-whitespace', message: 'White space stands at the start or the end.' })
    } else if (kind === 'name' && /\s\s/.test(text)) {
      report({ code: 'outer-whitespace', message: 'The name has white space twice in a row.' })
    }
  },
})

/** HTML elements; `<id>` in a path and `List<string>` are none. */
const ELEMENTS =
  'a|abbr|article|aside|b|blockquote|body|br|button|caption|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|object|ol|option|p|pre|s|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video'
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]{0,2000})?/?>|<!--|<!\\[CDATA\\[`, 'i')
const ENTITY =
  /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp|copy|reg|trade|hellip|mdash|ndash|lsquo|rsquo|ldquo|rdquo|bull|middot|euro|pound|deg|times|laquo|raquo|[aeiou](?:acute|grave|circ|uml)|ntilde|ccedil|szlig);/i

/** Markup that was meant for a browser. */
export const markup = defineTextRule({
  codes: [
    {
      code: 'html-tags',
      severities: ['warn'],
      means: 'A name or text holds HTML tags: they cost tokens and hide comments from readers.',
      fix: 'Strip the tags; never render catalog texts as HTML.',
    },
    {
      code: 'html-entities',
      severities: ['info'],
      means: 'A name or text holds HTML entities such as `&amp;`.',
      fix: 'Decode them.',
    },
  ],
  check({ kind, text }, report) {
    if (kind === 'value') return
    if (text.includes('<')) {
      const tag = TAG.exec(text)?.[0]
      if (tag !== undefined) {
        report({ code: 'html-tags', message: `Holds ${printable(tag, { maxLength: 60 })}` })
      }
    }
    if (text.includes('&')) {
      const entity = ENTITY.exec(text)?.[0]
      if (entity !== undefined) report({ code: 'html-entities', message: `Holds ${entity}` })
    }
  },
})
