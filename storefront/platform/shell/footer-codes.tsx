import { QrCode } from '#storefront/platform/components/qr-code.tsx'

const codes = [
  ['/app_download?device=android', 'Android'],
  ['/app_download?device=ios', 'iOS'],
  ['/public_account', '公众号'],
] as const

/** QR codes that open the mall on a phone. */
export function FooterQrCodes() {
  return codes.map(([path, label]) => (
    <li key={path} className="w-18 text-center">
      <QrCode text={`${location.origin}/#${path}`} label={`${label} 二维码`} className="size-18 rounded-control" />
      <span className="text-xs">{label}</span>
    </li>
  ))
}
