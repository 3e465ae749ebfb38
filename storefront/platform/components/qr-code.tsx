import { encode } from 'uqr'
import { toQrCodeSvgPath } from './qr-path.ts'

/** A QR code: dark on white in every theme, with the quiet zone that readers need. */
export function QrCode({ text, label, className = 'size-52' }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={`bg-white ${className}`}>
      <path d={toQrCodeSvgPath(data)} fill="#000" />
    </svg>
  )
}
