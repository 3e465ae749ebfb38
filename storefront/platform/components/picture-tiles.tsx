import type { FilePurpose } from '#contract/people/files/api.ts'
import { PictureUploadTile } from './picture-tile.tsx'

interface Props {
  purpose: FilePurpose
  most: number
  /** What the pictures should show. */
  hint: string
  pictures: readonly string[]
  onChange: (pictures: readonly string[]) => void
  error?: string | undefined
}

/** A row of pictures, with an empty tile for the next one while the maximum is not reached. */
export function PictureUploadTileRow({ purpose, most, hint, pictures, onChange, error }: Props) {
  const tiles = pictures.length < most ? [...pictures, ''] : pictures
  const put = (at: number, fileId: string) =>
    onChange(fileId === '' ? pictures.filter((_, place) => place !== at) : [...pictures.slice(0, at), fileId, ...pictures.slice(at + 1)])
  return (
    <div>
      <p className="mb-2 text-sm text-mute">
        图片 <span className="num">{`${pictures.length}/${most}`}</span>，{hint}
      </p>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {tiles.map((fileId, at) => (
          <PictureUploadTile
            key={fileId === '' ? 'next' : fileId}
            label={`图片 ${at + 1}`}
            hint="JPG、PNG 或 WebP，10 MB 以内"
            purpose={purpose}
            value={fileId}
            onChange={(next) => put(at, next)}
            error={at === 0 ? error : undefined}
          />
        ))}
      </div>
    </div>
  )
}
