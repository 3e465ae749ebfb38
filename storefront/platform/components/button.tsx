import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import { Link, type LinkProps } from '#storefront/platform/routing/link.tsx'
import { isResending, watchResending } from '#storefront/platform/sessions/pending-requests.ts'

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
  `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors disabled:border-transparent disabled:bg-line disabled:text-mute disabled:no-underline ${looks[look]} ${look === 'plain' ? 'finger' : sizes[size]}`

interface Look {
  look?: ButtonKind
  size?: keyof typeof sizes
  children: ReactNode
}

/** While pending requests are sent again after a login, the form that they came from cannot be sent again. */
const useResending = () => useSyncExternalStore(watchResending, isResending, isResending)

/** A button. While `busy` it ignores presses and shows this (specification §4: 加载中). */
export function Button({
  look = 'primary',
  size = 'md',
  busy: own = false,
  busyText = '加载中',
  children,
  className = '',
  ...rest
}: Look & ComponentProps<'button'> & { busy?: boolean; busyText?: string }) {
  const resending = useResending()
  const busy = own || (resending && rest.type === 'submit')
  return (
    <button type="button" {...rest} disabled={rest.disabled || busy} aria-busy={busy} className={`${style(look, size)} ${className}`}>
      {busy ? (
        <>
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
          {busyText}
        </>
      ) : (
        children
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
