/**
 * Returns the message of a failure for people. The mall's own errors are in Chinese. The browser's English text about a file that failed to
 * load is replaced, and an input that the contract rejects says what is wrong with its first field.
 */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return NOT_OPENED
  const { issues } = error as { issues?: readonly { message: string }[] }
  const message = issues?.[0]?.message ?? error.message
  return /\p{Script=Han}/u.test(message) ? message : NOT_OPENED
}

const NOT_OPENED = '页面未能打开，请重试'
