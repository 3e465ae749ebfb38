/**
 * Returns the message of a failure for people. The mall's own errors are in Chinese. The browser's English text about a file that failed to
 * load is replaced.
 */
export const formatError = (error: unknown): string =>
  error instanceof Error && /\p{Script=Han}/u.test(error.message) ? error.message : '页面未能打开，请重试'
