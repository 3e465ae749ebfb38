import { useRouterState } from '@tanstack/react-router'
import { PageHead } from '#console/platform/components/panel.tsx'
import { LoadingPage } from '#console/platform/components/states.tsx'

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
