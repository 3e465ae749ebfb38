import { Button, Input } from 'antd'
import { ALT_MAX, type GoodsPicture, pictureAddress } from '#contract/catalog/pictures/addresses.ts'
import { PictureDrop } from './picture-drop.tsx'
import { toGoodsPicture } from './picture-list.ts'
import { useUploads } from './use-uploads.ts'

interface Props {
  /** What the picture is of, 分类图片. */
  label: string
  value: GoodsPicture | null
  change: (value: GoodsPicture | null) => void
}

/** A field for one picture: it is uploaded by click, drag or paste, described, and removed. The form that holds it saves its id. */
export function PictureField({ label, value, change }: Props) {
  const uploads = useUploads((picture) => change(toGoodsPicture(picture)))
  return (
    <fieldset className="picture-field" aria-label={label}>
      {value === null ? (
        <PictureDrop what={label} most={1} uploads={uploads} />
      ) : (
        <div className="picture-one">
          <img src={pictureAddress(value.id, 320, 'webp')} alt={value.alt} width={160} height={160} />
          <div>
            <Input
              aria-label={`${label}的说明`}
              placeholder="图片说明，如：U84 采煤截齿 主图"
              value={value.alt}
              maxLength={ALT_MAX}
              onChange={({ target }) => change({ ...value, alt: target.value })}
            />
            <Button size="small" onClick={() => change(null)}>
              移除
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}
