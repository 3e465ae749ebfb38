import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '#console/platform/components/states.tsx'

/** The router never requests a failed script again. Only a reload of the page does. */
const again = () => location.reload()

/** Shown for a broken screen. The rest of the console works. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <div className="panel">
      <ErrorState error={error} retry={again} />
    </div>
  )
}
