import { encodeCode128Bars } from '#contract/orders/fulfilment/code128.ts'

const HEIGHT = 30
/** The quiet zone on both sides, which scanners need: ten modules. */
const QUIET = 10

/** A number as a Code 128 barcode, for the scanner in the warehouse. */
export function Code128Barcode({ digits }: { digits: string }) {
  const { bars, modules } = encodeCode128Bars(digits)
  return (
    <svg
      className="barcode"
      role="img"
      aria-label={`条码 ${digits}`}
      viewBox={`0 0 ${modules + 2 * QUIET} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {bars.map(({ at, width }) => (
        <rect key={at} x={at + QUIET} y={0} width={width} height={HEIGHT} />
      ))}
    </svg>
  )
}
