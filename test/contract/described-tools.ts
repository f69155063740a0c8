import { apiTools } from '../../src/catalog/openapi/api-tools.js'
import { describedApi } from '../../src/catalog/openapi/document.js'
import { NoticeBook } from '../../src/catalog/openapi/notices.js'
import { type OutsideDocuments, References } from '../../src/catalog/openapi/references.js'
import type { SourceNotice } from '../../src/catalog/source.js'
import { type Tool, toolToJson } from '../../src/catalog/tool.js'
import { type JsonValue, writeJson } from '../../src/text/json.js'
import { parsedJson } from '../generators/parsed-json.js'
import { memoryFiles } from './memory-files.js'

/** Any JSON data as the library holds it. */
export function jsonOf(data: unknown): JsonValue {
  return parsedJson(JSON.stringify(data))
}

/** A value of the library as plain data, for `toEqual`. */
export function dataOf(value: JsonValue): unknown {
  return JSON.parse(writeJson(value))
}

/** The tools of a description that a test writes as data, and what was told of it. */
export function describedTools(
  description: unknown,
  options: {
    readonly outside?: OutsideDocuments
    readonly prefix?: string
    readonly isLenient?: boolean
  } = {},
): {
  readonly tools: readonly Tool[]
  readonly data: readonly unknown[]
  readonly notices: readonly SourceNotice[]
} {
  const notices: SourceNotice[] = []
  const book = new NoticeBook({ emit: (notice) => notices.push(notice), address: 'api.json' })
  const tools = [
    ...apiTools(describedApi(jsonOf(description), 'api.json'), {
      references: new References({ outside: options.outside, paths: memoryFiles() }),
      notices: book,
      prefix: options.prefix,
      fallbackService: 'api',
      isLenient: options.isLenient ?? false,
    }),
  ]
  book.finish()
  return { tools, data: tools.map((tool) => dataOf(toolToJson(tool))), notices }
}
