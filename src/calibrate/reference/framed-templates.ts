import { canonicalJson, isJsonArray, isJsonObject, type JsonObject } from '../../text/json.js'
import type { TemplateRenderer } from '../../toolcall/template-renderer.js'

/** What stands before and behind the user's text, and whether a second text had the same around it. */
interface Frame {
  readonly before: string
  readonly behind: string
  readonly isSure: boolean
  /** Of the first text. */
  readonly length: number
}

/**
 * Renders conversations that differ in the user's last text without rendering each: a template runs in another process,
 * which stays and starts afresh for each rendering; that can cost more than a small model's answer. Texts of two lengths are rendered, and where the same stands around
 * both, the next ones are put there. For templates of our own, which place the text and do nothing else with it: a stranger's may
 * look for signs in it.
 */
export function framedTemplates(templates: TemplateRenderer): TemplateRenderer {
  const frames = new Map<string, Frame | undefined>()
  return {
    async render(template, variables) {
      const asked = lastTextIn(variables)
      if (asked === undefined) return templates.render(template, variables)
      const { content, rest } = asked
      const key = `${template}\u0000${canonicalJson(rest)}`
      const known = frames.get(key)
      if (known?.isSure === true) return { kind: 'text', text: known.before + content + known.behind }
      const rendered = await templates.render(template, variables)
      if (rendered.kind !== 'text' || (frames.has(key) && known === undefined)) return rendered
      if (known === undefined) frames.set(key, frameOf(rendered.text, content))
      else if (known.before + content + known.behind === rendered.text)
        frames.set(key, { ...known, isSure: true })
      else frames.set(key, undefined)
      return rendered
    },
  }
}

function frameOf(text: string, content: string): Frame | undefined {
  const [before, behind, ...more] = text.split(content)
  return before === undefined || behind === undefined || more.length > 0
    ? undefined
    : { before, behind, isSure: false, length: content.length }
}

/** The text of a user that ends a conversation without tools, and everything else. */
function lastTextIn(
  variables: JsonObject,
): { readonly content: string; readonly rest: JsonObject } | undefined {
  const { messages, tools } = variables
  if (!isJsonArray(messages) || tools !== undefined) return undefined
  const last = messages.at(-1)
  if (!isJsonObject(last) || last.role !== 'user' || typeof last.content !== 'string') return undefined
  if (last.content === '' || last.content !== last.content.trim()) return undefined
  return { content: last.content, rest: { ...variables, messages: messages.slice(0, -1) } }
}
