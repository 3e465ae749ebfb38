import type { ReactNode } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { formatCount } from '#ui/format.ts'

/** The filters on a phone: a sheet from below. It stays open while one chooses, and shows the number of results. */
export function GoodsFilterSheet({
  open,
  onClose,
  total,
  children,
}: {
  open: boolean
  onClose: () => void
  total: number
  children: ReactNode
}) {
  return (
    <Modal open={open} onClose={onClose} title="筛选" changesSearch>
      <div className="-mx-4">{children}</div>
      <div className="sticky -bottom-5 -mx-5 mt-2 -mb-5 border-t border-line bg-white px-5 py-3">
        <Button className="w-full" onClick={onClose}>
          查看 {formatCount(total)} 款商品
        </Button>
      </div>
    </Modal>
  )
}
