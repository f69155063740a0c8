import type { TokenSource } from '../../parametric/next-tokens.js'
import { defineSubjectKind, type SubjectContext } from '../../subject/kind.js'
import type { Subject } from '../../subject/subject.js'
import { referenceWeights } from '../reference-files.js'
import { ggufKind } from './gguf.js'
import { ggufTokenSource } from './gguf-next-tokens.js'

/** A small model with known faults, by name. */
export const referenceKind = defineSubjectKind({
  id: 'reference',
  usage: 'reference:<name>',
  describes: 'a reference subject: a small model with known faults, e.g. reference:flat-s1',
  async open(argument, context) {
    const path = await referenceWeights(argument)
    const subject: Subject = await ggufKind.open(path, named(argument, context))
    return { ...subject, spec: `reference:${argument}` }
  },
})

/** The same as a source of next-token probabilities. */
export async function referenceTokenSource(name: string, context: SubjectContext): Promise<TokenSource> {
  const source = await ggufTokenSource(await referenceWeights(name), named(name, context))
  return { ...source, spec: `reference:${name}` }
}

/** Its file is called like all the others, so the label is its own name. */
function named(name: string, context: SubjectContext): SubjectContext {
  return { ...context, options: { label: name, ...context.options } }
}
