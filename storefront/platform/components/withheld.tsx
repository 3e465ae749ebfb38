import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

/** Shown in place of a figure that the member may not see. */
export const WithheldAmountNote = () => <span className="text-sm font-normal text-mute">无权查看</span>

/** An amount, or a note that it is withheld. */
export const AmountOrWithheld = ({ of }: { of: Fen | null }) =>
  of === null ? <WithheldAmountNote /> : <span className="num">{formatMoney(of)}</span>
