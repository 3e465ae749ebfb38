/** What every reader and writer of sheets agrees on, in browsers and on the server: how their text is encoded, quoted and kept from being run. */

/**
 * The text of a file that a person brings: UTF-16 where its mark says so, as Excel saves Unicode text; UTF-8 where it is that to the last byte,
 * with its mark or without; else GB18030, in which Chinese Excel and Chinese banks write.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** What a spreadsheet might take for a formula or a command: told by its first letter, full-width ones too, or by a blank that hides it. */
const FORMULA = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n\0]/

/** Text that stays text in whatever program opens it: what might be run gets a mark before it. Numbers are written as numbers, not as text. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** By which Excel knows a CSV for UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Lines of a CSV (RFC 4180). The cells are text already, and safe where they have to be. */
export const csvLines = (rows: readonly (readonly string[])[]): string => rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/** A whole CSV with its byte order mark. */
export const csvText = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvLines(rows)
