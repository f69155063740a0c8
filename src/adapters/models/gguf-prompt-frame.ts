import type { ChatRequest } from '../../subject/request.js'

/** Two texts that no template knows, with every sign of a plain text; what stands around both must be the same. */
const PROBES = [
  `Xq7h\n\n<<Ek_2v&&Lm>> ,.;:!?'’"()%$€&+-R`,
  `bN3t\n<<Yw_8r&&Uc>>\n ,.;:!?'’"()%$€&+-Z`,
] as const

/**
 * White space at the ends may be trimmed, and signs and keywords may be looked for: such texts are rendered whole. The
 * double brackets of tools' tokens mean nothing to any template.
 */
const PLAIN = /^[\p{L}\p{N}](?:(?:[\p{L}\p{N}\n_ ,.;:!?'’"()%$€&+-]|<<|>>){0,8000}[\p{L}\p{N}.?!])?$/u

/** What stands before and behind the user's text. */
interface Frame {
  readonly before: string
  readonly behind: string
}

/**
 * Renders conversations that differ in a plain last text of the user without rendering each: a template runs in another
 * process, which stays and starts afresh for each rendering, and that costs some milliseconds a time. The frame is found by
 * rendering two probes; a template that does anything else with them than writing them once is asked every time.
 */
export function framedPrompts(
  promptOf: (request: ChatRequest) => Promise<string>,
): (request: ChatRequest) => Promise<string> {
  const frames = new Map<string, Promise<Frame | undefined>>()
  return async (request) => {
    const last = request.messages.at(-1)
    if (last?.role !== 'user' || request.tools.length > 0 || !PLAIN.test(last.content))
      return promptOf(request)
    const earlier = request.messages.slice(0, -1)
    const key = JSON.stringify(earlier)
    let found = frames.get(key)
    if (found === undefined) {
      found = frameOf(promptOf, request)
      frames.set(key, found)
    }
    const frame = await found
    return frame === undefined ? promptOf(request) : frame.before + last.content + frame.behind
  }
}

async function frameOf(
  promptOf: (request: ChatRequest) => Promise<string>,
  request: ChatRequest,
): Promise<Frame | undefined> {
  const frames: Frame[] = []
  for (const probe of PROBES) {
    const messages = [...request.messages.slice(0, -1), { role: 'user', content: probe } as const]
    const parts = (await promptOf({ ...request, messages })).split(probe)
    const [before, behind] = parts
    if (before === undefined || behind === undefined || parts.length !== 2) return undefined
    frames.push({ before, behind })
  }
  const [first, second] = frames
  return first?.before === second?.before && first?.behind === second?.behind ? first : undefined
}
