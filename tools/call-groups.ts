import { readFileSync } from 'node:fs'
import { isSyntaxNode, parseSource, visitSyntaxTreeNodes } from './syntax-tree.ts'

/** A group of calls: the file of the contract that declares it, and the files of the server that answer it. */
export interface CallGroup {
  name: string
  contract: string
  handlers: readonly string[]
}

const CONTRACTS = ['contract/storefront-api.ts', 'contract/console-api.ts']
const HANDLERS = ['server/storefront-handlers.ts', 'server/console-handlers.ts', 'server/console-finance-handlers.ts']

/** The file that each imported name comes from, by the name: '#contract/orders/cart/api.ts' is contract/orders/cart/api.ts. */
function readImports(tree: readonly unknown[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const statement of tree) {
    if (!isSyntaxNode(statement) || statement.type !== 'ImportDeclaration' || !isSyntaxNode(statement.source)) continue
    const file = String(statement.source.value).replace(/^#/, '')
    for (const { local } of statement.specifiers as { local: { value: string } }[]) files.set(local.value, file)
  }
  return files
}

/** The imported files whose names with a given ending a property of an object literal uses, by the property. */
function readFilesByProperty(file: string, ending: string): Map<string, string[]> {
  const tree = parseSource(file, readFileSync(file, 'utf8'))
  const imports = readImports(tree)
  const files = new Map<string, string[]>()
  visitSyntaxTreeNodes(tree, ({ type, key, value }) => {
    if (type !== 'KeyValueProperty' || !isSyntaxNode(key)) return
    const used = new Set<string>()
    visitSyntaxTreeNodes(value, (node) => {
      const from = node.type === 'Identifier' && String(node.value).endsWith(ending) ? imports.get(String(node.value)) : undefined
      if (from !== undefined) used.add(from)
    })
    if (used.size > 0) files.set(String(key.value), [...used])
  })
  return files
}

/** All groups of calls in the order of the contract. Reads the sources. */
export function readCallGroups(): CallGroup[] {
  const answered = new Map(HANDLERS.flatMap((file) => [...readFilesByProperty(file, 'Handlers')]))
  return CONTRACTS.flatMap((file) => [...readFilesByProperty(file, 'Endpoints')]).map(([name, [contract = '']]) => ({
    name,
    contract,
    handlers: answered.get(name) ?? [],
  }))
}
