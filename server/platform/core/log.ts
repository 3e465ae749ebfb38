import { destination, type Logger, pino } from 'pino'
import { createLogSink } from './log-sink.ts'
import type { ProcessFaults } from './process-status.ts'
import { SECRET_FIELDS } from './secret-fields.ts'

/** Nor these: whose telephone it is, and by what his device is known. A `code` is also what providers name their errors by. */
const HIDDEN = [...SECRET_FIELDS, 'mobile', 'cookie']

/** What no line of a log may hold, wherever it turns up. */
const redact = {
  paths: [...HIDDEN.flatMap((field) => [field, `*.${field}`]), ...['authorization', 'cookie'].map((header) => `req.headers.${header}`)],
  censor: '***',
}

/** A log file is put aside at this size. */
const FILE_BYTES_MAX = 10 * 1024 * 1024

/** A log of a server, and how its file is opened anew after somebody has moved it. */
export interface ServerLog {
  logger: Logger
  reopen(): void
}

export interface LogOptions {
  level: string
  /** A file instead of standard output. */
  file?: string | undefined
  faults: ProcessFaults
  /** Bytes after which the file is put aside. */
  fileBytes?: number
}

/** JSON, a line an event, to standard output or to a file. A log that cannot be written is counted in `faults` and stops nothing else. */
export function createLog({ level, file, faults, fileBytes = FILE_BYTES_MAX }: LogOptions): ServerLog {
  const sink = createLogSink({ file, fileBytes, faults })
  return { logger: pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }, sink), reopen: sink.reopen }
}

/** Nothing but what is wrong, to standard error: for tests and tools, where every such line is a failure to be seen. */
export const createErrorLog = (): Logger => pino({ level: 'error', redact, base: null }, destination({ dest: 2, sync: true }))
