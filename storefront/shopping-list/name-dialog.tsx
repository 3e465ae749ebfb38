import { useState } from 'react'
import { LIST_NAME_MAX } from '../../contract/standing/api.ts'
import { Modal } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'

interface Props {
  open: boolean
  title: string
  /** The name as it is, where there is one. */
  name?: string
  busy: boolean
  onClose: () => void
  onName: (name: string) => void
}

/** Asks what a list is to be called. */
export function NameDialog({ open, title, name = '', busy, onClose, onName }: Props) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      <Form name={name} busy={busy} onClose={onClose} onName={onName} />
    </Modal>
  )
}

function Form({ name, busy, onClose, onName }: Pick<Props, 'busy' | 'onClose' | 'onName'> & { name: string }) {
  const [typed, setTyped] = useState(name)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onName(typed)
      }}
    >
      <TextField
        label="清单名称"
        required
        maxLength={LIST_NAME_MAX}
        placeholder="如：掘进一队月度"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormButtons submit="保存" busy={busy} disabled={typed.trim() === ''} onCancel={onClose} />
    </form>
  )
}
