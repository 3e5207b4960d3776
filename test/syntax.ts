import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/* Sources as a tree of syntax, read by the parser that Vite builds the app with: comments and texts do not fool it. */

export type SyntaxNode = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every node of a source with the one around it, outer ones first. Throws where the source cannot be read. */
export function nodesOf(file: string, source: string): readonly { node: SyntaxNode; parent: SyntaxNode | undefined }[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new UnreadSource(file, errors[0]!.message)
  const found: { node: SyntaxNode; parent: SyntaxNode | undefined }[] = []
  const visit = (value: unknown, parent: SyntaxNode | undefined) => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent)
    if (!isNode(value)) return
    found.push({ node: value, parent })
    for (const member of Object.values(value)) visit(member, value)
  }
  visit(program, undefined)
  return found
}

export type SourceImport = {
  readonly specifier: string
  /** Gone after compiling: only types are named. */
  readonly isType: boolean
}

/**
 * All references of a source to other files: imports, re-exports, `import()` of modules and of types, globs and URLs.
 */
export function importsOf(file: string, source: string, nodes = nodesOf(file, source)): readonly SourceImport[] {
  return nodes.flatMap(({ node }): readonly SourceImport[] => {
    switch (node.type) {
      case 'ImportDeclaration':
        return named(node.source, node.importKind === 'type')
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return named(node.source, node.exportKind === 'type')
      case 'ImportExpression':
        return named(node.source, false)
      case 'TSImportType':
        return named(node.source ?? node.argument, true)
      case 'TSExternalModuleReference':
        return named(node.expression, false)
      case 'CallExpression':
        return /^(import\.meta\.glob|require(\.resolve)?|createRequire\(.*\)(\.resolve)?)$/s.test(
          textOf(node.callee, source),
        )
          ? argumentsOf(node).flatMap((each) => named(each, false))
          : []
      case 'NewExpression':
        return textOf(node.callee, source) === 'URL' && textOf(argumentsOf(node)[1], source) === 'import.meta.url'
          ? named(argumentsOf(node)[0], false)
          : []
      default:
        return []
    }
  })

  /** A specifier that is computed cannot be judged, so it is named as it is written. */
  function named(written: unknown, isType: boolean): readonly SourceImport[] {
    if (written === null || written === undefined) return []
    const items = isNode(written) && written.type === 'ArrayExpression' ? (written.elements as unknown[]) : [written]
    return items.map((item) => ({ specifier: literalOf(item) ?? `computed: ${textOf(item, source)}`, isType }))
  }
}

/** The exported names that a source defines. Re-exports are defined elsewhere; a default has no name. */
export function definitionsOf(file: string, source: string): readonly string[] {
  const outermost = nodesOf(file, source).filter(({ parent }) => parent?.type === 'Program')
  const imported = new Set(
    outermost.flatMap(({ node }) =>
      node.type === 'ImportDeclaration' ? (node.specifiers as SyntaxNode[]).map(({ local }) => nameOf(local)) : [],
    ),
  )
  const names = outermost.flatMap(({ node }): readonly (string | undefined)[] => {
    if (node.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers, source: from } = node
    if (isNode(declaration) && declaration.type === 'VariableDeclaration')
      return (declaration.declarations as SyntaxNode[]).flatMap(({ id }) => boundNames(id))
    if (isNode(declaration)) return [nameOf(declaration.id)]
    if (isNode(from)) return []
    return (specifiers as SyntaxNode[])
      .filter(({ local }) => !imported.has(nameOf(local)))
      .map(({ exported }) => nameOf(exported))
  })
  return [...new Set(names)].flatMap((name) => (name === undefined || name === 'default' ? [] : [name]))
}

/** The files below a folder whose names have one of these endings, by their paths from the root. */
export function filesBelow(folder: string, endings: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => endings.test(file))
    .sort()
}

export function textIn(file: string): string {
  return readFileSync(file, 'utf8')
}

/** The names that a declaration binds, also by taking a value apart. */
function boundNames(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'ObjectPattern':
      return (pattern.properties as SyntaxNode[]).flatMap(({ value, argument }) => boundNames(value ?? argument))
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    default:
      return []
  }
}

function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'TSLiteralType') return literalOf(node.literal)
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return typeof node.name === 'string' ? node.name : literalOf(node)
}

function argumentsOf(node: SyntaxNode): readonly unknown[] {
  return node.arguments as readonly unknown[]
}

function textOf(node: unknown, source: string): string {
  return isNode(node) ? source.slice(node.start, node.end) : ''
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

class UnreadSource extends Error {
  override readonly name = 'UnreadSource'

  constructor(file: string, why: string) {
    super(`${file} cannot be read: ${why}`)
  }
}
