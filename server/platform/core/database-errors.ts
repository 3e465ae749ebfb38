/**
 * Errors for operations that are impossible at the moment, without a defect in the call: the database or the machine is unreachable, full
 * or locked by others. The caller can try again soon.
 */

/** No connection to the database could be opened, for any reason. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('no connection to the database', { cause })
  }
}

/** The connection was lost during a commit, so the transaction may be committed or not. */
export class UnknownCommitOutcomeError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during a commit', { cause })
  }
}

/** SQLSTATEs (PostgreSQL, appendix A): classes by their first two letters, and single codes. */
const CLASSES = ['08', '53']
const STATES = new Set([
  ...['57P01', '57P02', '57P03', '57P04', '57P05'], // shut down, crashed, starting up, dropped, idle for too long
  ...['25P03', '25P04', '25006'], // a transaction was ended because it took too long, or the server is a standby that accepts no writes
  ...['55P03', '57014', '58000', '58030'], // locked by others, timed out, a disk error
])

/** Error codes of the system for sockets, host names, file handles and disks, and Node's code for a thread that could not start. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS'],
  'ERR_WORKER_INIT_FAILED',
])

/** Messages of the driver that have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Connection ended|connection error and is not queryable|closed and is not queryable|Query read timeout|after calling end on the pool/

/** Whether the error means that the database or the machine is unavailable at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownCommitOutcomeError) return true
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isState = /^[0-9A-Z]{5}$/.test(code) && (STATES.has(code) || CLASSES.includes(code.slice(0, 2)))
  return isState || SYSTEM.has(code) || MESSAGES.test(error.message)
}
