import { createServer, type Server, type Socket } from 'node:net'
import type { MailboxCredentials } from './credentials.ts'

/** The simulated faults. Counts are of the next mails. */
export interface MailboxFaults {
  /** Closes the connection before a mail is stored, or after it was stored and before the answer. */
  deaf: number
  mute: number
  /** Asks to come again later (451). */
  busy: number
  /** Refuses the receiver (550). */
  refuse: number
  /** The token of WeChat's account has ended (42001). */
  expired: number
  /** Refuses every login (535). */
  locked: boolean
  /** How long each answer takes. */
  slowMs: number
}

export const noMailboxFaults: MailboxFaults = { deaf: 0, mute: 0, busy: 0, refuse: 0, expired: 0, locked: false, slowMs: 0 }

const MAIL_BYTES_MAX = 1_000_000

interface Conversation {
  faults: MailboxFaults
  credentials: MailboxCredentials
  save(source: string): void
}

/** Uses up one of a fault's counts. */
export function takeFault(faults: MailboxFaults, name: 'deaf' | 'mute' | 'busy' | 'refuse' | 'expired'): boolean {
  if (faults[name] <= 0) return false
  faults[name]--
  return true
}

const isRightLogin = ({ faults, credentials }: Conversation, user: string, password: string): boolean =>
  !faults.locked && user === credentials.user && password === credentials.password

/** What a client has done so far. */
interface SmtpState {
  loggedIn: boolean
  from: string
  to: string[]
}

/** `undefined`: the connection is closed without an answer. `data`: the lines of the mail come next. */
type Reply = { lines: string; next?: 'data' | 'end' } | undefined

const ANSWERS: Readonly<Record<string, (state: SmtpState, rest: string, around: Conversation) => Reply>> = {
  EHLO: () => ({ lines: '250-localhost\r\n250-AUTH PLAIN\r\n250 SIZE 1000000' }),
  AUTH(state, rest, around) {
    const [kind = '', given = ''] = rest.split(' ')
    const [, user = '', password = ''] = Buffer.from(given, 'base64').toString('utf8').split('\0')
    if (kind.toUpperCase() !== 'PLAIN') return { lines: '504 5.5.4 only AUTH PLAIN' }
    state.loggedIn = isRightLogin(around, user, password)
    return { lines: state.loggedIn ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password' }
  },
  MAIL(state, rest) {
    if (!state.loggedIn) return { lines: '530 5.7.0 log in first' }
    Object.assign(state, { from: rest, to: [] })
    return { lines: '250 2.1.0 ok' }
  },
  RCPT(state, rest, { faults }) {
    if (state.from === '') return { lines: '503 5.5.1 MAIL first' }
    if (takeFault(faults, 'refuse')) return { lines: `550 5.1.1 ${rest} is nobody here` }
    state.to.push(rest)
    return { lines: '250 2.1.5 ok' }
  },
  DATA(state, _, { faults }) {
    if (state.to.length === 0) return { lines: '503 5.5.1 RCPT first' }
    if (takeFault(faults, 'busy')) return { lines: '451 4.3.0 come again later' }
    if (takeFault(faults, 'deaf')) return undefined
    return { lines: '354 go on', next: 'data' }
  },
  RSET: () => ({ lines: '250 2.0.0 ok' }),
  NOOP: () => ({ lines: '250 2.0.0 ok' }),
  QUIT: () => ({ lines: '221 2.0.0 bye', next: 'end' }),
}

/** Reads one client line by line. A mail ends with a line of one dot, and a dot before another line's is removed. */
function talk(socket: Socket, around: Conversation): void {
  const state: SmtpState = { loggedIn: false, from: '', to: [] }
  let mail: string[] | undefined
  let rest = ''
  let answered = Promise.resolve()
  const answer = (reply: Reply) => {
    answered = answered.then(async () => {
      if (around.faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, around.faults.slowMs))
      if (!reply) socket.destroy()
      else if (reply.next === 'end') socket.end(`${reply.lines}\r\n`)
      else if (socket.writable) socket.write(`${reply.lines}\r\n`)
    })
  }
  const take = (line: string) => {
    if (mail === undefined) {
      const [verb = ''] = line.split(' ')
      const command = ANSWERS[verb.toUpperCase()]
      const reply = command ? command(state, line.slice(verb.length + 1), around) : { lines: '502 5.5.2 unknown' }
      if (reply?.next === 'data') mail = []
      answer(reply)
    } else if (line === '.') {
      around.save(mail.join('\r\n'))
      mail = undefined
      answer(takeFault(around.faults, 'mute') ? undefined : { lines: '250 2.0.0 stored' })
    } else mail.push(line.startsWith('.') ? line.slice(1) : line)
  }
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAIL_BYTES_MAX) socket.destroy()
    for (const line of lines) take(line)
  })
  answer({ lines: '220 localhost ready' })
}

/** Starts the mail server on a free port of loopback. */
export async function openSmtpServer(around: Conversation): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    talk(socket, around)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
