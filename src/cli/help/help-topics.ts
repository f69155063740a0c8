/** Something that `assay help` explains: a page of the documentation, or one section of it. */
export interface HelpTopic {
  readonly id: string
  readonly title: string
  /** In docs/. */
  readonly page: string
  /** Heading of the section; the whole page where it is absent. */
  readonly section?: string
}

/** In the order in which `assay help` lists them. */
export const helpTopics: readonly HelpTopic[] = [
  { id: 'audit', title: 'what one audit does, and its config', page: 'audit.md' },
  { id: 'config', title: 'the config file, key by key', page: 'command-line.md', section: 'The config' },
  { id: 'catalogs', title: 'where tools are read from', page: 'catalogs.md' },
  { id: 'benchmarks', title: 'items, their formats and their gold', page: 'benchmarks.md' },
  { id: 'lint', title: 'what the lint finds in a catalog, and what to do', page: 'lint.md' },
  { id: 'calls', title: 'call items, and how calls are scored', page: 'calls.md' },
  { id: 'dialects', title: 'how models write tool calls', page: 'dialects.md' },
  { id: 'subjects', title: 'who can be examined, by spec', page: 'models.md' },
  { id: 'retrieval', title: 'retrievers and their scores', page: 'retrieval.md' },
  { id: 'runs', title: 'asking a subject, going on after a stop', page: 'runs.md' },
  { id: 'scores', title: 'intervals, tests, and when there is no number', page: 'statistics.md' },
  { id: 'many-machines', title: 'one run on many machines', page: 'many-machines.md' },
  { id: 'run-store', title: 'runs in S3 and in shared folders', page: 'run-store.md' },
  { id: 'library', title: 'Assay as a library', page: 'library.md' },
  { id: 'matchers', title: 'tool calls in tests of vitest', page: 'matchers.md' },
  { id: 'install', title: 'what is needed, and what is optional', page: 'install.md' },
  {
    id: 'exit-codes',
    title: 'what the exit code of a command says',
    page: 'command-line.md',
    section: 'Exit codes',
  },
  { id: 'environment', title: 'variables that Assay reads', page: 'command-line.md', section: 'Environment' },
  {
    id: 'completion',
    title: 'completing commands with the tab key',
    page: 'command-line.md',
    section: 'Completion',
  },
  { id: 'errors', title: 'all codes of errors', page: 'errors.md' },
  { id: 'glossary', title: 'the words of reports', page: 'glossary.md' },
]
