import { isSyntaxNode, parseSource, type SyntaxNode, visitSyntaxTreeNodes } from './syntax-tree.ts'

/** A table that a source file reads or writes. Writing counts as reading too. */
export interface TableUse {
  table: string
  writes: boolean
}

const READS = [
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'from',
  'using',
]
const WRITES = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
/** Methods that other objects have as well. A call with a name that is not a literal is ignored. */
const COMMON = ['from', 'using']

/** The replacement of `${…}` in SQL, which is not a table name. */
const FILLED = ' ¤ '

const WRITE = 'insert into|merge into|delete from|update'
const READ = 'from|join|using'
const NAME = '"?(\\w+)"?'
const ALIAS = `(?:\\s+(?:as\\s+)?(?!(?:${WRITE}|${READ})\\b)\\w+)?`
/** The name after a keyword, with its alias, and further names after commas: `from "order" o, trade t`. */
const NAMED = new RegExp(`\\b(${WRITE}|${READ})\\s+(?:only\\s+)?${NAME}(${ALIAS}(?:\\s*,\\s*"?\\w+"?${ALIAS})*)`, 'gi')
/** A name after a subquery or a function with an alias: `from (…) x, trade t`. */
const AFTER_SUBQUERY = new RegExp(`\\)\\s+(?!as\\b)\\w+\\s*,\\s*${NAME}\\s+(?!as\\b)\\w`, 'gi')
const WRITING = new RegExp(`^(?:${WRITE})`, 'i')

/** The names in a text of SQL at the positions of tables, including those of its own `with`. */
export function findTableNamesInSql(text: string): TableUse[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, keyword = '', table = '', rest = '']) => [
    { table, writes: WRITING.test(keyword) },
    ...[...rest.matchAll(new RegExp(`,\\s*${NAME}`, 'g'))].map(([, other = '']) => ({ table: other, writes: false })),
  ])
  return [...named, ...[...text.matchAll(AFTER_SUBQUERY)].map(([, table = '']) => ({ table, writes: false }))]
}

const BEGINS_AS_SQL = /^\s*(?:select|insert into|update|delete from|with|merge into|exists|from|join)\b/i

function textOf(node: SyntaxNode): string {
  if (node.type === 'StringLiteral') return String(node.value)
  return (node.quasis as { cooked?: string }[]).map(({ cooked }) => cooked ?? '').join(FILLED)
}

/** The names in the first argument of a call of the query builder; undefined if they are only known at run time. */
function namesIn(argument: unknown): string[] | undefined {
  if (!isSyntaxNode(argument)) return []
  if (argument.type === 'StringLiteral') return [String(argument.value).split(/\s+as\s+/)[0] ?? '']
  if (argument.type === 'ArrayExpression') {
    const names = (argument.elements as { expression: unknown }[]).map(({ expression }) => namesIn(expression))
    return names.every((found) => found !== undefined) ? names.flat() : undefined
  }
  // A subquery: its own calls are found separately.
  return argument.type === 'ArrowFunctionExpression' || argument.type === 'CallExpression' || argument.type === 'TaggedTemplateExpression'
    ? []
    : undefined
}

const methodOf = (node: SyntaxNode): string | undefined => {
  const { callee } = node
  if (node.type !== 'CallExpression' || !isSyntaxNode(callee) || callee.type !== 'MemberExpression' || !isSyntaxNode(callee.property))
    return undefined
  return callee.property.type === 'Identifier' ? String(callee.property.value) : undefined
}

/** The tables of a call of the query builder; 'unnamed': a table that is only known at run time. */
function usesOfCall(node: SyntaxNode): TableUse[] | 'unnamed' {
  const method = methodOf(node)
  if (method === undefined) return []
  const [first] = node.arguments as { expression: unknown }[]
  if (method === 'table' && isSyntaxNode(node.callee) && isSyntaxNode(node.callee.object) && node.callee.object.value === 'sql')
    return 'unnamed'
  const writes = WRITES.includes(method)
  if (!writes && !READS.includes(method)) return []
  const names = namesIn(first?.expression)
  if (names) return names.map((table) => ({ table, writes }))
  return COMMON.includes(method) ? [] : 'unnamed'
}

/** Returns a text that is SQL: a template with the tag `sql`, or a text that begins like a statement. */
function usesOfText(node: SyntaxNode): TableUse[] {
  if (node.type === 'TaggedTemplateExpression' && isSyntaxNode(node.tag) && isSyntaxNode(node.template))
    return node.tag.type === 'Identifier' && node.tag.value === 'sql' ? findTableNamesInSql(textOf(node.template)) : []
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return []
  const text = textOf(node)
  return BEGINS_AS_SQL.test(text) ? findTableNamesInSql(text) : []
}

/**
 * Returns all tables of a source file, from calls of the query builder and from SQL, and whether it uses one that is only known at run
 * time.
 */
export function findTableUses(file: string, source: string, tables: ReadonlySet<string>): { uses: TableUse[]; unnamed: boolean } {
  const uses: TableUse[] = []
  let unnamed = false
  visitSyntaxTreeNodes(parseSource(file, source), (node) => {
    if (node.type === 'ImportDeclaration') return false
    const called = usesOfCall(node)
    if (called === 'unnamed') unnamed = true
    else uses.push(...called)
    uses.push(...usesOfText(node))
    return true
  })
  return { uses: uses.filter(({ table }) => tables.has(table)), unnamed }
}
