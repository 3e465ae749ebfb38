/** What somebody is told of a failure. The mall's own errors say it in Chinese; what a browser says of a file that did not come is read by nobody. */
export const formatError = (error: unknown): string =>
  error instanceof Error && /\p{Script=Han}/u.test(error.message) ? error.message : '页面未能打开，请重试'
