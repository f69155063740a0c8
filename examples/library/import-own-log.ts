import { defineExchangeReader, hostDrafts, hostFiles, importLogs, openLog } from 'assay'

/** A log of one's own: a line for each answer, with the tools by name alone. */
const ownLog = defineExchangeReader({
  id: 'own-log',
  describes: 'lines of {ask, tools, model, said}',
  detect: ({ head }) => head.startsWith('{"ask"'),
  async *read({ path }, { files, notice }) {
    const lines = new TextDecoder()
      .decode(await files.read(path))
      .trim()
      .split('\n')
    for (const [place, line] of lines.entries()) {
      const where = `${path}, line ${place + 1}`
      const { ask, tools, model, said } = JSON.parse(line)
      if (said === undefined) notice({ code: 'no-answer', what: 'A line holds no answer.', where })
      else {
        yield {
          subject: { model },
          messages: [{ role: 'user', content: ask }],
          tools: tools.map((name: string) => ({ name })),
          answer: {
            kind: 'said',
            dialect: 'openai',
            message: JSON.stringify({ role: 'assistant', content: null, tool_calls: said }),
            stopReason: 'stop',
          },
          where,
        }
      }
    }
  },
})

/** Writes items and runs of such a log into a new folder. */
export async function importOwnLog(path: string, folder: string) {
  const { input, reader, sizeBytes } = await openLog(path, hostFiles, { readers: [ownLog] })
  return importLogs(
    {
      logs: [{ input, reader, file: { name: path, sizeBytes, fingerprint: 'unknown' } }],
      folder,
      name: 'own',
      turns: 'first',
      assay: '0.1.0',
      createdAt: new Date().toISOString(),
    },
    { files: hostFiles, drafts: hostDrafts },
  )
}
