/** The encoding, quoting and escaping of CSV files, for all readers and writers in browsers and on the server. */

const PIECE_BYTES = 1024 * 1024

function* decodePieces(bytes: Uint8Array, decoder: TextDecoder): Generator<string> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })
  yield decoder.decode()
}

/**
 * The encoding of an uploaded file: UTF-16 if it has that byte order mark, as Excel saves Unicode text; UTF-8 if all bytes are valid UTF-8, with
 * or without a mark; otherwise GB18030, which Chinese Excel and Chinese banks use.
 */
function guessEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  try {
    for (const _ of decodePieces(bytes, new TextDecoder('utf-8', { fatal: true })));
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** Decodes an uploaded file piece by piece, about a megabyte at a time. */
export const decodeCsvPieces = (bytes: Uint8Array): Iterable<string> => decodePieces(bytes, new TextDecoder(guessEncoding(bytes)))

/** Decodes an uploaded file. */
export const decodeCsvBytes = (bytes: Uint8Array): string => [...decodeCsvPieces(bytes)].join('')

/**
 * Text that a spreadsheet program might execute as a formula or command: by its first character, including full-width ones, or by
 * whitespace that hides it.
 */
const FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n\0]/

/** Escapes text so that no program executes it: a mark is put before it if necessary. Numbers are written as numbers, not as text. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Whether text has marks before something that could be executed, as if `escapeFormula` had been applied. */
const looksEscaped = (text: string): boolean => text.startsWith("'") && FORMULA.test(text.replace(/^'+/, ''))

/** Adds a mark to text that already has some, so that `unescapeFormula` keeps those. */
export const escapeAlreadyEscapedText = (text: string): string => (looksEscaped(text) ? `'${text}` : text)

/** Restores the text from before `escapeAlreadyEscapedText` and `escapeFormula`. */
export const unescapeFormula = (text: string): string => (looksEscaped(text) ? text.slice(1) : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** It makes Excel read a CSV as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Lines of a CSV (RFC 4180). The cells must already be escaped text. */
export const formatCsvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/** A whole CSV with its byte order mark. */
export const formatCsv = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + formatCsvLines(rows)
