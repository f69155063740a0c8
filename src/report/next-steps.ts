import type { ReportDocument } from './document.js'

/** What somebody would do after an audit, with the command that does it. */
export interface FollowingStep {
  readonly what: string
  readonly command: string
}

/**
 * What to do after an audit: look at it, then ask what it left open. Capitals stand for what the user has to name.
 *
 * @param folder of the audit, as the user named it.
 */
export function nextSteps(
  { benchmarks, pages, catalog }: ReportDocument,
  folder: string,
): readonly FollowingStep[] {
  const steps: FollowingStep[] = []
  const at = quoted(folder)
  if (pages === undefined) {
    steps.push({ what: 'see it in a browser', command: `assay report ${at} --html report.html` })
  }
  const [source] = catalog?.sources ?? []
  if (source !== undefined && benchmarks.length === 0) {
    steps.push({
      what: 'say what your users ask, one line each, and find out which tools they would not reach',
      command: `assay audit --catalog ${quoted(source.source)} --benchmark items.jsonl`,
    })
  }
  if (pages === undefined) {
    steps.push({
      what: 'find out whether a model calls tools at all',
      command: 'assay ladder --subject gguf:MODEL.gguf',
    })
  } else {
    steps.push({
      what: 'keep the next change from making it worse',
      command: `assay gate ${at}/RUN --policy assay.gate.yaml`,
    })
  }
  return steps
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
