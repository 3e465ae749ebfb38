import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code: black on white with the quiet zone that readers need. */
export function QrCode({ text, label, size = 208 }: { text: string; label: string; size?: number }) {
  const { width, squares } = useMemo(() => draw(text), [text])
  return (
    <svg viewBox={`0 0 ${width} ${width}`} width={size} height={size} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${width}v${width}H0z`} fill="#fff" />
      <path d={squares} fill="#000" />
    </svg>
  )
}

const QUIET = 4

function draw(text: string): { width: number; squares: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { width: size, squares: squares.join('') }
}
