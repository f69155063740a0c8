/** Chats of the bare loop under way at once. */
export const BARE_CONCURRENCY = 64

/** Chats by the host's `fetch` and nothing else. */
export async function bareLoop(url: string, bodies: readonly string[]): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await response.json()
    }
  }
  await Promise.all(Array.from({ length: BARE_CONCURRENCY }, work))
}

/** The chat that Assay makes of a line of questions. */
export function bodyOf(line: string): string {
  const { tool, question } = JSON.parse(line) as { readonly tool: string; readonly question: string } // written above
  const content = `The tool is called ${tool}.\n\n${question}\n\nAnswer with one word and nothing else: yes or no.`
  return JSON.stringify({
    model: 'mock',
    messages: [{ role: 'user', content }],
    temperature: 0,
    max_tokens: 8,
  })
}
