import * as z from 'zod/mini'
import { RequiredText } from '#contract/platform/core/fields.ts'

const CODE_LENGTH = 19
const NAME_MAX = 30

/** 税收分类编码 of the national table 商品和服务税收分类编码表. Spaces, which people paste with it, are removed. */
const TaxCode = z.string('请输入税收分类编码').check(
  z.maxLength(60, `税收分类编码为 ${CODE_LENGTH} 位数字`),
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.minLength(1, '请输入税收分类编码'),
  z.regex(/^\d{19}$/, `税收分类编码为 ${CODE_LENGTH} 位数字，请按国家税务总局的编码表填写`),
)
/** 分类简称: the short name of the class in that table. An invoice writes it between asterisks, so it cannot contain one. */
const TaxName = RequiredText(NAME_MAX, '请输入分类简称').check(z.regex(/^[^*＊\s]+$/, '分类简称不含星号和空格，如：矿山专用设备'))

/** 税收分类 of goods: the code for the tax bureau and the short name for people. Each needs the other. */
export const TaxClass = z.strictObject({ taxCode: TaxCode, taxName: TaxName })
export type TaxClass = z.output<typeof TaxClass>
