import { Button } from './button.tsx'

interface Props {
  /** What sending the form does, in a word or two. */
  submit: string
  cancel?: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** The two ends of a form in a window: to leave it, and to send it. */
export const FormButtons = ({ submit, cancel = '取消', busy, disabled = false, onCancel }: Props) => (
  <div className="mt-3 flex justify-end gap-3">
    <Button look="line" onClick={onCancel}>
      {cancel}
    </Button>
    <Button type="submit" busy={busy} disabled={disabled}>
      {submit}
    </Button>
  </div>
)
