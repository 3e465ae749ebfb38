/**
 * The goods of a document in one line: the name of the first, and how many kinds there are if there are more. null: how many is not known, so
 * nothing is said of it.
 */
export const formatGoodsNames = (firstName: string, kinds: number | null): string =>
  kinds !== null && kinds > 1 ? `${firstName} 等 ${kinds} 种商品` : firstName

/** The goods of lines, of which several can have the same goods in other sizes. */
export const formatGoodsOfLines = (lines: readonly { goodsId: string; goodsName: string }[]): string =>
  formatGoodsNames(lines[0]?.goodsName ?? '', countKindsOfGoods(lines))

export const countKindsOfGoods = (lines: readonly { goodsId: string }[]): number => new Set(lines.map(({ goodsId }) => goodsId)).size
