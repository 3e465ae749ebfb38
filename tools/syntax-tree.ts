import { type ParserConfig, parseSync } from '@swc/core'

/** A node of a parsed source. Its fields depend on `type`. */
export type SyntaxNode = Readonly<Record<string, unknown>>
export const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null

/** Parses a TypeScript source and returns its statements. JSX is only parsed in a .tsx file. Throws at a syntax error. */
export function parseSource(file: string, source: string): readonly unknown[] {
  const syntax: ParserConfig = { syntax: 'typescript', tsx: file.endsWith('.tsx') }
  return parseSync(source, { ...syntax, target: 'esnext' }).body
}
