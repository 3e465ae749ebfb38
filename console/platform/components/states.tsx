import { Button } from 'antd'
import { CircleAlert, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatError } from '#ui/format-error.ts'
import { LoginPendingError } from '#ui/send.ts'
import { PageHead } from './panel.tsx'

interface EmptyProps {
  title: string
  /** Where the missing data comes from, or what to do to get some. */
  next?: ReactNode
  action?: ReactNode
}

/** An empty state, with what the person can do about it. */
export function EmptyState({ title, next, action }: EmptyProps) {
  return (
    <div className="state">
      <PackageOpen size={36} strokeWidth={1.3} aria-hidden />
      <p>{title}</p>
      {next !== undefined && <p className="state-next">{next}</p>}
      {action}
    </div>
  )
}

interface FaultProps {
  error: unknown
  /** What to do about it. */
  next?: string
  retry?: () => void
}

/** An error state: the reason and a retry. It shows nothing while the person is redirected to the login. */
export function ErrorState({ error, next, retry }: FaultProps) {
  if (error instanceof LoginPendingError) return null
  return (
    <div role="alert" className="state state-fault">
      <CircleAlert size={36} strokeWidth={1.3} aria-hidden />
      <p>{formatError(error)}</p>
      {next !== undefined && <p className="state-next">{next}</p>}
      {retry && <Button onClick={retry}>重试</Button>}
    </div>
  )
}

/** Grey bars in place of lines that are loading. */
export function SkeletonBars({ count, height = 20 }: { count: number; height?: number }) {
  return (
    <div role="status" aria-label="加载中" className="bars">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move
        <div key={at} aria-hidden className="bar" style={{ height }} />
      ))}
    </div>
  )
}

/** The skeleton of a whole screen: panels with titles and lines, as bars. */
export function LoadingPage() {
  return (
    <div role="status" aria-label="加载中">
      {[8, 5].map((lines) => (
        <div key={lines} aria-hidden className="panel">
          <div className="panel-head">
            <span className="bar bar-cell" />
          </div>
          <div className="panel-body waiting-lines">
            {Array.from({ length: lines * 2 }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move
              <span key={at} className="bar bar-cell" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

interface Result<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface LoadedProps<T> {
  from: Result<T>
  waiting: ReactNode
  children: (data: T) => ReactNode
}

/** Shows the loaded data, the error, or bars. */
export function QueryContent<T>({ from, waiting, children }: LoadedProps<T>) {
  if (from.data !== undefined) return children(from.data)
  if (from.error)
    return (
      <div className="loaded-fault">
        <ErrorState error={from.error} retry={() => void from.refetch()} />
      </div>
    )
  return waiting
}

/** A whole screen for one record. Until it is loaded, the screen's own header is shown, so that only the panel below changes. */
export function QueryPage<T>({ title, from, children }: Omit<LoadedProps<T>, 'waiting'> & { title: string }) {
  if (from.data !== undefined) return children(from.data)
  return (
    <>
      <PageHead title={title} />
      <QueryContent from={from} waiting={<LoadingPage />}>
        {children}
      </QueryContent>
    </>
  )
}
