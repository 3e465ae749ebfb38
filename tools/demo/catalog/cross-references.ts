import { CrossReference } from '#contract/catalog/goods/cross-reference.ts'

/** 竞品型号 of the demo, by SKU code. The makers and their numbers are invented. */
export const demoCrossReferencesBySku: Readonly<Record<string, readonly CrossReference[]>> = {
  'KT-U92-25': [
    of('甲锐演示', 'JR-7792-25', 'full', { source: '甲锐样本 2025 第 14 页', confirmedBy: '工艺部 王工' }),
    of('乙固演示', 'YG9225', 'size', { note: '合金牌号不同，硬岩请先试用', source: '实物测量' }),
  ],
  'KT-U92-22': [of('甲锐演示', 'JR-7792-22', 'size', { note: '合金头短 1 mm', source: '甲锐样本 2025 第 14 页' })],
  'KT-U94-28': [of('甲锐演示', 'JR-7794-28', 'full', { source: '甲锐样本 2025 第 15 页', confirmedBy: '工艺部 王工' })],
  'KT-C31-40': [of('乙固演示', 'YGZ-3140', 'ask', { note: '请核对齿座孔径', source: '客户来件' })],
  'KT-W7-20': [of('乙固演示', 'YGX-720H', 'ask', { note: '柄部卡簧位置待核对', source: '客户来件' })],
}

function of(
  brand: string,
  partNumber: string,
  fit: CrossReference['fit'],
  rest: Partial<Pick<CrossReference, 'note' | 'source' | 'confirmedBy'>>,
): CrossReference {
  return CrossReference.parse({ brand, partNumber, fit, ...rest })
}
