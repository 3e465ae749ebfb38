import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'

/** How long an error is shown (specification §9). */
const ERROR_MS = 5_000
const NOTICE_MS = 3_000

const manager = Toast.createToastManager()
/** The manager has no listener until its list is mounted. Earlier toasts wait for this. */
const listening = Promise.withResolvers<void>()

const times = { error: ERROR_MS, notice: NOTICE_MS } as const

export async function pushToast(kind: 'error' | 'notice', message: string): Promise<void> {
  await listening.promise
  // The same text is shown only once. A repetition restarts its time.
  manager.add({
    id: `${kind} ${message}`,
    description: message,
    type: kind,
    priority: kind === 'error' ? 'high' : 'low',
    timeout: times[kind],
  })
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      aria-label="提示"
      className={`flex items-start gap-2 rounded-control px-4 py-3 text-white transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 ${toast.type === 'error' ? 'bg-danger' : 'bg-pine'}`}
    >
      {toast.type === 'error' ? (
        <CircleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      ) : (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      )}
      <Toast.Description className="min-w-0 flex-1 break-words" />
      <Toast.Close aria-label="关闭提示" className="-mr-1 rounded-control p-0.5">
        <X className="size-4" aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}

/**
 * The place of the toasts: below the header, so that they cover neither the search box nor a bar at the bottom; announced by screen readers.
 * `markHeight` is the class that sets the height of what stands above the header.
 */
export function Toasts({ markHeight }: { markHeight: string }) {
  useEffect(() => listening.resolve(), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          className={`fixed inset-x-3 top-[calc(var(--mark-height)+4rem)] z-60 mx-auto flex max-w-md flex-col gap-2 md:top-[calc(var(--mark-height)+10.5rem)] ${markHeight}`}
          aria-label="提示"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
