import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'

interface Props {
  title: string
  /** What will happen. */
  lead: string
  submitText: string
  grave?: boolean
  open: boolean
  close: () => void
  busy: boolean
  submit: (reason: string) => void
}

/** Asks for the reason before a person or an enterprise is frozen or unfrozen, and explains the consequences. */
export function FreezeOrUnfreezeReasonDrawer({ title, lead, submitText, grave = false, open, close, busy, submit }: Props) {
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
      <p className="drawer-note">原因和您的姓名记入审计，对方看不到。</p>
    </FormDrawer>
  )
}
