import { Ruler } from 'lucide-react'
import { useState } from 'react'
import type { GoodsPicture as Picture } from '#contract/catalog/pictures/picture-urls.ts'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'

/** The width of the main picture. */
export const GALLERY_PICTURE_SIZES = '(min-width: 1280px) 480px, (min-width: 768px) 42vw, 100vw'
const THUMB = 'block overflow-hidden rounded-control border-2 bg-white'
const GROUND = 'bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)]'

/** The pictures of goods from all sides, and the dimension drawing. */
export function GoodsGallery({ pictures, name }: { pictures: readonly Picture[]; name: string }) {
  const [chosen, setChosen] = useState<string>()
  const shown = pictures.find(({ id }) => id === chosen) ?? pictures[0]
  return (
    <div>
      <div className="overflow-hidden rounded-panel border border-line">
        <div className={shown?.drawing ? 'bg-white p-3' : GROUND}>
          <GoodsPicture key={shown?.id} picture={shown?.id ?? null} alt={shown?.alt || name} sizes={GALLERY_PICTURE_SIZES} eager />
        </div>
      </div>
      {pictures.length > 1 && (
        <div className="mt-2 grid grid-cols-4 gap-2">
          {pictures.map((picture, at) => (
            <Thumb
              key={picture.id}
              picture={picture}
              label={picture.alt || `第 ${at + 1} 张图片`}
              pressed={picture === shown}
              onPress={() => setChosen(picture.id)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface ThumbProps {
  picture: Picture
  label: string
  pressed: boolean
  onPress: () => void
}

function Thumb({ picture: { id, drawing }, label, pressed, onPress }: ThumbProps) {
  const edge = pressed ? 'border-jade' : 'border-line hover:border-placeholder'
  const content = drawing ? 'grid place-content-center justify-items-center gap-1 text-xs' : GROUND
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={drawing ? undefined : `看${label}`}
      className={`${THUMB} ${content} ${edge}`}
      onClick={onPress}
    >
      {drawing ? (
        <>
          <Ruler className="size-5 text-jade" strokeWidth={1.6} aria-hidden />
          尺寸图
        </>
      ) : (
        <GoodsPicture picture={id} alt="" sizes="112px" />
      )}
    </button>
  )
}
