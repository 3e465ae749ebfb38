import type { BinaryFile } from '#contract/platform/core/endpoint.ts'

/** How long a browser may need to start a download before its object URL is revoked. */
const KEPT_MS = 60_000

/** Downloads a file that was created in the browser, under a name. */
export function saveBlobToDisk(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** Downloads a file that the server has sent, under its own name. */
export const saveFileToDisk = ({ bytes, type, name }: BinaryFile): void => saveBlobToDisk(new Blob([bytes], { type }), name)
