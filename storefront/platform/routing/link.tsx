import type { ComponentProps, MouseEvent } from 'react'
import { isLocationOfHref, type NavigateOptions, resolveHref } from './address.ts'
import { useRouter, useRouterState } from './routing.tsx'

export type LinkProps = NavigateOptions & Omit<ComponentProps<'a'>, 'href'>

/** Whether the browser opens the link itself: another tab, another window, a download. */
const isForBrowser = ({ metaKey, altKey, ctrlKey, shiftKey, button }: MouseEvent, target: string | undefined): boolean =>
  metaKey || altKey || ctrlKey || shiftKey || button !== 0 || (target !== undefined && target !== '_self')

/**
 * A link to a screen. Pointing at it loads the screen's code. A link to the current screen is announced as the current page, unless the
 * caller says which link is current: several tabs can lead to one screen.
 */
export function Link({ to, search, replace, resetScroll, state, ...rest }: LinkProps) {
  const router = useRouter()
  const goal: NavigateOptions = { to, search, replace, resetScroll, state } as NavigateOptions
  const href = useRouterState(({ location }) => resolveHref(location, goal))
  const isCurrent = useRouterState(({ location }) => isLocationOfHref(location, href))
  const preload = () => router.preload(href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event, rest.target)) return
    event.preventDefault()
    void router.navigate(goal)
  }
  return (
    <a
      {...rest}
      {...(isCurrent && !('aria-current' in rest) ? { 'aria-current': 'page' } : {})}
      href={router.history.createHref(href)}
      onClick={follow}
      onFocus={(event) => {
        rest.onFocus?.(event)
        preload()
      }}
      onMouseEnter={(event) => {
        rest.onMouseEnter?.(event)
        preload()
      }}
      onTouchStart={(event) => {
        rest.onTouchStart?.(event)
        preload()
      }}
    />
  )
}
