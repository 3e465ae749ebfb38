import { Input, type InputRef } from 'antd'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import './scanner.css'

interface Props {
  label: string
  placeholder: string
  /** The field itself, for who leads the cursor back to it. */
  field: RefObject<InputRef | null>
  scan: (text: string) => void
}

/** The field that a scanner types into. Nobody has to put the cursor there, so no key is needed between scans. */
export function ScanField({ label, placeholder, field, scan }: Props) {
  const [text, setText] = useState('')
  useEffect(() => {
    // A scanner types at any time: whatever is not typed into another field goes into this one.
    const take = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (!isTyped || !(target instanceof HTMLElement) || target.matches('input, textarea, select')) return
      field.current?.focus()
      // Here a letter is the beginning of a code, and not one of the console's keys.
      event.stopPropagation()
    }
    window.addEventListener('keydown', take, { capture: true })
    return () => window.removeEventListener('keydown', take, { capture: true })
  }, [field])
  return (
    <Input
      ref={field}
      size="large"
      className="num scan-field"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoFocus
      maxLength={60}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={(event) => {
        // The Enter of a scanner sends no form around it.
        event.preventDefault()
        scan(text)
        setText('')
      }}
    />
  )
}

/** What the last scan led to, in large letters, because who scans stands at the goods. */
export const ScanNotice = ({ tone, children }: { tone: 'good' | 'bad' | 'ask'; children: ReactNode }) => (
  <p className={`scan-notice scan-${tone}`} role="status" aria-live="assertive">
    {children}
  </p>
)
