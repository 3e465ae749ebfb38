import { useRouterState } from '@tanstack/react-router'
import { Skeleton } from '#storefront/platform/components/states.tsx'

let stage: Element | null = null

/** Keeps what the page has shown below its head to whoever arrives at the first screen: drawing the shell clears it away. */
export function keepPrerenderedHero(root: Element): void {
  stage = root.querySelector(':scope > header + *')
}

/** A screen that is late: its script is on its way, or who may open it is not known yet. The first screen's stage stays where it was. */
export function LoadingScreen() {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  const atHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <div role="status" aria-label="加载中">
        {atHome && stage !== null ? <Again shown={stage} /> : <Bars />}
      </div>
    </>
  )
}

const Again = ({ shown }: { shown: Element }) => <div ref={(place) => place?.append(shown)} />

const Bars = () => (
  <div className="content flex flex-col gap-3 py-4 md:py-5">
    <Skeleton className="h-7 w-36" />
    <Skeleton className="h-24" />
    <Skeleton className="h-[55dvh]" />
  </div>
)
