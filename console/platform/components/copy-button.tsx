import { App, Button } from 'antd'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'

/** Copies a text to the clipboard and confirms it. Without children it is only an icon. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const { message } = App.useApp()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => void message.success({ content: '已复制', duration: 2 }),
      () => void message.error('浏览器不允许复制，请手动选择'),
    )
  return (
    <Button type="text" size="small" icon={<Copy size={14} aria-hidden />} aria-label={label} title={label} onClick={() => void copy()}>
      {children}
    </Button>
  )
}
