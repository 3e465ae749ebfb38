import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const LETTERS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((letter, value) => [letter.charCodeAt(0), value]),
)
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)]
/** How many positions are remembered. Each new one costs a reading of the map, some 20 ms. */
const POSITIONS_MAX = 2_000

interface SourceMapFile {
  sources: string[]
  mappings: string
}

/**
 * Finds the source of a position, both counted from 1. A source map lists differences, so it is read from its start; nothing of it is kept,
 * because as objects it would take 60 MB. Undefined: the code at this position is of no source.
 */
export function findSourcePosition({ sources, mappings }: SourceMapFile, line: number, column: number): string | undefined {
  let [at, generatedLine, generatedColumn, source, sourceLine, sourceColumn] = [0, 1, 0, 0, 0, 0]
  let found: string | undefined
  const fields = [0, 0, 0, 0, 0]
  while (at < mappings.length && generatedLine <= line) {
    const code = mappings.charCodeAt(at)
    if (code === SEMICOLON || code === COMMA) {
      if (code === SEMICOLON) [generatedLine, generatedColumn] = [generatedLine + 1, 0]
      at++
      continue
    }
    let count = 0
    while (at < mappings.length && mappings.charCodeAt(at) !== COMMA && mappings.charCodeAt(at) !== SEMICOLON) {
      let [value, shift, digit] = [0, 0, 32]
      while (digit & 32) {
        digit = LETTERS.get(mappings.charCodeAt(at++)) ?? 0
        value += (digit & 31) << shift
        shift += 5
      }
      fields[count++] = value & 1 ? -(value >> 1) : value >> 1
    }
    generatedColumn += fields[0] ?? 0
    if (count < 4) continue
    source += fields[1] ?? 0
    sourceLine += fields[2] ?? 0
    sourceColumn += fields[3] ?? 0
    if (generatedLine === line && (found === undefined || generatedColumn < column))
      found = `${sources[source]}:${sourceLine + 1}:${sourceColumn + 1}`
  }
  return found
}

/** Makes the stacks of errors name the sources of built files in `folder`, by the map beside each file. It costs nothing until a stack is read. */
export function nameSourcesInStacks(folder: string): void {
  const base = `${pathToFileURL(folder).href}/`
  const known = new Map<string, string>()
  const translate = (name: string, line: number, column: number): string | undefined => {
    const map = path.join(folder, `${name}.map`)
    if (!existsSync(map)) return undefined
    const source = findSourcePosition(JSON.parse(readFileSync(map, 'utf8')) as SourceMapFile, line, column)
    return source === undefined ? undefined : path.resolve(folder, source)
  }
  const describe = (call: NodeJS.CallSite): string => {
    const [file, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()]
    if (!file?.startsWith(base) || line === null || column === null) return String(call)
    const position = `${file}:${line}:${column}`
    const source = known.get(position) ?? translate(file.slice(base.length), line, column) ?? position
    if (known.size < POSITIONS_MAX) known.set(position, source)
    return String(call).replace(position, () => source)
  }
  Error.prepareStackTrace = (error, calls) => [String(error), ...calls.map((call) => `    at ${describe(call)}`)].join('\n')
}
