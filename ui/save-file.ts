import type { Binary } from '#contract/platform/core/endpoint.ts'

/** How long a browser may take to begin with a file before its address ends. */
const KEPT_MS = 60_000

/** Hands a file that was made here to the browser, which keeps it under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** The same with a file that has come, under its own name. */
export const saveFile = ({ bytes, type, name }: Binary): void => saveBlob(new Blob([bytes], { type }), name)
