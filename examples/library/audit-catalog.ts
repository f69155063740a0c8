import { audit } from 'assay'

const report = await audit({
  catalog: ['examples/calls/tools.jsonl'],
  subjects: ['bm25', 'random'],
  resamples: 1000,
})

for (const { title, verdict, tables } of report.sections) {
  process.stdout.write(`${title}: ${verdict}, ${tables.length} tables\n`)
}
for (const { what, why } of report.notMeasured) process.stdout.write(`not measured: ${what}, for ${why}\n`)
