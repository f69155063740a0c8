import { score } from 'assay'

const { scores, items } = await score({
  items: 'examples/calls/items.jsonl',
  outputs: 'examples/calls/caller.jsonl',
  catalog: 'examples/calls/tools.jsonl',
  dialect: 'hermes',
})

for (const metric of ['call-exact', 'exact', 'keyword-released']) {
  const one = scores.find((candidate) => candidate.metric === metric && candidate.group === undefined)
  if (one?.kind === 'scored') process.stdout.write(`${metric} ${one.value.toFixed(3)} of ${one.n}\n`)
}
const wrong = items.filter(({ exact }) => !exact).map(({ id, outcome }) => `${id} (${outcome})`)
process.stdout.write(`not exact: ${wrong.join(', ')}\n`)
