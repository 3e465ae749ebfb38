import { type ParserConfig, parseSync } from '@swc/core'

/** A node of a parsed source. Its fields depend on `type`. */
export type SyntaxNode = Readonly<Record<string, unknown>>
export const isSyntaxNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null

/** Parses a TypeScript source and returns its statements. JSX is only parsed in a .tsx file. Throws at a syntax error. */
export function parseSource(file: string, source: string): readonly unknown[] {
  const syntax: ParserConfig = { syntax: 'typescript', tsx: file.endsWith('.tsx') }
  return parseSync(source, { ...syntax, target: 'esnext' }).body
}

/** Calls `visit` with every node of a tree, the outer ones first. If it returns false, what is inside the node is left out. */
export function visitSyntaxTreeNodes(tree: unknown, visit: (node: SyntaxNode) => unknown): void {
  if (!isSyntaxNode(tree) || visit(tree) === false) return
  for (const part of Object.values(tree)) visitSyntaxTreeNodes(part, visit)
}
