/** The dark squares of a QR code as one SVG path. Neighbours in a row are one stroke. */
export function toQrCodeSvgPath(rows: readonly (readonly boolean[])[]): string {
  const strokes: string[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      strokes.push(`M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`)
    }
  }
  return strokes.join('')
}
