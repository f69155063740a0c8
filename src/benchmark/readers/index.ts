import { exchangeReaders } from '../../exchange/readers/index.js'
import type { BenchmarkReader } from '../reader.js'
import { apiBank } from './api-bank.js'
import { assayFolder, assayItems } from './assay-items.js'
import { bfcl } from './bfcl.js'
import { loggedItems } from './logged.js'
import { t1 } from './t1.js'
import { tau2 } from './tau2.js'
import { toolbenchFolder } from './toolbench-folder.js'
import { toolsenseMcq } from './toolsense-mcq.js'
import { toolsenseQa } from './toolsense-qa.js'
import { toolsenseRrb } from './toolsense-rrb.js'
import { trec } from './trec.js'

/** Formats of benchmarks, in the order in which they are asked whether an input is theirs. */
export const benchmarkReaders: readonly BenchmarkReader[] = [
  assayFolder,
  assayItems,
  toolsenseRrb,
  toolsenseMcq,
  toolsenseQa,
  bfcl,
  t1,
  apiBank,
  tau2,
  toolbenchFolder,
  trec,
  ...exchangeReaders.map(loggedItems),
]
