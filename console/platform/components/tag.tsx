import type { ReactNode } from 'react'

/** What a state means for staff: it waits for staff, is in progress, has succeeded, has ended, or has failed. */
export type TagTone = 'wait' | 'way' | 'good' | 'over' | 'bad'

/** A state with its label and its colour. The label alone is also sufficient. */
export const Tag = ({ tone, children }: { tone: TagTone; children: ReactNode }) => <span className={`tag tag-${tone}`}>{children}</span>
