import type { Binary } from '../contract/endpoint.ts'

/** How long a browser may take to begin with a file before its address ends. */
const KEPT_MS = 60_000

/** Hands a file that has come to the browser, which keeps it under its own name. */
export function saveFile({ bytes, type, name }: Binary): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
