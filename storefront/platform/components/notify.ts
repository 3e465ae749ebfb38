import { formatError } from '#ui/format-error.ts'
import { LoginPendingError } from '#ui/send.ts'

const first = Promise.withResolvers<void>()
/** Resolves with the first toast, so that the layout renders the toasts. */
export const whenFirstToastShown: Promise<void> = first.promise

let shown = 0
/** How many toasts have been shown. A caller compares two values to see whether its work has shown one. */
export const countToastsShownSoFar = (): number => shown

/** The toast code, which no page waits for. The layout loads it when the screen is idle, because a toast may say that there is no network. */
export const loadToasts = () => import('./toasts.tsx')

function push(kind: 'error' | 'notice', message: string): void {
  first.resolve()
  shown += 1
  // Without the code there is no toast. A later one would speak of what is past.
  void loadToasts().then(
    (toasts) => toasts.pushToast(kind, message),
    () => undefined,
  )
}

/** Shows a red toast for five seconds: an error with a message (specification §8). */
export const showError = (message: string): void => push('error', message)
/**
 * Shows the error of a failed call in the words of its panel. It shows nothing while the person is redirected to the login (specification
 * §8).
 */
export function showCallError(error: unknown): void {
  if (!(error instanceof LoginPendingError)) showError(formatError(error))
}

export const showNotice = (message: string): void => push('notice', message)
