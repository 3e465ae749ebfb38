const first = Promise.withResolvers<void>()
/** Something is to be shown: the layout makes place for it. */
export const firstToast: Promise<void> = first.promise

/** Toasts are loaded when the first one is shown: no page waits for them. */
function push(kind: 'error' | 'notice', message: string): void {
  first.resolve()
  void import('./toasts.tsx').then((toasts) => toasts.push(kind, message))
}

/** A red toast for five seconds: an error with a message (specification §8). */
export const showError = (message: string): void => push('error', message)
export const showNotice = (message: string): void => push('notice', message)
