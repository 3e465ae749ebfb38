import { Input } from 'antd'
import { useState } from 'react'

interface Props {
  label: string
  placeholder: string
  /** What the list is narrowed by; see `usePanelText`. */
  text: string
  search: (text: string) => void
}

/** The box that searches a list within a screen, in the row of filters above it. */
export function PanelSearch({ label, placeholder, text, search }: Props) {
  const [typed, setTyped] = useState(text)
  return (
    <Input.Search
      className="panel-search"
      aria-label={label}
      placeholder={placeholder}
      allowClear
      maxLength={60}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onSearch={(found) => search(found.trim())}
    />
  )
}
