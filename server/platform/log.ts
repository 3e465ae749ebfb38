import { destination, type Logger, pino } from 'pino'

/** What no line of a log may hold, wherever it turns up. */
const redact = {
  paths: [
    'pwd',
    'payPwd',
    'token',
    'imageCode',
    'mobile',
    '*.pwd',
    '*.payPwd',
    '*.token',
    '*.imageCode',
    '*.mobile',
    'req.headers.authorization',
  ],
  censor: '***',
}

/** JSON, a line an event, to standard output or to a file. */
export const openLog = ({ level, file }: { level: string; file?: string }): Logger =>
  pino(
    { level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination(file ? { dest: file, mkdir: true, sync: false } : 1),
  )

/** Nothing but what is wrong, to standard error: for tests and tools, where every such line is a failure to be seen. */
export const faultLog = (): Logger => pino({ level: 'error', redact, base: null }, destination({ dest: 2, sync: true }))
