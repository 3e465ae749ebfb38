import { Button } from 'antd'
import type { ReactNode } from 'react'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { rememberRowOfDecision } from './row-focus.ts'

interface Props {
  letter: string
  /** Opens the window of the decision. */
  decide: () => void
  /** Why the viewer may not decide; undefined: he may. */
  denied?: string | undefined
  /** What a reader hears, if the words of the button do not say which row it is of. */
  label?: string
  /** The decision is being sent. */
  busy?: boolean
  danger?: boolean
  primary?: boolean
  children: ReactNode
}

/** A button in a row of a list that begins its decision, with its letter. After the decision the next row has the focus. */
export const RowDecisionButton = ({ letter, decide, denied, label, busy = false, danger = false, primary = false, children }: Props) => (
  <Button
    size="small"
    type={primary ? 'primary' : 'default'}
    danger={danger}
    loading={busy}
    aria-keyshortcuts={letter}
    {...(label === undefined ? {} : { 'aria-label': label })}
    {...toDisabledProps(denied)}
    onClick={({ currentTarget }) => {
      rememberRowOfDecision(currentTarget)
      decide()
    }}
  >
    {children}
  </Button>
)
