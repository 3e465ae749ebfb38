import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { showError } from '#storefront/platform/components/notify.ts'

const COPIED_SHOWN_MS = 2_000

/** On a page without TLS browsers have no clipboard API. Then the selected text is copied instead. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies a text to the clipboard and shows a notice. */
export function CopyButton({ text, name, children = '复制' }: { text: string; name: string; children?: ReactNode }) {
  const [copied, setCopied] = useState(false)
  const press = async () => {
    if (!(await copy(text))) return showError('浏览器不允许复制，请长按选择文字')
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
  }
  const Icon = copied ? Check : Copy
  return (
    <Button look="line" size="sm" aria-label={copied ? `已复制${name}` : `复制${name}`} onClick={() => void press()}>
      <Icon className="size-3.5" aria-hidden />
      {copied ? '已复制' : children}
    </Button>
  )
}
