import { hostTemplates } from '../../adapters/chat-template.js'
import { ggufKind } from '../../adapters/models/gguf.js'
import { ggufTokenSource } from '../../adapters/models/gguf-next-tokens.js'
import type { ReferenceModel } from '../../calibrate/calibration-context.js'
import { framedTemplates } from '../../calibrate/reference/framed-templates.js'
import type { SubjectContext } from '../../subject/kind.js'
import type { CliContext } from '../command.js'

/**
 * Opens the weights of a reference subject by both doors: what is asked and what is recalled go their usual ways.
 *
 * @throws {InputError} what opening `gguf:` throws.
 */
export async function openReferenceModel(
  path: string,
  name: string,
  context: CliContext,
): Promise<ReferenceModel> {
  const given: SubjectContext = {
    files: context.files,
    http: context.http,
    clock: context.clock,
    notify: context.notify,
    templates: framedTemplates(hostTemplates()),
    variable: () => undefined,
    mayExecute: false,
    signal: context.signal,
    options: { label: name },
    open: () => Promise.reject(new RangeError('no subject is made of another here')),
  }
  const source = await ggufTokenSource(path, given)
  try {
    const subject = await ggufKind.open(path, given)
    return {
      subject,
      source,
      async close() {
        await subject.close?.()
        await source.close()
      },
    }
  } catch (error) {
    await source.close()
    throw error
  }
}
