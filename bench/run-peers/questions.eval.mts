// @ts-nocheck: the peers are installed apart
/** What evalite runs: the questions of ASSAY_BENCH_FILE, asked at ASSAY_BENCH_URL. */
import { appendFileSync, readFileSync } from 'node:fs'
import { evalite } from 'evalite'

const questions = readFileSync(process.env.ASSAY_BENCH_FILE, 'utf8').trim().split('\n')

evalite('questions', {
  data: questions.map((input) => ({ input })),
  async task(input) {
    const response = await fetch(`${process.env.ASSAY_BENCH_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'mock',
        messages: [{ role: 'user', content: input }],
        temperature: 0,
        max_tokens: 8,
      }),
    })
    const { choices } = await response.json()
    return choices[0].message.content
  },
  scorers: [{ name: 'says yes or no', scorer: ({ output }) => (/^(yes|no)/.test(output) ? 1 : 0) }],
})

process.on('exit', () => {
  appendFileSync(process.env.ASSAY_BENCH_REPORT, `${process.resourceUsage().maxRSS / 1024}\n`)
})
