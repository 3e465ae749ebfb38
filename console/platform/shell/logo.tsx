import { mallProfile } from '#ui/mall.ts'

/** The logo of the mall for dark backgrounds, or else the built-in mark: an outlined green hexagon with the point of a pick. */
export function Logo({ size = 32 }: { size?: number }) {
  const id = mallProfile.darkLogoId ?? mallProfile.logoId
  if (id !== null) return <img src={`/company/${id}/192.png`} alt="" width={size} height={size} className="logo" />
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden className="logo">
      <path d="M20 1 38 11v18L20 39 2 29V11z" fill="#14514a" stroke="#fff" strokeOpacity=".55" strokeWidth="1.2" />
      <path d="m20 7 6 13h-3.4v10h-5.2V20H14z" fill="#fff" />
      <path d="m20 7 3.1 6.8h-6.2z" fill="#d9772f" />
    </svg>
  )
}
