import { type ComponentType, lazy } from 'react'

/** In place of a part whose code could not be loaded. The page around it stays as it is. */
const NotLoaded = () => (
  <p role="alert" className="py-4 text-center text-sm">
    未能打开，请检查网络后刷新页面
  </p>
)

/** A part of a page whose code is loaded when it is shown. A part that cannot be loaded does not take the page with it. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded as ComponentType<P> }),
    ),
  )
