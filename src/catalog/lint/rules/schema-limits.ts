import { isJsonArray } from '../../../text/json.js'
import { escapedKey } from '../../../text/json-pointer.js'
import { countText } from '../../../text/number-text.js'
import { printable } from '../../../text/printable.js'
import { defineToolRule } from '../rule.js'

/** OpenAI's limits on a schema in strict mode (2025): properties in all, levels of nesting, enum values in all. */
const MAX_PROPERTIES = 5000
const MAX_LEVELS = 10
const MAX_ENUM_VALUES = 1000

/** Sizes and names that a provider puts a limit on. */
export const schemaLimits = defineToolRule({
  codes: [
    {
      code: 'schema-too-large',
      severities: ['info'],
      means: `The schema exceeds OpenAI's strict mode: ${countText(MAX_PROPERTIES)} properties, ${MAX_LEVELS} levels or ${countText(MAX_ENUM_VALUES)} enum values.`,
      fix: 'Divide the tool, or take the long enums out.',
    },
    {
      code: 'parameter-name-refused',
      severities: ['warn'],
      means: 'A top-level parameter has a name that a provider refuses, with the whole request.',
      fix: 'Use letters, digits, `_`, `.` and `-`, at most 64 of them.',
    },
  ],
  check({ input, parameters }, report, { providers }) {
    const levels = parameters.reduce((most, { level }) => Math.max(most, level), 0)
    let enumValues = 0
    for (const { schema } of input.walk.nodes) enumValues += isJsonArray(schema.enum) ? schema.enum.length : 0
    const excesses = [
      parameters.length > MAX_PROPERTIES ? `${parameters.length} properties` : '',
      levels > MAX_LEVELS ? `${levels} levels of nesting` : '',
      enumValues > MAX_ENUM_VALUES ? `${enumValues} enum values` : '',
    ].filter((excess) => excess !== '')
    if (excesses.length > 0) {
      report({
        code: 'schema-too-large',
        where: 'inputSchema',
        message: `The schema has ${excesses.join(', ')}.`,
      })
    }
    for (const { pointer, name = '' } of parameters) {
      if (pointer !== `/properties/${escapedKey(name)}`) continue
      const refusing = providers.filter(({ parameterNames }) => parameterNames?.test(name) === false)
      if (refusing.length === 0) continue
      report({
        code: 'parameter-name-refused',
        where: `inputSchema${pointer}`,
        message: `The parameter name "${printable(name, { maxLength: 80 })}" is refused by ${refusing.map(({ id }) => id).join(' and ')}.`,
      })
    }
  },
})
