import { useState } from 'react'
import { QUOTATION_DRAWING_NAME_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { filesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { FileDrop } from '#storefront/platform/components/file-drop.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { DRAWING_FILE_TYPES, getDrawingFileError } from '#ui/picture-file.ts'

const filesApi = createApiClient({ uploadImage: filesEndpoints.uploadImage }, sendOrHoldUntilLogin)

export interface UploadedDrawing {
  fileId: string
  name: string
  mediaType: string
  bytes: number
}

/** The end of a long name is kept: it has what tells files of one set apart. */
const toDrawingName = (name: string): string => [...name].slice(-QUOTATION_DRAWING_NAME_LENGTH_MAX).join('')

/** Uploads files one after the other. Those that the server refuses are named with the reason, and the others are kept. */
async function uploadFiles(files: readonly File[]): Promise<{ uploaded: UploadedDrawing[]; faults: string[] }> {
  const [uploaded, faults]: [UploadedDrawing[], string[]] = [[], []]
  for (const file of files) {
    const wrong = getDrawingFileError(file)
    if (wrong !== undefined) faults.push(`${file.name}：${wrong}`)
    else
      try {
        const { fileId, type, bytes } = await filesApi.uploadImage({ purpose: 'drawing' }, { file })
        uploaded.push({ fileId, name: toDrawingName(file.name), mediaType: type, bytes })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        faults.push(`${file.name}：${error.message}`)
      }
  }
  return { uploaded, faults }
}

interface Props {
  /** How many more drawings there may be. */
  room: number
  onUploaded: (drawings: readonly UploadedDrawing[]) => void
  error?: string | undefined
}

/** An area to choose drawings, which are uploaded at once. */
export function DrawingUpload({ room, onUploaded, error }: Props) {
  const [faults, setFaults] = useState<readonly string[]>([])
  const upload = useApiMutation((files: readonly File[]) => uploadFiles(files.slice(0, room)), {
    onSuccess: (done, files) => {
      setFaults(files.length > room ? [...done.faults, `最多再上传 ${room} 份，其余没有上传`] : done.faults)
      if (done.uploaded.length > 0) onUploaded(done.uploaded)
    },
  })
  const messages = error === undefined ? faults : [error, ...faults]
  return (
    <>
      <FileDrop
        label="上传图纸"
        accept={DRAWING_FILE_TYPES}
        hint="JPG、PNG、WebP 或 PDF，每份 10 MB 以内"
        multiple
        busy={upload.isPending}
        busyText="上传中…"
        onFiles={(files) => upload.mutate(files)}
        className="h-28"
      />
      {messages.length > 0 && (
        <div role="alert" className="mt-2 text-sm break-words text-danger">
          {messages.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </>
  )
}
