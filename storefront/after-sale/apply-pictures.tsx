import { PICTURES_MAX } from '../../contract/after-sale/shapes.ts'
import { PaperTile } from '../verification/forms/paper-tile.tsx'

/** Pictures, one after the other: a place for the next one as long as there is room. */
export function ApplyPictures({ pictures, onChange }: { pictures: readonly string[]; onChange: (pictures: readonly string[]) => void }) {
  const places = pictures.length < PICTURES_MAX ? [...pictures, ''] : pictures
  const put = (at: number, fileId: string) =>
    onChange(fileId === '' ? pictures.filter((_, place) => place !== at) : [...pictures.slice(0, at), fileId, ...pictures.slice(at + 1)])
  return (
    <div>
      <p className="mb-2 text-sm text-mute">
        图片 <span className="num">{`${pictures.length}/${PICTURES_MAX}`}</span>，拍清铭牌、破损处和包装
      </p>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {places.map((fileId, at) => (
          <PaperTile
            key={fileId === '' ? 'next' : fileId}
            label={`图片 ${at + 1}`}
            hint="JPG、PNG 或 WebP，10 MB 以内"
            purpose="afterSale"
            value={fileId}
            onChange={(next) => put(at, next)}
            agreed
          />
        ))}
      </div>
    </div>
  )
}
