import type { ReactNode } from 'react'

/** What a state means for staff: it waits for staff, is in progress, has succeeded, has ended, or has failed. */
export type Tone = 'wait' | 'way' | 'good' | 'over' | 'bad'

/** A state with its label and its colour. The label alone is also sufficient. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => <span className={`tag tag-${tone}`}>{children}</span>
