import { printable } from '../../../text/printable.js'
import { defineToolRule } from '../rule.js'
import { recursiveTargets, referencesOf } from '../schema/references.js'

/** Whether every `$ref` leads somewhere inside the schema. */
export const schemaReferences = defineToolRule({
  codes: [
    {
      code: 'schema-ref-unresolved',
      severities: ['error'],
      means: 'A `$ref` leads nowhere: what the parameter takes is unknown.',
      fix: 'Define the target under `$defs`, or correct the reference.',
    },
    {
      code: 'schema-ref-remote',
      severities: ['warn'],
      means: 'A `$ref` leads into another document; providers do not fetch it.',
      fix: 'Copy the definition under `$defs`.',
    },
    {
      code: 'schema-recursive',
      severities: ['info'],
      means:
        'A schema contains itself. Allowed, but not every provider takes it, and models nest it without end.',
      fix: 'Bound the nesting if you can.',
    },
  ],
  check({ input }, report) {
    const { root, walk, where } = input
    const references = referencesOf(root, walk.nodes)
    for (const { pointer, ref, target } of references) {
      if (target.kind === 'found') continue
      const quoted = `"${printable(ref, { maxLength: 80 })}"`
      report(
        target.kind === 'remote'
          ? {
              code: 'schema-ref-remote',
              where: `${where}${pointer}/$ref`,
              message: `${quoted} lies in another document.`,
            }
          : {
              code: 'schema-ref-unresolved',
              where: `${where}${pointer}/$ref`,
              message: `${quoted} leads nowhere: ${target.reason}.`,
            },
      )
    }
    for (const pointer of recursiveTargets(references)) {
      report({
        code: 'schema-recursive',
        where: where + pointer,
        message: `The schema at ${pointer === '' ? 'the root' : `"${printable(pointer, { maxLength: 80 })}"`} contains itself.`,
      })
    }
  },
})
