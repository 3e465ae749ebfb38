import * as z from 'zod/mini'
import { RequiredText } from '#contract/platform/core/fields.ts'

const CODE_LENGTH = 19
const NAME_MAX = 30

/** 税收分类编码: of the national table 商品和服务税收分类编码表. Blanks, which people paste along, are taken out. */
const TaxCode = z.string('请输入税收分类编码').check(
  z.maxLength(60, `税收分类编码为 ${CODE_LENGTH} 位数字`),
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.minLength(1, '请输入税收分类编码'),
  z.regex(/^\d{19}$/, `税收分类编码为 ${CODE_LENGTH} 位数字，请按国家税务总局的编码表填写`),
)
/** 分类简称: what the table calls the class in short. It stands between asterisks on the invoice, and so has none itself. */
const TaxName = RequiredText(NAME_MAX, '请输入分类简称').check(z.regex(/^[^*＊\s]+$/, '分类简称不含星号和空格，如：矿山专用设备'))

/** 税收分类 of a good: the code that the tax bureau goes by, and the short name that people read. Neither is anything without the other. */
export const TaxClass = z.strictObject({ taxCode: TaxCode, taxName: TaxName })
export type TaxClass = z.output<typeof TaxClass>
