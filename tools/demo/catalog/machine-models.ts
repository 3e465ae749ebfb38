// The machine models that the demo's goods fit, by the class of machine in their parameter table.
import type { DemoGoods } from './demo-goods-types.ts'

export interface DemoMachineModel {
  maker: string
  model: string
  kind: string
  /** Its series and size as goods name them: MG 500; or the milling width of a planer in metres. */
  series: 'MG' | 'EBZ' | 'EBH' | 'width' | 'rotary'
  size: number
}

const shearer = (maker: string, model: string, size: number): DemoMachineModel => ({ maker, model, kind: '采煤机', series: 'MG', size })
const roadheader = (maker: string, series: 'EBZ' | 'EBH', size: number): DemoMachineModel => ({
  maker,
  model: `${series}${size}`,
  kind: '掘进机',
  series,
  size,
})
const planer = (maker: string, model: string, size: number): DemoMachineModel => ({ maker, model, kind: '铣刨机', series: 'width', size })
const rotary = (maker: string, model: string, size: number): DemoMachineModel => ({
  maker,
  model,
  kind: '旋挖钻机',
  series: 'rotary',
  size,
})

export const demoMachineModels: readonly DemoMachineModel[] = [
  shearer('西安煤机', 'MG300/730-WD', 300),
  shearer('西安煤机', 'MG500/1180-WD', 500),
  shearer('太原矿机', 'MG250/600-WD', 250),
  shearer('太原矿机', 'MG750/1815-GWD', 750),
  shearer('天地科技', 'MG900/2215-GWD', 900),
  shearer('天地科技', 'MG1000/2660-WD', 1_000),
  roadheader('三一重装', 'EBZ', 160),
  roadheader('三一重装', 'EBZ', 200),
  roadheader('三一重装', 'EBZ', 318),
  roadheader('太原矿机', 'EBZ', 100),
  roadheader('太原矿机', 'EBZ', 260),
  roadheader('佳木斯煤机', 'EBZ', 150),
  roadheader('三一重装', 'EBH', 315),
  roadheader('石家庄煤机', 'EBH', 450),
  planer('维特根', 'W 50 Ri', 0.5),
  planer('维特根', 'W 100 Fi', 1),
  planer('维特根', 'W 200 Fi', 2),
  planer('徐工', 'XM1205F', 1.2),
  planer('徐工', 'XM2005', 2),
  rotary('三一', 'SR280R', 280),
  rotary('三一', 'SR365R', 365),
  rotary('徐工', 'XR280E', 280),
  rotary('中联重科', 'ZR360C', 360),
]

const NAMED = /(MG|EBZ|EBH)(\d+)(?:–\1?(\d+))?( 以上)?/g
const WIDTH = /([\d.]+)(?:–([\d.]+))? m 级?(以上)?/
const ROTARY = /旋挖钻|捞砂斗|筒钻|短螺旋/
const listParameterTexts = ({ parameters }: DemoGoods, ...labels: string[]) =>
  parameters.filter(([label]) => labels.includes(label)).map(([, text]) => text)

/** Whether goods name the class of the machine: 'EBZ120–EBZ160 悬臂式掘进机', '1–2 m 级冷铣刨机', '岩石筒钻'. */
export function isDemoGoodsForMachineModel(goods: DemoGoods, { series, size }: DemoMachineModel): boolean {
  const text = listParameterTexts(goods, '适用机型', '适用').join('；')
  if (series === 'rotary')
    return ROTARY.test([text, ...listParameterTexts(goods, '适用钻具', '适用地层')].join('；')) || goods.sub === '斗齿与平齿'
  if (series === 'width') {
    const [, from = '', to = from, above] = (goods.category === '铣刨齿' && WIDTH.exec(text)) || []
    return from !== '' && size >= Number(from) && (above !== undefined || size <= Number(to))
  }
  return [...text.matchAll(NAMED)].some(
    ([, named, from = '', to = from, above]) => named === series && size >= Number(from) && (above !== undefined || size <= Number(to)),
  )
}
