import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The refusal of a form that belongs to no single field. Screen readers announce it. */
export function FormErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-3 flex gap-2 rounded-control bg-danger-tint px-3 py-2 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  )
}
