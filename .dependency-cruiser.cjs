/**
 * Folders of src/ in the order in which data flows. A folder imports only from those before it; names on one line
 * stand side by side and do not import each other. `sections` and what precedes it get files, network and clocks as
 * arguments; only the last three reach outside.
 */
const order = [
  ['errors.ts'],
  ['ports.ts'],
  ['numeric'],
  ['text'],
  ['stats'],
  ['checkpoint'],
  ['catalog'],
  ['toolcall', 'retrieval'],
  ['corpus'],
  ['exchange'],
  ['benchmark'],
  ['subject'],
  ['parametric', 'probe', 'agent'],
  ['run'],
  ['score'],
  ['validity'],
  ['experiment', 'annotation', 'ladder'],
  ['calibrate', 'gate', 'matchers'],
  ['report', 'export'],
  ['sections'],
  ['adapters'],
  ['worker'],
  ['cli'],
]

const pathOf = (name) => (name.endsWith('.ts') ? `^src/${name.replace('.', '[.]')}$` : `^src/${name}/`)

const direction = order.flatMap((names, rank) =>
  names.map((name) => ({
    name: `direction-${name.replace('.ts', '')}`,
    comment: `${name} imports only from folders before it (see the list in .dependency-cruiser.cjs).`,
    severity: 'error',
    from: { path: pathOf(name), pathNot: '[.]test[.]ts$' },
    to: {
      path: [...order.slice(rank + 1).flat(), ...names.filter((other) => other !== name), 'index.ts'].map(
        pathOf,
      ),
    },
  })),
)

/** The only folders that may touch the host. */
const outside = '^src/(adapters|worker|cli)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...direction,
    {
      name: 'packs-hold-data-and-rules',
      comment:
        'A pack imports what describes packs and what stands before it; it knows neither runs nor scorers.',
      severity: 'error',
      from: { path: '^packs/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: ['^src/', '^packs/'],
        pathNot: [
          ...order
            .slice(
              0,
              order.findIndex((names) => names.includes('agent')),
            )
            .flat()
            .map(pathOf),
          '^src/agent/',
          '^packs/$1/',
        ],
      },
    },
    {
      name: 'packs-stay-outside',
      comment: 'The engine knows no pack; the command line and the public names list them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(cli/|index[.]ts$)', '[.]test[.]ts$'] },
      to: { path: '^packs/' },
    },
    {
      name: 'page-knows-types-alone',
      comment: 'The page is drawn from the document: of the library it knows types, never code.',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: '^(src|packs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-knows-the-page',
      comment: 'The library puts a report into the built template and imports nothing of it.',
      severity: 'error',
      from: { path: '^(src|packs|bench)/' },
      to: { path: '^ui/' },
    },
    {
      name: 'no-loops',
      comment: 'Two files that import each other cannot be understood apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-facade',
      comment: 'Import the file that defines the thing; index.ts is for users.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/index[.]ts$' },
    },
    {
      name: 'effects-at-the-door',
      comment: 'node: modules are reached in adapters/, worker/ and cli/ alone.',
      severity: 'error',
      from: { path: '^(src|packs)/', pathNot: [outside, '[.]test[.]ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'known-folders',
      comment: 'A new folder takes its place in the order first.',
      severity: 'error',
      from: {},
      to: {
        path: '^src/',
        pathNot: [...order.flat().map(pathOf), '^src/index[.]ts$'],
      },
    },
    {
      name: 'no-dev-dependencies',
      comment:
        'What ships may not need what does not; the ranks of count-tokens and the charts are bundled at build.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '[.]test[.]ts$',
          '^src/text/count-tokens[.]ts$',
          '^src/report/figures/',
          // A part of its own, which only users of vitest import.
          '^src/matchers/vitest[.]ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'no-test-code',
      comment: 'Tests are not part of the library.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '(^test/|[.]test[.]ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
    exclude: { path: '^(dist|coverage)/' },
  },
}
