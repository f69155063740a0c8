import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints `N passed, N failed, N skipped` as the last line, and appends the three counts to the file named by
 * ASSAY_TALLY, so that a job of several runs can print their sum.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) counts.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
      }
    }
    const { passed, failed, skipped } = counts
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    const tally = process.env.ASSAY_TALLY
    if (tally !== undefined) appendFileSync(tally, `${passed} ${failed} ${skipped}\n`)
  }
}
