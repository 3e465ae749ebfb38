import { Button } from 'antd'
import { useRef } from 'react'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type MallCompanyPictureUse, mallCompanyPictureUses } from '#contract/operations/settings/company-picture-api.ts'
import { useAuthenticatedPicture } from '#ui/use-picture.ts'
import { companyPictureApi } from './settings-api.ts'

interface Props {
  use: MallCompanyPictureUse
  label: string
  /** The background on which it is shown. */
  dark?: boolean
  /** The form gives both. */
  value?: string | null
  onChange?: (id: string | null) => void
}

/** A logo or a stamp of the company. It is uploaded at once, and used when the form is saved. */
export function CompanyPictureField({ use, label, dark = false, value = null, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useApiMutation((file: File) => companyPictureApi.upload({ use }, { file }), {
    onSuccess: ({ pictureId }) => onChange?.(pictureId),
  })
  return (
    <div className="company-picture">
      {value !== null && (
        <span className={dark ? 'company-picture-dark' : undefined}>
          {use === 'stamp' ? <Stamp id={value} /> : <img src={`/company/${value}/192.png`} alt={label} width={72} height={72} />}
        </span>
      )}
      <input
        ref={input}
        type="file"
        aria-label={`上传${label}`}
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
      <Button loading={upload.isPending} onClick={() => input.current?.click()}>
        {value === null ? `上传${label}` : `更换${label}`}
      </Button>
      {value !== null && (
        <Button type="text" aria-label={`去掉${label}`} onClick={() => onChange?.(null)}>
          去掉
        </Button>
      )}
      <small className="mute">{`${mallCompanyPictureUses[use].label}用 PNG、JPG 或 WebP，长边至少 320 像素${use === 'stamp' ? '，背景透明' : '，方形'}`}</small>
    </div>
  )
}

/** A stamp needs the token of an administrator, which an `<img src>` does not send. */
function Stamp({ id }: { id: string }) {
  const picture = useAuthenticatedPicture(id, (options) => companyPictureApi.stamp({ id }, options))
  return picture.state === 'shown' ? <img src={picture.url} alt="印章图片" width={72} height={72} /> : null
}
