import type { ReactNode } from 'react'

/** A row of a description list (`dl`): a name and its value. */
export const DescriptionItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-18 shrink-0 text-mute">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)
