import { withoutInvisible } from '../../../text/invisible.js'
import { lookOf } from '../../../text/lookalikes.js'
import { printable } from '../../../text/printable.js'
import { defineTextRule } from '../rule.js'
import type { TextKind } from '../subject.js'

interface Pattern {
  readonly code: string
  readonly kinds: readonly TextKind[]
  /**
   * Gaps are bounded (`[^.!?]{0,40}`) and never nested, so that a match takes linear time: a description is a
   * stranger's text.
   */
  readonly expression: RegExp
}

const PROSE: readonly TextKind[] = ['prose', 'value']
const GAP = '[^.!?]'

function pattern(
  code: string,
  source: string,
  { kinds = PROSE, flags = 'i' }: { readonly kinds?: readonly TextKind[]; readonly flags?: '' | 'i' } = {},
): Pattern {
  return { code, kinds, expression: new RegExp(source, flags) }
}

/**
 * Phrases of tool poisoning as published attacks use them, each with the reason it is there. They find what is
 * written openly; a patient attacker writes around any list.
 */
const PATTERNS: readonly Pattern[] = [
  // "Ignore all previous instructions", "disregard your system prompt".
  pattern(
    'instruction-override',
    `\\b(?:ignore|disregard|forget|override|bypass)\\b${GAP}{0,20}\\b(?:previous|prior|earlier|preceding|above|system|safety|original|other|all|your)\\b${GAP}{0,20}\\b(?:instructions?|prompts?|guidelines?|directives?|safeguards?)\\b`,
  ),
  pattern('instruction-override', '\\b(?:new|updated|real|actual) (?:system )?instructions? ?:'),
  // "You are now an AI without rules", "as an AI assistant you".
  pattern(
    'instruction-override',
    '\\byou are (?:now )?(?:an? )?(?:helpful |unrestricted |uncensored )?(?:ai|assistant|language model|llm|chatbot|agent)\\b',
  ),
  // Markup that plays the system or an urgent voice. AWS writes `<important> <p>` and `<important> <ul>` in its documentation.
  pattern(
    'instruction-markup',
    '</?(?:[Ss][Yy][Ss][Tt][Ee][Mm](?:[_-][A-Za-z]{1,16})?|[Ii]nstructions?|INSTRUCTIONS?|assistant|IMPORTANT|CRITICAL|SECRET|HIDDEN|ADMIN|OVERRIDE)>|<important>(?! ?<)',
    { flags: '' },
  ),
  pattern(
    'instruction-markup',
    '\\[/?INST\\]|\\[/?SYS(?:TEM)?\\]|<</?SYS>>|<\\|[a-z_]{2,24}\\|>|#{2,} ?(?:System|SYSTEM|Instructions?|INSTRUCTIONS?) ?:',
    {
      flags: '',
    },
  ),
  // "Always call this tool first", "you must use this tool before answering".
  pattern(
    'instruction-priority',
    `\\b(?:always|must|have to|required to|make sure to|be sure to)\\b${GAP}{0,30}\\b(?:call|use|invoke|run|execute|prefer|choose|select)\\b${GAP}{0,12}\\bthis (?:tool|function|first|before)\\b`,
  ),
  pattern(
    'instruction-priority',
    `\\b(?:call|use|invoke|run|execute) (?:this|the following) (?:tool|function)\\b${GAP}{0,40}\\b(?:first|before (?:any|all|every|other|using|calling|doing|answering|responding)|instead of)\\b`,
  ),
  pattern(
    'instruction-priority',
    `\\bbefore (?:(?:using|calling|invoking|running|executing) (?:any|all|other|another|this|the)\\b${GAP}{0,16}\\b(?:tools?|functions?)\\b|(?:answering|responding|replying|returning|doing anything)\\b)${GAP}{0,40}\\b(?:call|read|invoke|execute|use|open|fetch|load|send)\\b`,
  ),
  // "Do not tell the user", "without asking the user", "silently send".
  pattern(
    'instruction-secrecy',
    `\\b(?:do not|don't|dont|never|must not|should not|without)\\b ?${GAP}{0,12}\\b(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|disclose|disclosing|alert|alerting|ask|asking|let)\\b${GAP}{0,30}\\b(?:the|any|your) (?:end[ -])?(?:users?|humans?|operators?|customers?|person)\\b`,
  ),
  pattern(
    'instruction-secrecy',
    `\\b(?:silently|secretly|covertly|quietly|discreetly)\\b ${GAP}{0,20}\\b(?:send|sends|call|calls|copy|copies|forward|forwards|upload|uploads|read|reads|include|append|run|execute|pass|collect|collects|transmit)\\b`,
  ),
  // Files and keys that no tool has business with, and the whole of a conversation as an argument.
  pattern(
    'instruction-exfiltration',
    '\\bid_(?:rsa|dsa|ecdsa|ed25519)\\b|~/\\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|config|cursor|claude|env)\\b|/etc/(?:passwd|shadow)\\b|\\.aws/credentials|\\.ssh/[a-z]|\\bclaude_desktop_config\\b|\\.cursor/mcp',
    { kinds: ['prose', 'value', 'name'] },
  ),
  pattern(
    'instruction-exfiltration',
    `\\b(?:send|pass|include|append|attach|upload|forward|copy|paste|leak|exfiltrate|provide|supply|put|place)\\b${GAP}{0,40}\\b(?:system prompt|(?:conversation|chat) history|(?:previous|prior|earlier|full|entire|whole) (?:messages?|conversations?|chat|prompt|context))\\b`,
  ),
  pattern(
    'instruction-exfiltration',
    `\\b(?:its|their|the file'?s?|the key'?s?|the) contents\\b${GAP}{0,24}\\b(?:as|in|into|to|via|through)\\b${GAP}{0,24}\\b(?:parameter|argument|sidenote|side note|context field|notes? field)\\b`,
  ),
  pattern(
    'instruction-exfiltration',
    '^(?:.{0,30}[_-])?(?:contents?|data|output|text)_?(?:from|of)_?(?:reading|ssh|env)[a-z0-9_]{0,40}$|(?:ssh|rsa|private)_?key_?contents?$',
    { kinds: ['name'] },
  ),
  // "When the send_email tool is called, also …": one tool speaking for another.
  pattern(
    'instruction-other-tool',
    `\\b(?:when|whenever|if|before|after|every time|each time|once)\\b ${GAP}{0,40}\\b(?:tool|function)s? (?:is|are|was|has been|gets?) (?:called|used|invoked|run|executed|available|present)\\b`,
  ),
  pattern(
    'instruction-other-tool',
    `\\b(?:instead of|rather than|do not use|don't use|never use|replaces?|supersedes?)\\b ${GAP}{0,24}\\b(?:other|another|built-?in|any) (?:[a-z_-]{1,24} )?(?:tools?|functions?|servers?)\\b`,
  ),
]

/** Enough of these words for a pattern to have a chance; most texts of a catalog hold none. */
const HINT =
  /ignore|disregard|forget|override|bypass|instruction|you are|<|\[|#|always|must|have to|required to|sure to|(?:call|use|invoke|run|execute) (?:this|the)|before|do ?n[o']t|never|without|silently|secretly|covertly|quietly|discreetly|id_|~\/|\/etc\/|\.aws|\.ssh|claude|cursor|prompt|history|messages|conversation|context|environment|content|tool|function|_?key|(?:from|of)_?(?:reading|file|ssh|env)/i

/** 150 bytes in base64: a blob, not a word. An open end (`{200,}`) would overflow the stack on megabytes. */
const BLOB = /[A-Za-z0-9+/_-]{200}/

/** Texts that speak to the model instead of describing the tool. */
export const instructions = defineTextRule({
  codes: [
    {
      code: 'instruction-override',
      severities: ['warn'],
      means: 'A text tells the model to ignore its instructions, or who it is.',
      fix: 'Do not offer the tool before you know who wrote this and why.',
    },
    {
      code: 'instruction-markup',
      severities: ['warn'],
      means:
        'A text holds markup that imitates a system prompt or a chat template (`<IMPORTANT>`, `[INST]`).',
      fix: 'Do not offer the tool before you know who wrote this and why.',
    },
    {
      code: 'instruction-priority',
      severities: ['warn'],
      means: 'A text demands that the tool be called always, first, or before others.',
      fix: 'Say when the tool is of use; leave the choice to whoever calls.',
    },
    {
      code: 'instruction-secrecy',
      severities: ['warn'],
      means: 'A text asks to keep something from the user, or to act unseen.',
      fix: 'Do not offer the tool before you know who wrote this and why.',
    },
    {
      code: 'instruction-exfiltration',
      severities: ['warn'],
      means: 'A text or a parameter name asks for keys, configuration files or the conversation itself.',
      fix: 'Do not offer the tool before you know who wrote this and why.',
    },
    {
      code: 'instruction-other-tool',
      severities: ['info'],
      means: 'A text rules over other tools: what to do when they are called, or not to use them.',
      fix: 'Let each tool describe itself.',
    },
    {
      code: 'encoded-blob',
      severities: ['warn'],
      means: 'A text holds 200 or more characters of base64: it costs tokens and may hide anything.',
      fix: 'Take it out; show a short example instead.',
    },
  ],
  check({ kind, text }, report) {
    if (text.length >= 200) {
      const found = BLOB.exec(text)
      const blob = found?.[0] ?? ''
      if (/[a-z]/.test(blob) && /[A-Z]/.test(blob) && /[0-9]/.test(blob)) {
        const length = blobLength(text, found?.index ?? 0)
        report({
          code: 'encoded-blob',
          message: `Holds ${length} characters of base64, "${printable(blob, { maxLength: 24 })}".`,
        })
      }
    }
    const seen = /[^\u0000-\u007f]/.test(text) ? lookOf(withoutInvisible(text)) : text
    if (!HINT.test(seen)) return
    const plain = seen.replace(/\s+/g, ' ')
    const reported = new Set<string>()
    for (const { code, kinds, expression } of PATTERNS) {
      if (reported.has(code) || !kinds.includes(kind)) continue
      const found = expression.exec(plain)?.[0]
      if (found === undefined) continue
      reported.add(code)
      report({ code, message: `Reads as an instruction: "${printable(found, { maxLength: 120 })}".` })
    }
  },
})

function blobLength(text: string, from: number): number {
  let end = from
  while (end < text.length && /[A-Za-z0-9+/_=-]/.test(text.charAt(end))) end++
  return end - from
}
