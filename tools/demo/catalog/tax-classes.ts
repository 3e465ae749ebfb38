/**
 * 税收分类编码 of the demo's goods, for sample invoices without validity. This file is no copy of the national table (商品和服务税收分类编码表, kept by
 * 国家税务总局) and no advice: before the first real invoice the finance staff look every code up and set it in the console under 税收编码. Codes
 * that public invoicing software uses: 柴油 10701010301…, 润滑油 10701010701…, 润滑脂 107010108…, 金属材料制焊料 107022101…, with real or likely short
 * names. All others are invented from the visible structure of the table: well-formed, and only in a plausible class.
 */
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'

const mining: TaxClass = { taxCode: '1090201020000000000', taxName: '矿山专用设备' }
const carbide: TaxClass = { taxCode: '1080314990000000000', taxName: '有色金属合金' }
const agents: TaxClass = { taxCode: '1070217990000000000', taxName: '化学试剂助剂' }

/** The class of a category, '截齿', or of a sub-category, '柴油/尿素与添加剂'. A sub-category without one has that of its category. */
export const demoTaxClassesByCategory: Readonly<Record<string, TaxClass>> = {
  截齿: mining,
  铣刨齿: mining,
  旋挖牙轮: mining,
  硬质合金: carbide,
  // Carbide to be soldered into a tooth is sold as a piece of carbide.
  '截齿/合金系列': carbide,
  '铣刨齿/合金系列': carbide,
  柴油: { taxCode: '1070101030100000000', taxName: '柴油' },
  '柴油/尿素与添加剂': agents,
  润滑与切削液: { taxCode: '1070101070100000000', taxName: '润滑油' },
  '润滑与切削液/润滑脂': { taxCode: '1070101080000000000', taxName: '石油制品' },
  '润滑与切削液/切削液': agents,
  工具与附件: { taxCode: '1080411990000000000', taxName: '金属制品' },
  '工具与附件/焊接材料': { taxCode: '1070221010000000000', taxName: '焊接材料' },
}
