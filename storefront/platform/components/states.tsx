import { CircleAlert, type LucideIcon, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { getRefusedPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { formatError } from '#ui/format-error.ts'
import { LoginPendingError } from '#ui/send.ts'
import { Button, ButtonLink } from './button.tsx'
import { Forbidden } from './forbidden.tsx'

/** An empty state, with what the person can do about it. */
export function EmptyState({
  title,
  hint,
  action,
  icon: Icon = PackageOpen,
}: {
  title: string
  hint?: string
  action?: ReactNode
  icon?: LucideIcon
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-14 text-center">
      <Icon className="size-10 text-line" strokeWidth={1.4} aria-hidden />
      <p className="text-md">{title}</p>
      {hint && <p className="text-sm text-balance text-mute">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** An error state: the reason, a retry, and whom to contact. It shows nothing while the person is redirected to the login. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  if (error instanceof LoginPendingError) return null
  const right = getRefusedPermission(error)
  if (right) return <Forbidden right={right} within />
  return (
    <div role="alert" className="sheet-alone flex flex-col items-center gap-2 text-center">
      <CircleAlert className="size-10 text-danger" strokeWidth={1.4} aria-hidden />
      <p className="text-md text-balance">{formatError(error)}</p>
      {retry && (
        <div className="mt-3 flex gap-3">
          <Button look="line" size="sm" onClick={retry}>
            重试
          </Button>
          <ButtonLink to="/service_contact" look="line" size="sm">
            联系客服
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

/** A grey bar of the final size while something loads, so that the layout does not move. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return <div aria-hidden className={`skeleton ${className}`} />
}

interface Result<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface LoadedProps<T> {
  from: Result<T>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the loaded data, the error, or the skeleton. */
export function QueryContent<T>({ from, skeleton, children }: LoadedProps<T>) {
  if (from.data !== undefined) return children(from.data)
  if (from.error) return <ErrorState error={from.error} retry={() => void from.refetch()} />
  return (
    <div role="status" aria-label="加载中">
      {skeleton}
    </div>
  )
}

/**
 * `QueryContent` for the main content of a page. Until the content sets the page's title, or if it never does, `title` names the page for screen
 * readers.
 */
export const QueryPage = <T,>({ title, ...loaded }: LoadedProps<T> & { title: string }) => (
  <>
    {loaded.from.data === undefined && <h1 className="sr-only">{title}</h1>}
    <QueryContent {...loaded} />
  </>
)
