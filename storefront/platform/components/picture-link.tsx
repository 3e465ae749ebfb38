import { useEnterprisePicture } from './use-own-picture.ts'

/** A picture that the company has uploaded, which fills its frame and opens in full. */
export function EnterprisePictureLink({ fileId, label }: { fileId: string; label: string }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state === 'failed')
    return (
      <button type="button" onClick={picture.again} className="grid size-full place-items-center p-1 text-xs text-jade hover:underline">
        图片未能显示，重试
      </button>
    )
  if (picture.state !== 'shown') return <div role="status" aria-label="加载中" className="skeleton size-full" />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`放大查看${label}`} className="block size-full">
      <img src={picture.url} alt={label} className="size-full object-cover" />
    </a>
  )
}
