import { Button } from './button.tsx'

interface Props {
  /** The label of the submit button. */
  submit: string
  cancel?: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** The cancel and submit buttons of a form in a window. */
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
