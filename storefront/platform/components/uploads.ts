let uploading = 0
const watchers = new Set<() => void>()

function change(by: 1 | -1): void {
  uploading += by
  for (const watcher of watchers) watcher()
}

/** Whether a file is on its way to the server. A form that is sent meanwhile would be sent without it. */
export const areFilesUploading = (): boolean => uploading > 0
/** Calls the listener whenever an upload begins or ends. The returned function ends it. */
export function watchUploads(listener: () => void): () => void {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}

/** Counts an upload while it is under way. */
export async function countUpload<Answer>(upload: Promise<Answer>): Promise<Answer> {
  change(1)
  try {
    return await upload
  } finally {
    change(-1)
  }
}
