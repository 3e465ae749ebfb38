import { useRouterState } from '@tanstack/react-router'
import { PageHead } from '#console/platform/components/panel.tsx'
import { LoadingPage } from '#console/platform/components/states.tsx'

/** A screen that is late: its script is on its way, or who may open it is not known yet. */
export function LoadingScreen() {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  return (
    <>
      <PageHead title={title ?? ''} />
      <LoadingPage />
    </>
  )
}
