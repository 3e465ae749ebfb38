import { Button } from 'antd'
import { getPictureUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { PictureDropArea } from './picture-drop.tsx'
import { usePictureUploads } from './use-uploads.ts'

interface Props {
  /** The label of the picture: 分类图片. */
  label: string
  /** The id of the picture. The form that contains the field passes it and saves it. */
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A field for one picture, which is uploaded by click, drag or paste, and can be removed. */
export function SinglePictureField({ label, value = null, onChange }: Props) {
  const uploads = usePictureUploads(({ id }) => onChange?.(id))
  return (
    <fieldset className="picture-field" aria-label={label}>
      {value === null ? (
        <PictureDropArea what={label} most={1} uploads={uploads} />
      ) : (
        <div className="picture-one">
          <img src={getPictureUrl(value, 320, 'webp')} alt={label} width={160} height={160} />
          <Button size="small" onClick={() => onChange?.(null)}>
            移除图片
          </Button>
        </div>
      )}
    </fieldset>
  )
}
