import { AssayError, InputError } from '../../errors.js'
import { isJsonObject, type JsonValue } from '../../text/json.js'
import { peekJson } from '../../text/json-peek.js'
import { apiTools } from '../openapi/api-tools.js'
import { descriptionFiles, type FolderFile } from '../openapi/description-folder.js'
import { parseDescription } from '../openapi/description-text.js'
import { type ApiDescription, describedApi, versionOf } from '../openapi/document.js'
import { NoticeBook } from '../openapi/notices.js'
import { isWebAddress, shownAddress } from '../openapi/reference-address.js'
import { References } from '../openapi/references.js'
import { downloadDescription, RemoteDocuments, readDescriptionFile } from '../openapi/remote-documents.js'
import { folderPrefixes } from '../openapi/tool-names.js'
import { defineCatalogSource, type SourceContext, type SourceInput, type ToolRecord } from '../source.js'

/**
 * OpenAPI 3 and Swagger 2.0, JSON or YAML: a file, an address, or a folder of descriptions. One operation is one tool,
 * named by its `operationId`, else by method and path. In a folder every name gets a prefix made of the file's place
 * (see `folderPrefixes`), and a description that cannot be read is told of and passed over.
 */
export const openapiSource = defineCatalogSource({
  id: 'openapi',
  describes: 'OpenAPI 3 or Swagger 2.0, JSON or YAML: a file, an address, or a folder of descriptions',
  detect: ({ head, isFolder, sample }) => looksLikeDescription(isFolder ? (sample?.head ?? '') : head),
  read: (input, context) => (input.isFolder ? folderRecords(input, context) : fileRecords(input, context)),
})

/** Keys at the top of descriptions; one of them alone is not enough. */
const TOP_KEYS: ReadonlySet<string> = new Set([
  ...[
    'info',
    'paths',
    'components',
    'definitions',
    'basePath',
    'servers',
    'host',
    'schemes',
    'consumes',
    'produces',
  ],
  ...['tags', 'security', 'securityDefinitions', 'externalDocs', 'parameters', 'responses', 'webhooks'],
  'jsonSchemaDialect',
])

/** In a shorter head the whole file has been seen. A head has 64 KiB, which are fewer characters beyond ASCII. */
const MIN_CUT_LENGTH = 20_000

/**
 * The version stands at the top of a document, but not always at its beginning: keys in alphabetical order have all
 * schemas before `openapi`, beyond what is seen of a long file. Then keys that only descriptions have decide.
 */
function looksLikeDescription(head: string): boolean {
  const peek = peekJson(head)
  const value = peek === undefined ? yamlKeys(head) : peek.value
  if (versionOf(value).kind !== 'absent') return true
  if (!isJsonObject(value) || peek?.isWhole === true || head.length < MIN_CUT_LENGTH) return false
  const keys = Object.keys(value).filter((key) => !key.startsWith('x-'))
  const isTelling =
    keys.length > 2 || ['components', 'definitions', 'paths'].some((key) => keys.includes(key))
  return isTelling && keys.every((key) => TOP_KEYS.has(key))
}

/** The keys at the top of a YAML text, with their values where these stand on the line. */
function yamlKeys(head: string): JsonValue {
  const keys: { [key: string]: JsonValue } = Object.create(null) as { [key: string]: JsonValue }
  for (const [, key = '', value = ''] of head.matchAll(
    /^["']?([A-Za-z][\w-]*)["']?[ \t]*:(?:[ \t]+["']?([^"'\r\n#]*))?/gm,
  )) {
    keys[key] = value.trim()
  }
  return keys
}

async function* fileRecords({ path }: SourceInput, context: SourceContext): AsyncGenerator<ToolRecord> {
  const text = isWebAddress(path)
    ? await downloadDescription(path, context.http)
    : await readDescriptionFile(path, context.files)
  const description = describedApi(parseDescription(text, shownAddress(path)), path)
  const remote = new RemoteDocuments(context)
  yield* describedTools(description, { context, remote, prefix: undefined, isLenient: false })
}

async function* folderRecords({ path }: SourceInput, context: SourceContext): AsyncGenerator<ToolRecord> {
  const files = await descriptionFiles(path, context.files)
  const prefixes = folderPrefixes(files.map(({ inFolder }) => inFolder))
  const remote = new RemoteDocuments(context)
  const others: FolderFile[] = []
  let read = 0
  let tools = 0
  for (const file of files) {
    const before = tools
    try {
      const description = await openInFolder(file, context)
      if (description === undefined) {
        others.push(file)
        continue
      }
      const prefix = prefixes.get(file.inFolder)
      for await (const record of describedTools(description, { context, remote, prefix, isLenient: true })) {
        tools++
        yield record
      }
      if (++read % 250 === 0) context.notify(`read ${read} descriptions of ${path}: ${tools} tools`)
    } catch (error) {
      if (!(error instanceof AssayError)) throw error
      const what = `${tools > before ? 'The rest of a' : 'A'} description is left out. ${error.what}`
      context.notice({ code: error.code, what, where: error.where ?? file.path })
    }
    remote.forgetFiles()
  }
  if (others.length > 0) {
    const what = `${others.length} JSON or YAML files have neither the key "openapi" nor "swagger" and are passed over.`
    context.notice({ code: 'no-descriptions', what, where: `first ${others[0]?.path}` })
  }
  if (read === 0) {
    throw new InputError({
      code: 'no-descriptions',
      what: 'No description in the folder could be read.',
      where: path,
      fix: 'Name a folder that holds OpenAPI descriptions as .json, .yaml or .yml files.',
    })
  }
}

/** Undefined when the file is no description: folders also hold fragments, examples and settings. */
async function openInFolder(file: FolderFile, context: SourceContext): Promise<ApiDescription | undefined> {
  const root = parseDescription(await readDescriptionFile(file.path, context.files), file.path)
  return versionOf(root).kind === 'absent' ? undefined : describedApi(root, file.path)
}

async function* describedTools(
  description: ApiDescription,
  options: {
    readonly context: SourceContext
    readonly remote: RemoteDocuments
    readonly prefix: string | undefined
    readonly isLenient: boolean
  },
): AsyncGenerator<ToolRecord> {
  const { context, remote, prefix, isLenient } = options
  const { address } = description
  const outside = context.allowRemoteRefs ? await remote.drawnInBy(description) : undefined
  const notices = new NoticeBook({ emit: context.notice, address: shownAddress(address) })
  const references = new References({ outside, paths: context.files })
  const fallbackService = prefix ?? stemOf(shownAddress(address))
  for (const tool of apiTools(description, { references, notices, prefix, fallbackService, isLenient })) {
    yield { kind: 'definition', tool }
  }
  notices.finish()
}

/** The name of a file or of an address's last part, without its ending. */
function stemOf(address: string): string {
  const last = address.split(/[/\\]/).findLast((part) => part !== '') ?? address
  return last.replace(/\.[A-Za-z0-9]{1,5}$/, '')
}
