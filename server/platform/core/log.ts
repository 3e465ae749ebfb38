import { destination, type Logger, pino } from 'pino'
import { createLogSink } from './log-sink.ts'
import type { ProcessFaults } from './process-status.ts'

/**
 * The content of a log line has no schema, so fields are hidden by their names: the fields that the contract marks as secret, the mobile
 * number, and the cookie that identifies the device. `code` is not hidden, because providers use this name for their error codes, and `url`
 * is the address of a request.
 */
export const HIDDEN_LOG_FIELDS: readonly string[] = [
  ...['pwd', 'payPwd', 'newPwd', 'oldPwd', 'initialPwd', 'imageCode', 'recoveryCode', 'recoveryCodes'],
  ...['token', 'secret', 'ticket', 'mobile', 'cookie'],
]

/** Fields that are removed from every log line, at any depth. */
const redact = {
  paths: [
    ...HIDDEN_LOG_FIELDS.flatMap((field) => [field, `*.${field}`]),
    ...['authorization', 'cookie'].map((header) => `req.headers.${header}`),
  ],
  censor: '***',
}

/** A log file is rotated at this size. */
const FILE_BYTES_MAX = 10 * 1024 * 1024

/** The log of a server, with a function that reopens its file after somebody has moved it. */
export interface ReopenableLog {
  logger: Logger
  reopen(): void
}

export interface LogOptions {
  level: string
  /** Write to this file and not to standard output. */
  file?: string | undefined
  faults: ProcessFaults
  /** The size in bytes at which the file is rotated. */
  fileBytes?: number
}

/** Creates a log of JSON lines to standard output or a file. Failed writes are counted in `faults` and stop nothing else. */
export function createLog({ level, file, faults, fileBytes = FILE_BYTES_MAX }: LogOptions): ReopenableLog {
  const sink = createLogSink({ file, fileBytes, faults })
  return { logger: pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, sink), reopen: sink.reopen }
}

/** Creates a log of errors to standard error, for tests and tools. There every such line is a failure. */
export const createErrorLog = (): Logger => pino({ level: 'error', redact, base: null }, destination({ dest: 2, sync: true }))
