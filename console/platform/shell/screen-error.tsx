import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '#console/platform/components/states.tsx'

/** Whose script did not come is given up by the router for good: only the page from its beginning asks for it again. */
const again = () => location.reload()

/** A screen that broke: the rest of the console goes on. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <div className="panel">
      <ErrorState error={error} retry={again} />
    </div>
  )
}
