import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The value of each letter in a source map, by its code. */
const LETTERS = new Uint8Array(128)
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  LETTERS[letter.charCodeAt(0)] = value
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)]
/** How many positions are remembered. */
const POSITIONS_MAX = 2_000

interface SourceMapFile {
  sources: string[]
  mappings: string
}

/** A place in a built file, counted from 1. */
export interface BuiltPosition {
  line: number
  column: number
}

/** The same in a source, counted from 0. */
type SourcePoint = readonly [source: number, line: number, column: number]

/**
 * Reads a source map up to the last of `lines`, and gives the points of these lines to `visit`. A map lists differences, so it is read from its
 * start; nothing of it is kept, because as objects it would take 60 MB.
 */
function visitPoints(mappings: string, lines: ReadonlySet<number>, visit: (built: BuiltPosition, point: SourcePoint) => void): void {
  let [at, line, column, source, sourceLine, sourceColumn] = [0, 1, 1, 0, 0, 0]
  const fields = [0, 0, 0, 0, 0]
  const lastLine = Math.max(...lines)
  while (at < mappings.length && line <= lastLine) {
    const code = mappings.charCodeAt(at)
    if (code === SEMICOLON || code === COMMA) {
      if (code === SEMICOLON) {
        line++
        column = 1
      }
      at++
      continue
    }
    let count = 0
    while (at < mappings.length && mappings.charCodeAt(at) !== COMMA && mappings.charCodeAt(at) !== SEMICOLON) {
      let value = 0
      let shift = 0
      let digit = 32
      while (digit & 32) {
        digit = LETTERS[mappings.charCodeAt(at++)] ?? 0
        value += (digit & 31) << shift
        shift += 5
      }
      fields[count++] = value & 1 ? -(value >> 1) : value >> 1
    }
    column += fields[0] ?? 0
    if (count < 4) continue
    source += fields[1] ?? 0
    sourceLine += fields[2] ?? 0
    sourceColumn += fields[3] ?? 0
    if (lines.has(line)) visit({ line, column }, [source, sourceLine, sourceColumn])
  }
}

/** Finds the sources of positions with one reading of the map, in the same order. Undefined: the code at a position is of no source. */
export function findSourcePositions({ sources, mappings }: SourceMapFile, positions: readonly BuiltPosition[]): (string | undefined)[] {
  const found: (string | undefined)[] = positions.map(() => undefined)
  const indexes = Map.groupBy(positions.keys(), (index) => positions[index]?.line)
  visitPoints(mappings, new Set(positions.map(({ line }) => line)), (built, [source, line, column]) => {
    for (const index of indexes.get(built.line) ?? [])
      if (found[index] === undefined || built.column <= (positions[index]?.column ?? 0))
        found[index] = `${sources[source]}:${line + 1}:${column + 1}`
  })
  return found
}

/** A frame of a stack in a built file. */
interface BuiltFrame extends BuiltPosition {
  name: string
  position: string
}

/**
 * Makes the stacks of errors name the sources of built files in `folder`, by the map beside each file. It costs nothing until a stack is read;
 * a stack with new positions costs 25 to 65 ms of CPU, however many they are, because each of its maps is read once.
 */
export function nameSourcesInStacks(folder: string): void {
  const base = `${pathToFileURL(folder).href}/`
  const known = new Map<string, string>()
  const findFrame = (call: NodeJS.CallSite): BuiltFrame | undefined => {
    const [file, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()]
    if (!file?.startsWith(base) || line === null || column === null) return undefined
    return { name: file.slice(base.length), line, column, position: `${file}:${line}:${column}` }
  }
  const translate = (name: string, frames: readonly BuiltFrame[]): void => {
    const sources = readSourcePositions(path.join(folder, `${name}.map`), frames)
    for (const [index, { position }] of frames.entries()) {
      const source = sources[index]
      known.set(position, source === undefined ? position : path.resolve(folder, source))
    }
  }
  Error.prepareStackTrace = (error, calls) => {
    const frames = calls.map(findFrame)
    if (known.size > POSITIONS_MAX) known.clear()
    const unknown = frames.filter((frame) => frame !== undefined).filter(({ position }) => !known.has(position))
    for (const [name, ofFile] of Map.groupBy(unknown, ({ name }) => name)) translate(name, ofFile)
    const lines = calls.map((call, index) => {
      const position = frames[index]?.position
      return position === undefined ? String(call) : String(call).replace(position, () => known.get(position) ?? position)
    })
    return [String(error), ...lines.map((line) => `    at ${line}`)].join('\n')
  }
}

/** The same by the file of a map. All undefined: there is none that can be read. */
function readSourcePositions(map: string, positions: readonly BuiltPosition[]): (string | undefined)[] {
  try {
    return findSourcePositions(JSON.parse(readFileSync(map, 'utf8')) as SourceMapFile, positions)
  } catch {
    return []
  }
}
