import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isSyntaxNode, parseSource, type SyntaxNode } from './syntax-tree.ts'

const nodesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Stands for a value in a text. */
const VALUE = '{…}'
const CHINESE = /\p{Script=Han}/u

/** Properties of calls that only documents show. Their summaries are shown at the login: 登录后会继续：… */
const NOT_SHOWN = ['memberLimit', 'describe']

const textOfTemplate = ({ quasis }: SyntaxNode): string =>
  nodesOf(quasis)
    .map((part) => String((part as SyntaxNode).cooked ?? ''))
    .join(VALUE)

/** Line breaks in JSX are no text, and blanks around them neither. */
const textOfJsxText = ({ value }: SyntaxNode): string => String(value).replace(/\s*\n\s*/g, '')

/** The text of an element as it is read, with the elements inside it; a value stands as {…}. */
function textOfJsx({ children }: SyntaxNode): string {
  return nodesOf(children)
    .map((child) => {
      const node = child as SyntaxNode
      if (node.type === 'JSXText') return textOfJsxText(node)
      if (node.type === 'JSXElement' || node.type === 'JSXFragment') return textOfJsx(node)
      const { expression } = node as { expression?: SyntaxNode }
      if (expression?.type === 'StringLiteral') return String(expression.value)
      if (expression?.type === 'TemplateLiteral') return textOfTemplate(expression)
      return expression?.type === 'JSXEmptyExpression' ? '' : VALUE
    })
    .join('')
}

const isElement = ({ type }: SyntaxNode): boolean => type === 'JSXElement' || type === 'JSXFragment'
const hasOwnText = ({ children }: SyntaxNode): boolean =>
  nodesOf(children).some((child) => (child as SyntaxNode).type === 'JSXText' && CHINESE.test(String((child as SyntaxNode).value)))

/**
 * Returns the Chinese texts of a source file in their order, each once: of JSX with what stands between, of attributes, of literals and
 * templates. Comments are none.
 */
export function findChineseTexts(file: string, source: string): string[] {
  const found = new Set<string>()
  const add = (text: string): void => {
    if (CHINESE.test(text)) found.add(text.trim())
  }
  const visit = (value: unknown, inText = false): void => {
    if (Array.isArray(value)) for (const part of value) visit(part, inText)
    else if (isSyntaxNode(value)) visitNode(value, inText)
  }
  /** `inText`: the text of an element around it has been added. */
  const visitNode = (node: SyntaxNode, inText: boolean): void => {
    if (node.type === 'KeyValueProperty' && NOT_SHOWN.includes(String((node.key as SyntaxNode).value))) return
    if (node.type === 'StringLiteral') add(String(node.value))
    if (node.type === 'TemplateLiteral') add(textOfTemplate(node))
    if (node.type === 'JSXText' && !inText) add(textOfJsxText(node))
    const isText = isElement(node) && (inText || hasOwnText(node))
    if (isText && !inText) add(textOfJsx(node))
    for (const [key, part] of Object.entries(node)) visit(part, key === 'children' ? isText : isElement(node) ? false : inText)
  }
  visit(parseSource(file, source))
  return [...found]
}

/** Returns what a source file imports, also later, as paths from the root. */
export function findImportedPaths(file: string, source: string): string[] {
  const found = [...source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, to = '']) => to)
  return found.map((to) => (to.startsWith('#') ? to.slice(1) : path.join(path.dirname(file), to)))
}

/** Returns the files that these files import, directly or over others, and they themselves. */
export function listFilesWithAllImports(root: string, files: readonly string[]): string[] {
  const reached = new Set(files)
  for (const file of reached) {
    const isSource = /\.tsx?$/.test(file)
    for (const to of isSource ? findImportedPaths(file, readFileSync(path.join(root, file), 'utf8')) : []) reached.add(to)
  }
  return [...reached].filter((file) => /\.tsx?$/.test(file))
}
