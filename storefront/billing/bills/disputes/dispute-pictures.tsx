import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'

/** The pictures of a dispute. */
export function DisputePictures({ pictures }: { pictures: readonly string[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pictures.map((fileId, at) => (
        <li key={fileId} className="size-16 overflow-hidden rounded-control border border-line bg-white">
          <DisputePicture fileId={fileId} label={`异议图片 ${at + 1}`} />
        </li>
      ))}
    </ul>
  )
}

function DisputePicture({ fileId, label }: { fileId: string; label: string }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state === 'failed') return <p className="p-1 text-xs text-mute">未能显示</p>
  if (picture.state !== 'shown') return <div role="status" aria-label="加载中" className="skeleton size-full" />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`放大查看${label}`} className="block size-full">
      <img src={picture.url} alt={label} className="size-full object-cover" />
    </a>
  )
}
