import { basename } from 'node:path'
import { InputError } from '../../errors.js'
import { defineSubjectKind, type SubjectContext } from '../../subject/kind.js'
import { defineSubject, type Subject } from '../../subject/subject.js'
import { printable } from '../../text/printable.js'
import { detectDialect } from '../../toolcall/detect-dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import type { TemplateSource } from '../../toolcall/template-source.js'
import { hashFile } from './file-hash.js'
import { type LoadedGguf, loadGguf } from './gguf-model.js'
import { promptText } from './gguf-prompt.js'
import { framedPrompts } from './gguf-prompt-frame.js'
import { GgufSpeaker } from './gguf-speaker.js'
import { keptTemplate } from './kept-template.js'

const USAGE = 'gguf:<path>'

/** A model in this process, by node-llama-cpp on the CPU. */
export const ggufKind = defineSubjectKind({
  id: 'gguf',
  usage: USAGE,
  describes: 'a GGUF model in this process: token ids, whole distributions, its own chat template',
  async open(argument, context) {
    if (argument.trim() === '') {
      throw new InputError({
        code: 'subject-spec',
        what: 'The path of the model is missing.',
        where: 'gguf:',
        fix: `Write ${USAGE}; "assay models list" shows those that were pulled.`,
      })
    }
    const loaded = await loadGguf(argument, context.options.extra, context.signal)
    try {
      return await ggufSubject(argument, loaded, context)
    } catch (error) {
      await loaded.close()
      throw error
    }
  },
})

async function ggufSubject(path: string, loaded: LoadedGguf, context: SubjectContext): Promise<Subject> {
  const { options, templates } = context
  const dialect =
    options.dialect === undefined ? undefined : dialects.find(({ id }) => id === options.dialect)
  const template = keptTemplate(loaded)
  const told = options.dialect ?? (await detected(template, templates))
  const speaker = new GgufSpeaker(loaded, {
    where: `gguf:${path}`,
    promptOf: framedPrompts((request) =>
      promptText(request, { template, dialect, templates, where: `gguf:${path}` }),
    ),
  })
  const name = loaded.metadata['general.name']
  return defineSubject({
    spec: `gguf:${path}`,
    label: options.label ?? basename(path).replace(/\.gguf$/i, ''),
    facts: {
      model: typeof name === 'string' && name !== '' ? printable(name, { maxLength: 120 }) : basename(path),
      endpoint: path,
      ...(told === undefined ? {} : { dialect: told }),
      fingerprint: await hashFile(loaded.path),
      engine: loaded.engine,
    },
    answers: new Set([
      'chat',
      'completion',
      'next-token',
      'continuation',
      'choices',
      'json-schema',
      'logprobs',
      'token-ids',
    ]),
    endpoint: `gguf:${loaded.path}`,
    maxConcurrency: 1,
    prompts: speaker.prompts,
    ask: (request, asked) => speaker.ask(request, asked),
    close: () => speaker.close(),
  })
}

/** Undefined where several dialects fit, or none: nothing is guessed. */
async function detected(
  template: TemplateSource | undefined,
  templates: SubjectContext['templates'],
): Promise<string | undefined> {
  const detection = template === undefined ? undefined : await detectDialect(template, templates)
  return detection?.kind === 'detected' ? detection.dialect : undefined
}
