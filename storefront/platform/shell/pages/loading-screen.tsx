import { ErrorState, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'

let prerenderedHero: Element | null = null

/** Keeps the prerendered hero for the first loading screen, because rendering the shell removes it. */
export function preservePrerenderedHero(root: Element): void {
  prerenderedHero = root.querySelector(':scope > header + *')
}

/** Shown while a screen's script loads, or while it is not known who may open it. On the first page the hero stays. */
export function LoadingScreen() {
  const title = useRouterState(({ shown }) => shown.screen?.title)
  const atHome = useRouterState(({ location }) => location.pathname === '/')
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <div role="status" aria-label="加载中">
        {atHome && prerenderedHero !== null ? <Again shown={prerenderedHero} /> : <Bars />}
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

/** A browser does not request a failed script module again within one page. */
const again = () => location.reload()

/** Shown for a broken screen. The rest of the mall works. */
export function BrokenScreenPage({ error }: { error: unknown }) {
  return (
    <section className="content py-10">
      <h1 className="sr-only">页面出错</h1>
      <ErrorState error={error} retry={again} />
    </section>
  )
}
