import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

/** One place that throws, as far as it can be read without running it. */
export interface ErrorSite {
  /** `…` stands for what is only known when it is thrown. */
  readonly code: string
  readonly kind: ErrorKind
  readonly what: string
  readonly fix: string | undefined
  /** Folder of src/ or packs/. */
  readonly area: string
}

const KINDS = {
  InputError: 2,
  SubjectError: 3,
  SubjectFailure: 3,
  McpFailure: 3,
  StoreError: 3,
  BugError: 70,
} as const
export type ErrorKind = keyof typeof KINDS

/** Exit code of a command that such an error ends. */
export function exitCodeOf(kind: ErrorKind): number {
  return KINDS[kind]
}

/** Every error that the sources construct with a code, in the order of files. */
export function errorSites(folders: readonly string[]): readonly ErrorSite[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => ({
        file: parsed(join(folder, name)),
        area: name.includes('/') ? (name.split('/')[0] ?? name) : folder,
      })),
  )
  const importers = importersIn(sources.map(({ file }) => file))
  return sources.flatMap(({ file, area }) => sitesIn(file, area, importers))
}

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true)
}

/** The files that import a name, by where it is defined and by itself. */
type Importers = ReadonlyMap<string, readonly ts.SourceFile[]>

function importersIn(files: readonly ts.SourceFile[]): Importers {
  const importers = new Map<string, ts.SourceFile[]>()
  for (const file of files) {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
      const path = resolve(dirname(file.fileName), statement.moduleSpecifier.text.replace(/[.]js$/, '.ts'))
      const names = statement.importClause?.namedBindings
      if (names === undefined || !ts.isNamedImports(names)) continue
      for (const { name } of names.elements) {
        const key = `${path} ${name.text}`
        importers.set(key, [...(importers.get(key) ?? []), file])
      }
    }
  }
  return importers
}

function sitesIn(file: ts.SourceFile, area: string, importers: Importers): readonly ErrorSite[] {
  const sites: ErrorSite[] = []
  const textsOf = (node: ts.Expression | undefined): readonly string[] => textsIn(node, importers)
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return
    const kind = node.expression.text
    const [fault] = node.arguments ?? []
    if (!(kind in KINDS) || fault === undefined || !ts.isObjectLiteralExpression(fault)) return
    const code = memberOf(fault, 'code')
    if (code === undefined) return
    const what = textsOf(memberOf(fault, 'what'))
    const fix = textsOf(memberOf(fault, 'fix'))
    for (const one of textsOf(code)) {
      sites.push({
        code: one,
        kind: kind as ErrorKind,
        what: what.join(' / '),
        fix: fix.length === 0 ? undefined : fix.join(' / '),
        area,
      })
    }
  }
  visit(file)
  return sites
}

/** The value of a member, also where it is written short. */
function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name === undefined || !ts.isIdentifier(property.name) || property.name.text !== name)
      continue
    if (ts.isPropertyAssignment(property)) return property.initializer
    if (ts.isShorthandPropertyAssignment(property)) return property.name
  }
  return undefined
}

/** The texts that an expression may be, `…` for what it depends on. */
function textsIn(node: ts.Expression | undefined, importers: Importers, depth = 0): readonly string[] {
  if (node === undefined || depth > 4) return node === undefined ? [] : ['…']
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [`${node.head.text}${node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')}`]
  }
  if (ts.isConditionalExpression(node)) {
    return [
      ...new Set([...textsIn(node.whenTrue, importers, depth), ...textsIn(node.whenFalse, importers, depth)]),
    ]
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return textsIn(node.expression, importers, depth)
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return ['…']
    const [left = '…'] = textsIn(node.left, importers, depth)
    const [right = '…'] = textsIn(node.right, importers, depth)
    return [`${left}${right}`]
  }
  if (!ts.isIdentifier(node)) return ['…']
  return namedTexts(node, importers, depth)
}

/** The texts of a name: a constant of the file, or what calls of the function hand over for a parameter. */
function namedTexts(name: ts.Identifier, importers: Importers, depth: number): readonly string[] {
  if (name.text === 'undefined') return []
  const file = name.getSourceFile()
  const found: string[] = []
  for (let scope: ts.Node = name; scope !== file; scope = scope.parent) {
    if (!ts.isFunctionLike(scope)) continue
    const place = scope.parameters.findIndex((parameter) => holdsName(parameter.name, name.text))
    if (place === -1) continue
    const parameter = scope.parameters[place]
    const owner = scope.name !== undefined && ts.isIdentifier(scope.name) ? scope.name.text : undefined
    if (parameter === undefined || owner === undefined) return ['…']
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit)
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== owner)
        return
      const given = node.arguments[place] ?? parameter.initializer
      if (given === undefined) return
      if (ts.isIdentifier(parameter.name)) found.push(...textsIn(given, importers, depth + 1))
      else if (ts.isObjectLiteralExpression(given))
        found.push(...textsIn(memberOf(given, name.text), importers, depth + 1))
    }
    for (const one of [file, ...(importers.get(`${resolve(file.fileName)} ${owner}`) ?? [])]) visit(one)
    return found.length === 0 ? ['…'] : [...new Set(found)]
  }
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name.text) {
      found.push(...textsIn(node.initializer, importers, depth + 1))
    }
  }
  visit(file)
  return found.length === 0 ? ['…'] : [...new Set(found)]
}

function holdsName(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name
  return binding.elements.some((element) => !ts.isOmittedExpression(element) && holdsName(element.name, name))
}
