import type { ReactNode } from 'react'

/** What a state means for whoever works on it: it waits for us, is on its way, went well, is over, went wrong. */
export type Tone = 'wait' | 'way' | 'good' | 'over' | 'bad'

/** A state in its word and its colour; the word alone says it too. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => <span className={`tag tag-${tone}`}>{children}</span>
