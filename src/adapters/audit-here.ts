import type { ReportDocument } from '../report/document.js'
import { isRetrieverSpec } from '../retrieval/open.js'
import { askedSectionIds } from '../sections/asked-section-ids.js'
import { type AuditConfig, readConfig } from '../sections/config.js'
import { lookAtAudit } from '../sections/look-at-audit.js'
import { openAudit } from '../sections/open-audit.js'
import { shownSpec } from '../subject/open.js'
import { argumentError, isObject } from '../toolcall/argument-error.js'
import { hostClock } from './clock.js'
import { filesFrom, loadConfig } from './config.js'
import { hostFiles } from './files.js'
import { checkOptions } from './given-options.js'
import { hostHttp } from './http.js'
import { lateMcp } from './mcp/late-mcp.js'
import { ggufEmbedders } from './models/embeddings-gguf.js'
import type { ReadOptions } from './read-here.js'
import { version } from './version.js'

export interface AuditOptions extends ReadOptions {
  /** From which relative paths of the config start; default the folder of the config, or else the current one. */
  readonly folder?: string
}

/**
 * Audits a catalog, benchmarks and retrievers: what `assay audit` looks at, as the document that it writes. Nothing is
 * written but the cache of embeddings. It asks no model: a subject that is one is told under `notMeasured`, with the
 * command that asks it.
 *
 * @param config what a config file holds, or the path of one.
 * @throws {InputError} `argument-invalid`, `config-invalid`, `section-unknown`, `retriever-unknown`, and what reading throws.
 */
export async function audit(
  config: AuditConfig | string,
  options: AuditOptions = {},
): Promise<ReportDocument> {
  const given: unknown = config
  if (typeof given !== 'string' && (!isObject(given) || 'then' in given)) {
    const wanted = 'what a config holds, e.g. { catalog: [path] }, or the path of a config'
    throw argumentError({ call: 'audit', argument: 'the config', wanted, given })
  }
  checkOptions('audit', options)
  const { folder, notify = () => {}, signal = new AbortController().signal } = options
  const read = typeof config === 'string' ? await loadConfig(config, hostFiles) : undefined
  const checked = readConfig(read?.value ?? config, read?.path ?? 'audit')
  const files = filesFrom(folder ?? read?.folder ?? '.', hostFiles)
  const host = {
    catalogs: { files, http: hostHttp, mcp: lateMcp, notify, signal },
    benchmarks: files,
    retrievers: {
      files,
      http: hostHttp,
      clock: hostClock,
      notify,
      variable: (name: string) => process.env[name],
      embedders: ggufEmbedders,
      cacheFolder: hostFiles.join('.cache', 'assay'),
      signal,
    },
    clock: hostClock,
    notify,
    signal,
    // A word without an argument that is no retriever is a slip of the pen, which opening it says.
    isModel: (spec: string) => spec.includes(':') && !isRetrieverSpec(spec),
    askedSections: askedSectionIds,
  }
  const opened = await openAudit(checked, host)
  const createdAt = new Date(hostClock.now()).toISOString()
  const report = await lookAtAudit(opened, { assay: version, createdAt }, host)
  const unasked = opened.models.map(({ spec, label }) => ({
    what: label ?? shownSpec(spec),
    why: 'it has to be asked, which the command `assay audit` does',
  }))
  return { ...report, notMeasured: [...report.notMeasured, ...unasked] }
}
