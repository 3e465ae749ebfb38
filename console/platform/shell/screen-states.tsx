import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouterState } from '@tanstack/react-router'
import { PageHead } from '#console/platform/components/panel.tsx'
import { ErrorState, LoadingPage } from '#console/platform/components/states.tsx'

/** Shown while a screen's script loads, or while it is not known who may open it. */
export function LoadingScreen() {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHead title={title ?? ''} />
      <LoadingPage />
    </>
  )
}

/** The router never requests a failed script again. Only a reload of the page does. */
const again = () => location.reload()

/** Shown for a broken screen. The rest of the console works. */
export function BrokenScreenPage({ error }: ErrorComponentProps) {
  return (
    <div className="panel">
      <ErrorState error={error} retry={again} />
    </div>
  )
}
