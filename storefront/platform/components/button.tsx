import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useSyncExternalStore } from 'react'
import { Link, type LinkProps } from '#storefront/platform/routing/link.tsx'
import { isResending, watchResending } from '#storefront/platform/sessions/pending-requests.ts'
import { areFilesUploading, watchUploads } from './uploads.ts'

const looks = {
  primary: 'bg-pine text-white hover:bg-pine-light',
  call: 'bg-cta text-white hover:brightness-95',
  line: 'border border-line bg-white text-ink hover:border-jade hover:text-jade',
  ghost: 'border border-white/50 text-white hover:bg-white/10',
  danger: 'border border-danger bg-white text-danger hover:bg-danger-tint',
  plain: 'text-jade hover:underline',
} as const
export type ButtonKind = keyof typeof looks

const sizes = { sm: 'h-8 px-3 text-sm', md: 'h-10 px-5', lg: 'h-12 px-7 text-md' } as const

const style = (look: ButtonKind, size: keyof typeof sizes) =>
  `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors off:border-transparent off:bg-line off:text-mute off:no-underline off:brightness-100 ${looks[look]} ${look === 'plain' ? 'finger' : sizes[size]}`

interface Look {
  look?: ButtonKind
  size?: keyof typeof sizes
  children: ReactNode
}

/** While pending requests are sent again after a login, the form that they came from cannot be sent again. */
const useResending = () => useSyncExternalStore(watchResending, isResending, isResending)

/** While a file uploads, no form can be sent: it would leave without the file that its page shows. */
const useUploading = () => useSyncExternalStore(watchUploads, areFilesUploading, areFilesUploading)

const ignore = (event: MouseEvent) => event.preventDefault()

/** Why the screen holds its buttons back, and the id of the element that says so. */
export interface DisabledReason {
  reason: string
  id: string
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'title' | 'children'> {
  busy?: boolean
  busyText?: string
  /** Why it cannot be used now; undefined if it can. */
  blocked?: string | undefined
}

/**
 * A button. While `busy` it ignores presses and shows this (specification §4: 加载中). A blocked one can still be focused and pressed, which
 * only shows the reason; where the screen shows the reason anyway, the caller names its element by `aria-describedby`.
 */
export function Button({
  look = 'primary',
  size = 'md',
  busy: own = false,
  busyText = '加载中',
  blocked: ownReason,
  children,
  className = '',
  'aria-describedby': describedBy,
  onClick,
  ...rest
}: ButtonProps) {
  const [resending, uploading] = [useResending(), useUploading()]
  const reason = useId()
  const busy = own || (resending && rest.type === 'submit')
  const blocked = ownReason ?? (uploading && rest.type === 'submit' ? '文件上传中，请稍候' : undefined)
  const isBlocked = blocked !== undefined
  return (
    <button
      type="button"
      {...rest}
      disabled={!isBlocked && (rest.disabled || busy)}
      aria-disabled={isBlocked || undefined}
      aria-describedby={describedBy ?? (isBlocked ? reason : undefined)}
      aria-busy={busy}
      data-hint={blocked}
      onClick={isBlocked ? ignore : onClick}
      className={`${style(look, size)} ${className}`}
    >
      {busy ? (
        <>
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
          {busyText}
        </>
      ) : (
        children
      )}
      {isBlocked && describedBy === undefined && (
        <span id={reason} hidden>
          {blocked}
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'primary',
  size = 'md',
  children,
  className = '',
  ...rest
}: Look & LinkProps & { className?: string }) {
  return (
    <Link {...rest} className={`${style(look, size)} ${className}`}>
      {children}
    </Link>
  )
}
