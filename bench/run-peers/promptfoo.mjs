/**
 * promptfoo as a library: as many chats as there are lines in the file of questions, 64 at once, no cache.
 * Usage: node promptfoo.mjs URL FILE
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.env.PROMPTFOO_DISABLE_TELEMETRY = '1'
process.env.PROMPTFOO_DISABLE_UPDATE = '1'
process.env.PROMPTFOO_CACHE_ENABLED = 'false'
process.env.PROMPTFOO_CONFIG_DIR = mkdtempSync(join(tmpdir(), 'promptfoo-'))
const [url, file] = process.argv.slice(2)
const { default: promptfoo } = await import('promptfoo')
const questions = readFileSync(file, 'utf8').trim().split('\n')
const summary = await promptfoo.evaluate(
  {
    prompts: ['{{question}}'],
    providers: [
      { id: 'openai:chat:mock', config: { apiBaseUrl: url, apiKey: 'none', temperature: 0, max_tokens: 8 } },
    ],
    tests: questions.map((question) => ({
      vars: { question },
      assert: [{ type: 'regex', value: '^(yes|no)' }],
    })),
    writeLatestResults: false,
    sharing: false,
  },
  { maxConcurrency: 64, cache: false, showProgressBar: false },
)
const { results } = await summary.toEvaluateSummary()
process.send?.({
  endedMs: Date.now(),
  answers: results.filter(({ success }) => success).length,
  peakMb: process.resourceUsage().maxRSS / 1024,
})
process.exit()
