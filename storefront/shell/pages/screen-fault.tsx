import type { ErrorComponentProps } from '@tanstack/react-router'
import { Fault } from '../../parts/states.tsx'

/** A screen that broke: the rest of the mall goes on. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  return (
    <section className="content py-10">
      <Fault error={error} retry={reset} />
    </section>
  )
}
