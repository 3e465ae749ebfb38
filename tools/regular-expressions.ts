import { isSyntaxNode, parseSource, type SyntaxNode, visitSyntaxTreeNodes } from './syntax-tree.ts'

/** A regular expression in a source file. */
export interface RegularExpressionSource {
  file: string
  pattern: string
  flags: string
}

/** The replacement of `${…}` in an expression that is built at run time. So its own parts are checked, but not the inserted text. */
const FILLED = 'x'

/** The text of a literal or a template; undefined if it is only known at run time. */
function textOf(node: unknown): string | undefined {
  if (!isSyntaxNode(node)) return undefined
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi: { cooked?: string }) => quasi.cooked ?? '').join(FILLED)
}

/** The expression of `RegExp(…)` or `new RegExp(…)`; undefined if its pattern is only known at run time. */
function madeBy(node: SyntaxNode): { pattern: string; flags: string } | undefined {
  const [pattern, flags] = (Array.isArray(node.arguments) ? node.arguments : []).map(
    (argument: { expression: unknown }) => argument.expression,
  )
  const text = textOf(pattern)
  const flagText = flags === undefined ? '' : textOf(flags)
  return text === undefined || flagText === undefined ? undefined : { pattern: text, flags: flagText }
}

/** All regular expressions of a source file. Throws if one is built at run time from something other than a literal or a template. */
export function findRegularExpressions(file: string, source: string): RegularExpressionSource[] {
  const found: RegularExpressionSource[] = []
  visitSyntaxTreeNodes(parseSource(file, source), (node) => {
    if (node.type === 'RegExpLiteral') found.push({ file, pattern: String(node.pattern), flags: String(node.flags) })
    const makes = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (makes && isSyntaxNode(node.callee) && node.callee.type === 'Identifier' && node.callee.value === 'RegExp') {
      const made = madeBy(node)
      if (!made) throw new Error(`${file}: an expression that nobody can check: write it as a literal or a template`)
      found.push({ file, ...made })
    }
  })
  return found
}

const UNBOUNDED = /[*+{]/
const OPTIONAL_MAX = 6

/**
 * Returns whether an expression has no repetitions and few optional parts. Then it reads a limited number of characters from each position,
 * so there is nothing to check. An escaped character or one in a class may count as a repetition by mistake; the expression is then
 * checked.
 */
export function isRegularExpressionWithoutRepetition({ pattern }: RegularExpressionSource): boolean {
  const bare = pattern.replaceAll(/\\./g, '')
  return !UNBOUNDED.test(bare) && bare.split('?').length - 1 <= OPTIONAL_MAX
}
