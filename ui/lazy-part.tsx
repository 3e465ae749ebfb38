import { type ComponentType, lazy } from 'react'

/** In place of a part whose code could not be loaded. The page around it stays as it is. */
const NotLoaded = () => (
  <p role="alert" className="py-4 text-center text-sm">
    未能打开，请检查网络后刷新页面
  </p>
)
const Nothing = () => null

// A browser remembers a file that it could not load until the page is loaded again, so nothing is gained by trying once more.
const loadOr = <P extends object>(Missing: ComponentType, load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing as ComponentType<P> }),
    ),
  )

/**
 * A part of a page whose code is loaded when it is shown. A part that cannot be loaded says so, and does not take the page, with what was typed
 * there, with it.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) => loadOr(NotLoaded, load)

/** The same for a part without which the page is still right, such as the footer: it is missing then. */
export const lazyOptionalPart = <P extends object>(load: () => Promise<ComponentType<P>>) => loadOr(Nothing, load)
