import 'react-easy-crop/react-easy-crop.css'
import { useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { Button } from '#storefront/platform/components/button.tsx'
import { showError } from '#storefront/platform/components/notify.ts'
import { cropPictureToSquareJpeg } from './crop-picture.ts'
import { toCropPreviewStyle } from './crop-view.ts'

const ZOOM_MAX = 4

interface Props {
  /** The object URL of the picture. */
  address: string
  /** The upload is running. */
  busy: boolean
  onDone: (square: Blob) => void
  onCancel: () => void
  /** Called if the file is not a picture. */
  onBroken: () => void
}

interface Chosen {
  /** The chosen part in hundredths, and in pixels. */
  part: Area
  pixels: Area
}

/** A picture under a round window. It is moved by dragging or with the arrow keys, and zoomed with the slider, the wheel or two fingers. */
export function AvatarCropper({ address, busy, onDone, onCancel, onBroken }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [chosen, setChosen] = useState<Chosen>()
  const picture = useRef<HTMLImageElement>(null)
  const save = () => {
    if (chosen && picture.current)
      cropPictureToSquareJpeg(picture.current, chosen.pixels).then(onDone, (error: Error) => showError(error.message))
  }
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_200px]">
      <div>
        <div className="relative h-80 overflow-hidden rounded-control bg-ink md:h-100">
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(part, pixels) => setChosen({ part, pixels })}
            mediaProps={{ alt: '', onError: onBroken }}
            cropperProps={{ role: 'application', 'aria-label': '裁剪框：用方向键移动图片' }}
          />
        </div>
        <label className="mt-4 flex items-center gap-3 text-sm text-mute">
          缩放
          <input
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            className="h-6 flex-1 accent-jade"
          />
          <span className="num w-10 text-right">{Math.round(zoom * 100)}%</span>
        </label>
      </div>
      <div className="flex flex-col items-center gap-4">
        <p className="text-sm text-mute">预览</p>
        <div className="size-32 overflow-hidden rounded-full border border-line bg-white">
          <img
            ref={picture}
            src={address}
            alt="裁剪后的头像预览"
            className="max-w-none origin-top-left"
            style={chosen && toCropPreviewStyle(chosen.part)}
          />
        </div>
        <div className="flex w-full gap-3 md:flex-col">
          <Button className="flex-1 md:flex-none" busy={busy} disabled={chosen === undefined} onClick={save}>
            保存头像
          </Button>
          <Button look="line" className="flex-1 md:flex-none" disabled={busy} onClick={onCancel}>
            取消
          </Button>
        </div>
      </div>
    </div>
  )
}
