import { InputError } from '../../errors.js'
import { type TemplateSource, templateOfGguf } from '../../toolcall/template-source.js'
import type { LoadedGguf } from './gguf-model.js'

/** The chat template that a file of weights brings; undefined where it brings none. */
export function keptTemplate({
  metadata,
  path,
}: Pick<LoadedGguf, 'metadata' | 'path'>): TemplateSource | undefined {
  try {
    return templateOfGguf(metadata, path)
  } catch (error) {
    if (error instanceof InputError && error.code === 'template-missing') return undefined
    throw error
  }
}
