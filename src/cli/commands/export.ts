import type { CliCommand } from '../command.js'
import { addExportDataset } from './export-dataset.js'
import { addExportInspect } from './export-inspect.js'
import { addExportParquet } from './export-parquet.js'
import { addExportTraining } from './export-training.js'
import { addExportTrec } from './export-trec.js'

/** `assay export`: what Assay holds, in the formats of others. */
export const exportCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('export')
      .summary('write training data and other formats')
      .description('Writes what Assay holds in the formats that other programs read.')
      .addHelpText('after', EXAMPLES)
    addExportTraining(command, context)
    addExportParquet(command, context)
    addExportInspect(command, context)
    addExportTrec(command, context)
    addExportDataset(command, context)
  },
}

const EXAMPLES = `
Examples:
  assay export training --catalog catalog.jsonl --recipe tg-3fm --stage 1 -o training/stage-1
  assay export training --catalog catalog.jsonl --recipe tg-3fm --stage 2 --queries queries.jsonl --test rrb.jsonl -o training/stage-2
  assay export training --recipe repair --corpus train.jsonl --ladder runs/mine -o training/repair
  assay export parquet runs/first -o samples.parquet
  assay export inspect runs/first -o logs/first.json
  assay export trec runs/first -o first.trec
  assay export dataset runs/first -o datasets/first`
