import type { ReactNode } from 'react'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'

export interface ReasonDrawerProps {
  title: string
  /** What will happen. */
  lead: string
  /** The title if it is left out. */
  submitText?: string
  /** The action cannot be undone. */
  grave?: boolean
  open: boolean
  close: () => void
  busy: boolean
  submit: (reason: string) => void
  /** Below the reason. */
  children?: ReactNode
}

/** Asks for the reason of an act, and explains what follows from it. */
export function ReasonDrawer({ title, lead, submitText = title, grave = false, open, close, busy, submit, children }: ReasonDrawerProps) {
  return (
    <FormDrawer<{ reason: string }>
      title={title}
      open={open}
      close={close}
      busy={busy}
      initial={{}}
      submit={({ reason }) => submit(reason)}
      submitText={submitText}
      grave={grave}
    >
      <p className="drawer-lead">{lead}</p>
      <ReasonField focus />
      {children}
    </FormDrawer>
  )
}
