import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { type QuotationDrawing, toDrawingFileName } from '#contract/orders/quotations/shapes.ts'
import { filesEndpoints, PDF_TYPE } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { EnterprisePictureLink } from '#storefront/platform/components/picture-link.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatFileSize } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const filesApi = createApiClient({ viewFile: filesEndpoints.viewFile }, sendOrHoldUntilLogin)

interface Props {
  drawing: Pick<QuotationDrawing, 'fileId' | 'name' | 'mediaType' | 'bytes'>
  /** What it belongs to, and what can be done with it. */
  children: ReactNode
}

/** A drawing in a list: a small picture of it, or the sign of a PDF, its name, which saves it, and its size. */
export function DrawingListItem({ drawing, children }: Props) {
  const { fileId, name, mediaType, bytes } = drawing
  const save = useApiMutation(() => filesApi.viewFile({ fileId }), {
    onSuccess: (file) => saveFileToDisk({ ...file, name: toDrawingFileName(drawing) }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="size-12 shrink-0 overflow-hidden rounded-control border border-line bg-white">
        {mediaType === PDF_TYPE ? (
          <span className="grid size-full place-items-center text-jade">
            <FileText className="size-6" strokeWidth={1.4} aria-hidden />
          </span>
        ) : (
          <EnterprisePictureLink fileId={fileId} label={name} />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <button
          type="button"
          aria-label={`下载图纸 ${name}`}
          aria-busy={save.isPending}
          disabled={save.isPending}
          onClick={() => save.mutate(undefined)}
          className="finger max-w-full text-left break-words text-jade hover:underline"
        >
          {name}
        </button>
        <p className="text-xs text-mute">
          <span className="num">{formatFileSize(bytes)}</span>
        </p>
      </div>
      {children}
    </li>
  )
}
