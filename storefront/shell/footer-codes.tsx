import { QrCode } from '../parts/qr-code.tsx'

const codes = [
  ['android', 'Android'],
  ['ios', 'iOS'],
  ['wechat', '公众号'],
] as const

/** Codes for a camera: the mall on a phone. The page that they open says the rest. */
export function FooterCodes() {
  return codes.map(([device, label]) => (
    <li key={device} className="w-18 text-center">
      <QrCode text={`${location.origin}/#/app_download?device=${device}`} label={`${label} 二维码`} className="size-18 rounded-control" />
      <span className="text-xs">{label}</span>
    </li>
  ))
}
