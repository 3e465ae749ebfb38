import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '#storefront/platform/components/states.tsx'

/** A script that did not come is not sent for twice by one page. */
const again = () => location.reload()

/** A screen that broke: the rest of the mall goes on. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <section className="content py-10">
      <h1 className="sr-only">页面出错</h1>
      <ErrorState error={error} retry={again} />
    </section>
  )
}
