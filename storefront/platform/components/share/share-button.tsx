import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { SharedGoodsOrComment } from './share-dialog.tsx'

const ShareDialog = lazyPart(() => import('./share-dialog.tsx').then((part) => part.ShareDialog))

/** 分享: shares a product or a comment, by link or QR code. */
export function ShareButton({ shared, className = '' }: { shared: SharedGoodsOrComment; className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`分享 ${shared.title}`}
        onClick={() => setOpen(true)}
        className={`finger inline-flex items-center gap-1.5 rounded-control px-1 text-sm text-mute hover:text-jade ${className}`}
      >
        <Share2 className="size-4" strokeWidth={1.6} aria-hidden />
        分享
      </button>
      {open && (
        <Suspense>
          <ShareDialog shared={shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
