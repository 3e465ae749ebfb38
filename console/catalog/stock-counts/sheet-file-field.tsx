import { useId } from 'react'

interface Props {
  /** The chosen file, and what happens to another one; the form fills them in. */
  value?: File | undefined
  onChange?: (file: File | undefined) => void
  hint: string
}

/** A field of a form that holds a sheet until the form is sent. */
export function SheetFileField({ value, onChange, hint }: Props) {
  const id = useId()
  return (
    <div className="count-file">
      <label htmlFor={id} className="button-link">
        {value ? '换一个文件' : '选择文件'}
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          onChange={({ target }) => {
            onChange?.(target.files?.[0])
            // The input is cleared, so that the same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
      </label>
      <small className="mute">{value?.name ?? hint}</small>
    </div>
  )
}
