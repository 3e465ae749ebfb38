import type { ErrorComponentProps } from '@tanstack/react-router'
import { Fault } from '../kit/states.tsx'

/** A screen that broke: the rest of the console goes on. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  return (
    <div className="panel">
      <Fault error={error} retry={reset} />
    </div>
  )
}
