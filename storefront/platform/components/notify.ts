import { formatError } from '#ui/format-error.ts'
import { AuthorisingError } from '#ui/send.ts'

const first = Promise.withResolvers<void>()
/** Something is to be shown: the layout makes place for it. */
export const firstToast: Promise<void> = first.promise

let shown = 0
/** How many toasts there have been: whether a piece of work has said anything. */
export const countToasts = (): number => shown

/** Toasts are loaded when the first one is shown: no page waits for them. */
function push(kind: 'error' | 'notice', message: string): void {
  first.resolve()
  shown += 1
  void import('./toasts.tsx').then((toasts) => toasts.push(kind, message))
}

/** A red toast for five seconds: an error with a message (specification §8). */
export const showError = (message: string): void => push('error', message)
/** What a call failed with, in the words of its panel; nothing while somebody is led to log in (specification §8). */
export function showCallError(error: unknown): void {
  if (!(error instanceof AuthorisingError)) showError(formatError(error))
}

export const showNotice = (message: string): void => push('notice', message)
