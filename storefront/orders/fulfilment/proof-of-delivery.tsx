import { Skeleton } from '#storefront/platform/components/states.tsx'
import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'

/** 签收单: pictures of the signed delivery note. */
export function ProofOfDelivery({ receipts }: { receipts: readonly string[] }) {
  if (receipts.length === 0) return null
  return (
    <div className="mt-3 border-t border-line-soft pt-3">
      <h3 className="mb-2 text-sm text-mute">签收单</h3>
      <ul className="grid grid-cols-3 gap-3 md:max-w-md">
        {receipts.map((fileId, at) => (
          <li key={fileId} className="aspect-[4/3] overflow-hidden rounded-control border border-line bg-paper">
            <Receipt fileId={fileId} label={`签收单 ${at + 1}`} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Receipt({ fileId, label }: { fileId: string; label: string }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state === 'failed')
    return (
      <button type="button" onClick={picture.again} className="grid size-full place-items-center text-sm text-danger">
        加载失败，重试
      </button>
    )
  if (picture.state !== 'shown') return <Skeleton className="size-full" />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`在新窗口查看${label}`}>
      <img src={picture.url} alt={label} className="size-full object-cover" />
    </a>
  )
}
