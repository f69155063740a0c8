import type { Dialect } from '../dialect.js'
import { anthropic } from './anthropic.js'
import { bareJson } from './bare-json.js'
import { commandA } from './command-a.js'
import { commandR } from './command-r.js'
import { deepseekV3 } from './deepseek-v3.js'
import { deepseekV31 } from './deepseek-v31.js'
import { functionary } from './functionary.js'
import { functiongemma } from './functiongemma.js'
import { gemini } from './gemini.js'
import { glm } from './glm.js'
import { granite } from './granite.js'
import { harmony } from './harmony.js'
import { hermes } from './hermes.js'
import { jamba } from './jamba.js'
import { kimi } from './kimi.js'
import { lfm } from './lfm.js'
import { llamaFunctionTag } from './llama-function-tag.js'
import { llamaJson } from './llama-json.js'
import { llamaPythonTag } from './llama-python-tag.js'
import { mistralV3 } from './mistral-v3.js'
import { mistralV11 } from './mistral-v11.js'
import { nemotron } from './nemotron.js'
import { openai } from './openai.js'
import { openaiResponses } from './openai-responses.js'
import { phi } from './phi.js'
import { pythonic } from './pythonic.js'
import { qwenXml } from './qwen-xml.js'
import { vectrayx } from './vectrayx.js'

/** Every dialect that Assay knows, texts of models first. Where a foreign call fits several, the first is named. */
export const dialects: readonly Dialect[] = [
  hermes,
  qwenXml,
  glm,
  llamaJson,
  llamaFunctionTag,
  llamaPythonTag,
  pythonic,
  mistralV3,
  mistralV11,
  deepseekV3,
  deepseekV31,
  functiongemma,
  granite,
  phi,
  commandR,
  commandA,
  kimi,
  harmony,
  functionary,
  lfm,
  nemotron,
  jamba,
  vectrayx,
  bareJson,
  openai,
  openaiResponses,
  anthropic,
  gemini,
]
