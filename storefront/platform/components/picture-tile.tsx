import { ImagePlus, LoaderCircle, RotateCcw, X } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { type FilePurpose, filesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { getPictureFileError, PICTURE_FILE_TYPES } from '#ui/picture-file.ts'
import { useEnterprisePicture } from './use-own-picture.ts'

const filesApi = createApiClient({ uploadImage: filesEndpoints.uploadImage }, sendOrHoldUntilLogin)

interface Props {
  label: string
  hint: string
  purpose: FilePurpose
  /** The picture's id after the upload; empty before. */
  value: string
  onChange: (fileId: string) => void
  /** For an identity document: the person has consented to its processing. */
  consent?: boolean
  /** Why no picture can be uploaded yet. */
  blocked?: string | undefined
  required?: boolean
  error?: string | undefined
}

/** A tile for a picture, which is chosen or taken with the camera, uploaded at once, shown from the server, and can be removed. */
export function PictureUploadTile({ label, hint, purpose, value, onChange, consent, blocked, required = false, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const upload = useApiMutation((file: File) => filesApi.uploadImage({ purpose, consent }, { file }), {
    onSuccess: ({ fileId }) => onChange(fileId),
    onError: (error) => {
      setFault(error.message)
      return handleRefusalAtField(error)
    },
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const wrong = getPictureFileError(file)
    setFault(wrong)
    if (wrong === undefined) upload.mutate(file)
  }
  const message = fault ?? error
  return (
    <div>
      <p id={`${id}-label`} className="mb-1 text-sm text-mute">
        {required && <span className="mr-0.5 text-danger">*</span>}
        {label}
      </p>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FILE_TYPES}
        onChange={choose}
        aria-labelledby={`${id}-label`}
        tabIndex={-1}
        className="sr-only"
      />
      <div
        className={`relative aspect-[8/5] overflow-hidden rounded-control border bg-paper ${message === undefined ? 'border-line' : 'border-danger'}`}
      >
        {upload.isPending ? (
          <Sending />
        ) : value === '' ? (
          <Blank label={label} disabled={blocked !== undefined} describedBy={`${id}-about`} onPress={() => input.current?.click()} />
        ) : (
          <Shown fileId={value} label={label} />
        )}
        {value !== '' && !upload.isPending && (
          <div className="absolute top-1.5 right-1.5 flex gap-1.5">
            <Small label={`更换${label}`} icon={<RotateCcw className="size-4" aria-hidden />} onPress={() => input.current?.click()} />
            <Small label={`移除${label}`} icon={<X className="size-4" aria-hidden />} onPress={() => onChange('')} />
          </div>
        )}
      </div>
      <p
        id={`${id}-about`}
        role={message === undefined ? undefined : 'alert'}
        className={`mt-1 min-h-5 text-sm ${message === undefined ? 'text-mute' : 'text-danger'}`}
      >
        {message ?? blocked ?? hint}
      </p>
    </div>
  )
}

const Sending = () => (
  <p role="status" className="grid size-full place-items-center text-sm text-mute">
    <span className="flex items-center gap-2">
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      上传中
    </span>
  </p>
)

function Blank({ label, disabled, describedBy, onPress }: { label: string; disabled: boolean; describedBy: string; onPress: () => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-describedby={describedBy}
      onClick={onPress}
      className="grid size-full place-items-center text-mute transition-colors enabled:hover:text-jade disabled:cursor-not-allowed"
    >
      <span className="grid justify-items-center gap-1.5">
        <ImagePlus className="size-7" strokeWidth={1.4} aria-hidden />
        <span className="text-sm">点击上传{label}</span>
      </span>
    </button>
  )
}

function Shown({ fileId, label }: { fileId: string; label: string }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state === 'shown') return <img src={picture.url} alt={`已上传的${label}`} className="size-full object-contain" />
  if (picture.state === 'failed') {
    return (
      <div className="grid size-full place-items-center text-sm text-mute">
        <span>
          图片未能显示，
          <button type="button" onClick={picture.again} className="py-1 text-jade hover:underline">
            重试
          </button>
        </span>
      </div>
    )
  }
  return <div role="status" aria-label="加载中" className="skeleton size-full" />
}

function Small({ label, icon, onPress }: { label: string; icon: React.ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-8 place-items-center rounded-full bg-white/90 text-ink shadow-sm hover:text-jade"
    >
      {icon}
    </button>
  )
}
