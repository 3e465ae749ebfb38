import { EnterprisePictureLink } from '#storefront/platform/components/picture-link.tsx'

/** 签收单: pictures of the signed delivery note. */
export function ProofOfDelivery({ receipts }: { receipts: readonly string[] }) {
  if (receipts.length === 0) return null
  return (
    <div className="mt-3 border-t border-line-soft pt-3">
      <h3 className="mb-2 text-sm text-mute">签收单</h3>
      <ul className="grid grid-cols-3 gap-3 md:max-w-md">
        {receipts.map((fileId, at) => (
          <li key={fileId} className="aspect-[4/3] overflow-hidden rounded-control border border-line bg-paper">
            <EnterprisePictureLink fileId={fileId} label={`签收单 ${at + 1}`} />
          </li>
        ))}
      </ul>
    </div>
  )
}
