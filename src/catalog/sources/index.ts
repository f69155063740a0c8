import type { CatalogSource } from '../source.js'
import { anthropicSource } from './anthropic.js'
import { assaySource } from './assay.js'
import { bfclSource } from './bfcl.js'
import { geminiSource } from './gemini.js'
import { itemsSource } from './items.js'
import { mcpSource } from './mcp.js'
import { namesSource, toolgenSource } from './names.js'
import { openaiSource } from './openai.js'
import { openapiSource } from './openapi.js'
import { toolbenchSource } from './toolbench.js'
import { toolbenchCorpusSource } from './toolbench-corpus.js'
import { toolsenseSource } from './toolsense.js'

/** Formats that tools are read from, in the order in which they are asked whether an input is theirs. */
export const catalogSources: readonly CatalogSource[] = [
  assaySource,
  toolsenseSource,
  toolbenchSource,
  toolbenchCorpusSource,
  bfclSource,
  openapiSource,
  itemsSource,
  mcpSource,
  anthropicSource,
  geminiSource,
  openaiSource,
  toolgenSource,
  namesSource,
]
