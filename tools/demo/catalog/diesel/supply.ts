import { buildDemoSkus, type DemoSkuRow, formatMarkdownList, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import type { DieselGrade } from './grades.ts'

type Price = readonly [saleYuan: string, surcharge: number | null, stock: number]

const steelDrumGrams = 18_000
const containerGrams = 58_000

const facts = (grade: DieselGrade, supply: string) =>
  parseDemoParameterRows(
    `油号 ${grade.mark} 车用柴油（国六）`,
    '执行标准 GB 19147',
    `凝点 ≤ ${grade.pour} ℃`,
    `冷滤点 ≤ ${grade.filter} ℃`,
    `十六烷值 ≥ ${grade.cetane}`,
    `闪点（闭口） ≥ ${grade.flash} ℃`,
    '硫含量 ≤ 10 mg/kg',
    `适用气温 ${grade.air}`,
    `供货 ${supply}`,
  )

/** The codes of a grade: 'CY-10-200' is the 200 litre drum of -10#. */
const code = (grade: DieselGrade, suffix: string) => `CY${grade.mark.replace('#', '')}-${suffix}`

/** By tanker to the site, with a price per litre. */
export const buildBulkDieselGoods = (grade: DieselGrade, prices: { town: Price; mine: Price; tanker: Price }): DemoGoods => {
  const litre = grade.density * 1000
  const table: DemoSkuRow[] = [
    [code(grade, 'C'), ['城区 30 公里内'], ...prices.town, litre, [200, 10]],
    [code(grade, 'K'), ['矿区 30–80 公里'], ...prices.mine, litre, [200, 10]],
    [code(grade, 'Z'), ['整车 80 公里内'], ...prices.tanker, litre, [5000, 100]],
  ]
  return {
    slug: `diesel-${grade.slug}-bulk`,
    category: '柴油',
    sub: '散装柴油',
    name: `${grade.mark} 车用柴油 送油上门`,
    spec: '国六 · 200 升起 · 车载计量',
    unit: '升',
    parameters: facts(grade, '油罐车送到现场加注，200 升起，10 升递增'),
    description: joinParagraphs(
      `油罐车送到工地或矿区油库，按车载流量计结算，附当批油品检验单。${grade.advice}。`,
      formatMarkdownList('卸油前静置接地，双方签量油单，留样一瓶保存三个月。', '整车 5,000 升起价格另计，请提前一天下单。'),
    ),
    hardness: null,
    freight: 'tanker',
    picture: { form: 'tanker-delivery', numbers: { label: `${grade.mark} 车用柴油` } },
    skus: buildDemoSkus(['配送'], table),
  }
}

/** In drums of 200 litres. */
export const buildDrumDieselGoods = (
  grade: DieselGrade,
  colour: string,
  prices: { fresh: Price; returned: Price; pallet: Price },
): DemoGoods => {
  const grams = grade.density * 200_000 + steelDrumGrams
  const table: DemoSkuRow[] = [
    [code(grade, '200'), ['全新钢桶', '单桶'], ...prices.fresh, grams],
    [code(grade, '200Y'), ['周转钢桶（押桶）', '单桶'], ...prices.returned, grams],
    [code(grade, '200T'), ['全新钢桶', '4 桶一托'], ...prices.pallet, grams, 4],
  ]
  return {
    slug: `diesel-${grade.slug}-drum`,
    category: '柴油',
    sub: '桶装柴油',
    name: `${grade.mark} 车用柴油 200L`,
    spec: '国六 · 桶装 · 送货上门',
    unit: '桶',
    parameters: facts(grade, '200 升闭口钢桶'),
    description: joinParagraphs(
      `200 升闭口钢桶，铅封出厂，适合没有油库的工地和零散设备。${grade.advice}。`,
      formatMarkdownList('桶横放时大小桶塞在三点、九点方向，避免渗水。', '抽油泵管离桶底 50 mm，底部水杂不要抽进油箱。'),
    ),
    hardness: null,
    picture: { form: 'diesel-drum', numbers: { litres: 200, colour, label: `${grade.mark} 车用柴油` } },
    skus: buildDemoSkus(['桶', '包装'], table),
  }
}

/** In intermediate containers of 1,000 litres. */
export const buildContainerDieselGoods = (grade: DieselGrade, prices: { returned: Price; fresh: Price }): DemoGoods => {
  const grams = grade.density * 1_000_000 + containerGrams
  return {
    slug: `diesel-${grade.slug}-ibc`,
    category: '柴油',
    sub: '吨桶柴油',
    name: `${grade.mark} 车用柴油 1000L`,
    spec: '国六 · 吨桶 · 送货上门',
    unit: '桶',
    parameters: facts(grade, '1000 升带框吨桶，底阀 DN50'),
    description: joinParagraphs(
      `1000 升吨桶配底阀，叉车就位即可自流加油，一台凿岩台车约用三天。${grade.advice}。`,
      formatMarkdownList('吨桶露天放置要遮阳，下垫防渗托盘。', '周转桶押金随下次订单退还，桶身不得另装他物。'),
    ),
    hardness: null,
    picture: { form: 'ibc-tank', numbers: { litres: 1000, label: `${grade.mark} 车用柴油` } },
    skus: buildDemoSkus(
      ['桶'],
      [
        [code(grade, '1000Y'), ['周转吨桶（押桶）'], ...prices.returned, grams],
        [code(grade, '1000'), ['全新吨桶'], ...prices.fresh, grams],
      ],
    ),
  }
}
