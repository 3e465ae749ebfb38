/** The side view of a U84 pick, tip up; 1 mm is 2.2 units. */
const OUTLINE =
  'M111.8 24 113.5 30.6 133.3 81.2 134.2 90 143 92.2 146.3 103.2 167.2 169.2 171.6 182.4V191.2L162.8 197.8V204.4L180.4 213.2V226.4L173.8 230.8 151.8 233V325.4L145.2 327.6V343L151.8 345.2V360.6L147.4 365H72.6L68.2 360.6V345.2L74.8 343V327.6L68.2 325.4V233L46.2 230.8 39.6 226.4V213.2L57.2 204.4V197.8L48.4 191.2V182.4L52.8 169.2 73.7 103.2 77 92.2 85.8 90 86.7 81.2 106.5 30.6 108.2 24z'
const EDGES = 'M85.8 90h48.4M77 92.2h66M48.4 182.4h123.2M57.2 197.8h105.6M39.6 213.2h140.8M46.2 230.8h127.6M74.8 327.6h70.4M74.8 343h70.4'

/** A technical drawing of a pick with its dimensions, shown in the hero if there is no picture. */
export function HeroDrawing({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 290 400" role="img" aria-label="U84 采煤截齿 尺寸图" className={className}>
      <g fill="none" stroke="#e6f2ee" strokeWidth="1.6" strokeLinejoin="round">
        <path d={OUTLINE} fill="#ffffff0d" />
        <path d={EDGES} strokeWidth="1" opacity=".7" />
      </g>
      <g fill="none" stroke="#9fc7bc" strokeWidth=".9">
        <path d="M110 8v374" strokeDasharray="14 4 3 4" />
        <path d="M116 24h122M152 365h86M230 30v329M68.2 372v20M151.8 372v20M74 386h72M134.2 86v-26M85.8 86V60M92 66h36" />
      </g>
      <path fill="#9fc7bc" d="M230 24l-3 9h6zM230 365l-3-9h6zM68.2 386l9-3v6zM151.8 386l-9-3v6zM85.8 66l9-3v6zM134.2 66l-9-3v6z" />
      <g className="num" fill="#e6f2ee" fontSize="17" textAnchor="middle">
        <text x="110" y="381" className="[paint-order:stroke]" stroke="#0f423b" strokeWidth="6">
          Φ38
        </text>
        <text x="162" y="71">
          Φ22
        </text>
        <text x="248" y="200" transform="rotate(-90 248 200)">
          155
        </text>
      </g>
    </svg>
  )
}
