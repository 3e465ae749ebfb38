import { toHardnessScalePosition } from './detail-view.ts'

const END = 12
const MARKS = [0, 2, 4, 6, 8, 10, 12]

/** The rock hardness that goods are made for, on a scale of 普氏系数 f. */
export function HardnessScale({ span }: { span: readonly [number, number] }) {
  const { left, width } = toHardnessScalePosition(span, END)
  return (
    <div className="flex max-w-110 items-start gap-4 md:pt-2">
      <div className="min-w-0 flex-1" aria-hidden>
        <div className="own-colours relative h-2 rounded-full bg-line-soft">
          <i className="own-colours absolute inset-y-0 rounded-full bg-jade" style={{ left: `${left}%`, width: `${width}%` }} />
        </div>
        <div className="num mt-1 flex justify-between text-[11px] leading-4 text-mute">
          {MARKS.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      </div>
      <span className="num -mt-1.5 shrink-0 text-sm">
        f {span[0]}–{span[1]}
      </span>
    </div>
  )
}
