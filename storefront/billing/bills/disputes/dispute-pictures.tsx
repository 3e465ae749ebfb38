import { EnterprisePictureLink } from '#storefront/platform/components/picture-link.tsx'

/** The pictures of a dispute. */
export function DisputePictures({ pictures }: { pictures: readonly string[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map((fileId, at) => (
        <li key={fileId} className="size-16 overflow-hidden rounded-control border border-line bg-white">
          <EnterprisePictureLink fileId={fileId} label={`异议图片 ${at + 1}`} />
        </li>
      ))}
    </ul>
  )
}
