import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

/** Shown in place of a figure that the member may not see. */
export const Withheld = () => <span className="text-sm font-normal text-mute">无权查看</span>

/** An amount, or a note that it is withheld. */
export const AmountOrWithheld = ({ of }: { of: Fen | null }) =>
  of === null ? <Withheld /> : <span className="num">{formatMoney(of)}</span>
