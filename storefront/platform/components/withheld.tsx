import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

/** What stands where a figure would that the member may not see. */
export const Withheld = () => <span className="text-sm font-normal text-mute">无权查看</span>

/** An amount, or that it is withheld. */
export const AmountOrWithheld = ({ of }: { of: Fen | null }) =>
  of === null ? <Withheld /> : <span className="num">{formatMoney(of)}</span>
