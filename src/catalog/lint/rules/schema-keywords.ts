import { isJsonArray, isJsonObject, type JsonValue } from '../../../text/json.js'
import { printable } from '../../../text/printable.js'
import { defineToolRule, type PlacedFault, type RuleContext } from '../rule.js'
import {
  type Draft,
  DYNAMIC_KEYWORDS,
  draftName,
  draftOf,
  FORMATS,
  KEYWORDS,
  OPENAPI_KEYWORDS,
} from '../schema/keywords.js'
import type { SchemaNode } from '../schema/walk.js'

/** Whether the schema speaks the draft it claims to, in words that validators and providers know. */
export const schemaKeywords = defineToolRule({
  codes: [
    {
      code: 'schema-keyword-unsupported',
      severities: ['warn'],
      means: 'A keyword whose meaning depends on the path of validation (`$dynamicRef`, `$recursiveRef`, …).',
      fix: 'Use `$ref`.',
    },
    {
      code: 'schema-pattern-unsupported',
      severities: ['warn'],
      means:
        'A `pattern` with look-around or a back-reference. Linear-time engines refuse it, so arguments are not judged by it.',
      fix: 'Write the pattern without them, or check the rule where the call is carried out.',
    },
    {
      code: 'schema-pattern-invalid',
      severities: ['warn'],
      means: 'A `pattern` that is no ECMA-262 expression, e.g. with `(?i)` or `\\A`.',
      fix: 'Write it as JSON Schema has it: ECMA-262, with `^` and `$`.',
    },
    {
      code: 'schema-other-draft',
      severities: ['warn', 'info'],
      means:
        'A keyword of another draft (2020-12 unless `$schema` says otherwise) or of OpenAPI, so that validators ignore it; info where it only annotates.',
      fix: 'Write it as the draft has it: `prefixItems` for an array of `items`, a number in `exclusiveMinimum`, `"null"` among the types for `nullable`.',
    },
    {
      code: 'schema-keyword-unknown',
      severities: ['info'],
      means:
        'A keyword that no draft has, perhaps misspelt; validators ignore it. Names that begin with `x-` are left alone.',
      fix: 'Correct the spelling or remove it.',
    },
    {
      code: 'schema-format-unknown',
      severities: ['info'],
      means: 'A `format` that neither JSON Schema nor the OpenAPI registry defines; it is ignored.',
      fix: 'Say in the description, or in a `pattern`, what the value looks like.',
    },
    {
      code: 'provider-keyword-unread',
      severities: ['info'],
      means: 'A keyword that a provider ignores, or refuses in its strict mode.',
      fix: 'Do not rely on it: say the same in the description.',
    },
  ],
  check({ input }, report, context) {
    const draft = draftOf(input.root.$schema)
    for (const node of input.walk.nodes) {
      checkNode({ node, at: input.where + node.pointer, draft }, report, context)
    }
    checkProviders(input.walk.nodes, report, context)
  },
})

type Report = (fault: PlacedFault) => void

interface Place {
  readonly node: SchemaNode
  readonly at: string
  readonly draft: Draft
}

function checkNode({ node: { schema }, at, draft }: Place, report: Report, { patterns }: RuleContext): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] as JsonValue // an own key
    const where = `${at}/${keyword}`
    if (DYNAMIC_KEYWORDS.has(keyword)) {
      report({ code: 'schema-keyword-unsupported', where, message: `"${keyword}" is not followed.` })
      continue
    }
    const fault = draftFault({ keyword, value, draft })
    if (fault !== undefined) {
      report({
        code: 'schema-other-draft',
        where,
        severity: fault.constrains ? 'warn' : 'info',
        message: fault.message,
      })
    } else if (!KEYWORDS.has(keyword) && !keyword.startsWith('x-')) {
      report({
        code: 'schema-keyword-unknown',
        where: at,
        message: `No draft has the keyword "${printable(keyword, { maxLength: 60 })}".`,
      })
    }
  }
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format)) {
    report({
      code: 'schema-format-unknown',
      where: `${at}/format`,
      message: `The format "${printable(schema.format, { maxLength: 60 })}" is not defined anywhere.`,
    })
  }
  const named = isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  for (const pattern of typeof schema.pattern === 'string' ? [schema.pattern, ...named] : named) {
    const fault = patterns(pattern)
    if (fault === undefined) continue
    report({
      code: fault.kind === 'invalid' ? 'schema-pattern-invalid' : 'schema-pattern-unsupported',
      where: `${at}/pattern`,
      message: `The pattern "${printable(pattern, { maxLength: 80 })}" ${fault.reason}.`,
    })
  }
}

interface KeywordUse {
  readonly keyword: string
  readonly value: JsonValue
  readonly draft: Draft
}

function draftFault({
  keyword,
  value,
  draft,
}: KeywordUse): { readonly message: string; readonly constrains: boolean } | undefined {
  const openapi = OPENAPI_KEYWORDS.get(keyword)
  if (openapi !== undefined) {
    return { message: `"${keyword}" is a word of OpenAPI; JSON Schema ignores it.`, constrains: openapi }
  }
  if (
    (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') &&
    typeof value === 'boolean' &&
    draft > 4
  ) {
    return { message: `"${keyword}" is a number since draft-06; as a flag it is ignored.`, constrains: true }
  }
  if (keyword === 'required' && typeof value === 'boolean' && draft > 3) {
    return {
      message: '"required" is a list beside "properties" since draft-04; as a flag it is ignored.',
      constrains: true,
    }
  }
  if (keyword === 'items' && isJsonArray(value) && draft >= 2020) {
    return {
      message: '"items" is one schema since 2020-12; for a tuple write "prefixItems".',
      constrains: true,
    }
  }
  const known = KEYWORDS.get(keyword)
  if (known === undefined) return undefined
  if (draft < known.from) {
    return {
      message: `"${keyword}" is newer than ${draftName(draft)} and ignored there.`,
      constrains: known.constrains,
    }
  }
  if (draft > known.until) {
    return { message: `"${keyword}" is gone since ${draftName(known.until)}.`, constrains: known.constrains }
  }
  return undefined
}

function checkProviders(nodes: readonly SchemaNode[], report: Report, { providers }: RuleContext): void {
  const reading = providers.filter(({ unread }) => unread.length > 0)
  if (reading.length === 0) return
  for (const { schema, pointer } of nodes) {
    for (const keyword of Object.keys(schema)) {
      const ignoring = reading.filter(({ unread }) => unread.includes(keyword))
      if (ignoring.length === 0) continue
      report({
        code: 'provider-keyword-unread',
        where: `inputSchema${pointer}/${keyword}`,
        message: `"${keyword}" is not read by ${ignoring.map(({ id }) => id).join(' and ')}.`,
      })
    }
  }
}
