import type { FilePurpose } from '#contract/people/files/api.ts'
import { PictureTile } from '#storefront/platform/components/picture-tile.tsx'

interface Props {
  label: string
  hint: string
  purpose: FilePurpose
  /** The picture's id once it is uploaded; empty before. */
  value: string
  onChange: (fileId: string) => void
  /** The person has agreed to papers being processed; before that none is taken. */
  agreed: boolean
  required?: boolean
  error?: string | undefined
}

/** A place for the picture of a secret paper. */
export const IdentityDocumentTile = ({ agreed, ...rest }: Props) => (
  <PictureTile {...rest} consent={agreed} blocked={agreed ? undefined : '勾选证件信息处理同意书后可上传'} />
)
