import { defineSubjectKind } from '../subject/kind.js'

/** A model that is shown tools and names those that fit: the retrieval items of a run are asked of it in conversation. */
export const llmSelectKind = defineSubjectKind({
  id: 'llm-select',
  usage: 'llm-select:<subject>, e.g. llm-select:openai:gpt-4o-mini',
  describes: 'retrieval by a model that is shown the catalog or a shortlist',
  async open(argument, { open }) {
    const inner = await open(argument)
    return {
      spec: `llm-select:${inner.spec}`,
      label: inner.label,
      facts: inner.facts,
      answers: inner.answers,
      endpoint: inner.endpoint,
      maxConcurrency: inner.maxConcurrency,
      ...(inner.price === undefined ? {} : { price: inner.price }),
      ...(inner.prompts === undefined ? {} : { prompts: inner.prompts }),
      ...(inner.findings === undefined ? {} : { findings: inner.findings }),
      ask: (request, context) => inner.ask(request, context),
      close: async () => inner.close?.(),
    }
  },
})
