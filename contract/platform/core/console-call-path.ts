import type { ConsoleCallPath } from './console-access-rules.ts'

const CONSOLE_BASE = '/console-api/api/'

/** The path of a call of the console without its common prefix: '/console-api/api/order/list' → 'order/list'. Another path stays whole. */
export const toConsoleCallPath = (path: string): ConsoleCallPath =>
  (path.startsWith(CONSOLE_BASE) ? path.slice(CONSOLE_BASE.length) : path) as ConsoleCallPath

/** The whole path of a call of the console, as the audit log names it. */
export const toWholeCallPath = (call: ConsoleCallPath): string => `${CONSOLE_BASE}${call}`
