import { ErrorState } from '#storefront/platform/components/states.tsx'

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
