import { useState } from 'react'
import { LIST_NAME_MAX } from '../../contract/standing/api.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'

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
      <div className="flex justify-end gap-3">
        <Button look="line" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" busy={busy} disabled={typed.trim() === ''}>
          保存
        </Button>
      </div>
    </form>
  )
}
