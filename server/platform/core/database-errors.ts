/**
 * What cannot be done just now and is no defect of the call: the database or the machine is away, full or held by others. Worth another try in
 * a moment.
 */

/** No connection to the database could be opened, for whatever reason it gave. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('no connection to the database', { cause })
  }
}

/** The connection was lost while a transaction was committed: what it wrote may stand or not. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during a commit', { cause })
  }
}

/** SQLSTATEs (PostgreSQL, appendix A): whole classes by their first two letters, and single ones. */
const CLASSES = ['08', '53']
const STATES = new Set([
  ...['57P01', '57P02', '57P03', '57P04', '57P05'], // shut down, crashed, starting up, dropped, idle for too long
  ...['25P03', '25P04', '25006'], // of a transaction that was ended for its length, or on a standby that takes no writes
  ...['55P03', '57014', '58000', '58030'], // held by others, timed out, a fault of the disk
])

/** What the system says of sockets, names, handles and disks; and Node of a thread that could not be started. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS'],
  'ERR_WORKER_INIT_FAILED',
])

/** What the driver says without a code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended|connection error and is not queryable|closed and is not queryable|Query read timeout|after calling end on the pool/

/** Whether an error is of this kind. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof CommitOutcomeUnknown) return true
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isState = /^[0-9A-Z]{5}$/.test(code) && (STATES.has(code) || CLASSES.includes(code.slice(0, 2)))
  return isState || SYSTEM.has(code) || MESSAGES.test(error.message)
}
