import type { FilePurpose } from '#contract/people/files/api.ts'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import type { DocumentNote } from './use-readings.ts'

interface Props {
  label: string
  hint: string
  purpose: FilePurpose
  /** The id of the uploaded picture; empty before the upload. */
  value: string
  onChange: (fileId: string) => void
  /** The person has consented to the processing of identity documents. Before that no upload is possible. */
  agreed: boolean
  /** What became of the reading of the picture. */
  note?: DocumentNote | undefined
  required?: boolean
  error?: string | undefined
}

/** The upload field of an identity document. */
export const IdentityDocumentTile = ({ agreed, note, ...rest }: Props) => (
  <div>
    <PictureUploadTile {...rest} consent={agreed} blocked={agreed ? undefined : '勾选《证件信息处理同意书》后可上传'} />
    <p role="status" className="text-sm text-mute">
      {note?.text}{' '}
      {note?.readAgain && (
        <button type="button" onClick={note.readAgain} className="finger text-jade hover:underline">
          重新识别
        </button>
      )}
    </p>
  </div>
)
