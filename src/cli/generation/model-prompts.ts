import { fileURLToPath } from 'node:url'
import {
  type PromptName,
  type PromptSet,
  promptFields,
  readPrompt,
} from '../../benchmark/generate/prompt-set.js'
import { InputError, StoreError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { nearestWord } from '../../text/nearest.js'

/** The folder of the prompts that ship with Assay. */
const FOLDER = 'prompts'

/**
 * The prompts by name: of the user's folder those that it has, of Assay's own the rest.
 *
 * @param folder of the user.
 * @throws {InputError} `prompt-unknown` for a file that is no prompt, `prompt-broken`, `file-missing`.
 */
export async function loadPrompts(files: Files, folder?: string): Promise<PromptSet> {
  const names = Object.keys(promptFields) as PromptName[] // a record of known keys
  const own = folder === undefined ? new Set<string>() : new Set(await files.list(folder))
  const stranger = [...own].find(
    (name) => name.endsWith('.md') && !names.some((known) => `${known}.md` === name),
  )
  if (stranger !== undefined) {
    const near = nearestWord(stranger.replace(/\.md$/, ''), names)
    throw new InputError({
      code: 'prompt-unknown',
      what: `"${stranger}" is none of the prompts that are used.`,
      where: folder ?? '',
      fix: `${near === undefined ? '' : `Did you mean ${near}.md? `}Prompts are ${names.map((name) => `${name}.md`).join(', ')}.`,
    })
  }
  const shipped = await shippedFolder(files)
  const prompts: Partial<Record<PromptName, PromptSet[PromptName]>> = {}
  for (const name of names) {
    const file = `${name}.md`
    const path = folder !== undefined && own.has(file) ? files.join(folder, file) : files.join(shipped, file)
    prompts[name] = readPrompt(name, new TextDecoder().decode(await files.read(path)), path)
  }
  return prompts as PromptSet // every name was read
}

/** Up from this file, whether it is built or not. */
async function shippedFolder(files: Files): Promise<string> {
  let folder = files.folderOf(fileURLToPath(import.meta.url))
  for (let depth = 0; depth < 6; depth++) {
    const prompts = files.join(folder, FOLDER)
    if ((await files.facts(files.join(prompts, 'rrb-generate.md'))) !== undefined) return prompts
    folder = files.folderOf(folder)
  }
  throw new StoreError({
    code: 'prompts-missing',
    what: 'The prompts that ship with Assay are not there.',
    where: FOLDER,
    fix: 'Install Assay again, or name a folder with all of them by --prompts.',
  })
}
