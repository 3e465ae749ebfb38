import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'

/** What is shared, with its path below the mall's address. */
export interface SharedGoodsOrComment {
  what: 'goods' | 'comment'
  id: string
  title: string
  path: string
}

/** A link to copy, a QR code, and the device's own share function if it has one. Every reader sees his own prices. */
export function ShareDialog({ shared: { what, id, title, path }, onClose }: { shared: SharedGoodsOrComment; onClose: () => void }) {
  const link = `${location.origin}/#${path}`
  const emitShared = () => emitClientEvent('trendTransmitCreated', { what, id })
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => {
        emitShared()
        showNotice('链接已复制，可粘贴发送')
      },
      () => showError('浏览器不允许复制，请手动选中链接'),
    )
  const send = () => navigator.share({ title, url: link }).then(emitShared, () => {})
  return (
    <Modal open onClose={onClose} title={what === 'goods' ? '分享商品' : '分享评论'}>
      <p className="line-clamp-2 text-mute">{title}</p>
      <div className="mt-4 flex flex-col items-center gap-2">
        <QrCode text={link} label="分享二维码" className="size-48 rounded-control border border-line-soft" />
        <p className="text-sm text-mute">用手机扫码打开</p>
      </div>
      <p className="num mt-4 rounded-control bg-paper px-3 py-2 text-sm break-all select-all">{link}</p>
      <div className="mt-5 flex justify-end gap-3">
        {'share' in navigator && (
          <Button look="line" onClick={() => void send()}>
            发送到…
          </Button>
        )}
        <Button onClick={() => void copy()}>复制链接</Button>
      </div>
    </Modal>
  )
}
