import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A mail as people read it. */
export interface SandboxMail {
  /** The name of its file. */
  file: string
  from: string
  to: string
  subject: string
  messageId: string
  text: string
}

const KEPT_MAX = 500

const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/[=]([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Decodes the encoded words of a header (RFC 2047). A space between two of them belongs to neither. */
const decodeHeader = (text: string): string =>
  text
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/[=]\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : decodeQuoted(word.replaceAll('_', ' '))).toString('utf8'),
    )

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll('=\r\n', '')).toString('utf8')
  return body
}

/** Reads a mail in plain text. */
function parseMail(file: string, source: string): SandboxMail {
  const end = source.indexOf('\r\n\r\n')
  const head = end === -1 ? source : source.slice(0, end)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ''
    return decodeHeader(line.slice(name.length + 1).trim())
  }
  const body = end === -1 ? '' : source.slice(end + 4)
  return {
    file,
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    messageId: header('message-id'),
    text: decodeBody(body, header('content-transfer-encoding').toLowerCase()).trimEnd(),
  }
}

export interface SandboxMailStore {
  /** All mails, the newest first. */
  all(): SandboxMail[]
  save(source: string): void
}

/** The mails, each in a file that mail programs open. The newest are kept. */
export function openSandboxMailStore(folder: string): SandboxMailStore {
  const mails = path.join(folder, 'mails')
  mkdirSync(mails, { recursive: true, mode: 0o700 })
  const names = () =>
    readdirSync(mails)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  let serial = Number(names().at(-1)?.slice(0, 8) ?? 0)
  return {
    all: () =>
      names()
        .reverse()
        .map((name) => parseMail(name, readFileSync(path.join(mails, name), 'utf8'))),
    save(source) {
      const name = `${String(++serial).padStart(8, '0')}.eml`
      writeFileSync(path.join(mails, `${name}.new`), source, { mode: 0o600 })
      renameSync(path.join(mails, `${name}.new`), path.join(mails, name))
      for (const old of names().slice(0, -KEPT_MAX)) rmSync(path.join(mails, old))
    },
  }
}
